import { drawBinomial } from '../../random/binomial.ts'
import { createAlias, drawIndex } from '../../random/categorical.ts'
import type { Rng } from '../../random/rng.ts'
import type { ShiftGroup } from '../tally/shift-group.ts'

/** Sets of less than this share of θ are listed: it would take too long to hit them, and their sum may be rounding alone. */
const LEAST_TRIED = 1e-3

/**
 * Draws the categories of those who gave the columns of a group, given θ, and adds them to `totals`: each answer says nothing
 * with odds `base : (level − base) θ(B)`, else it names a category of its set B, drawn from θ until one lies in it.
 *
 * @returns how many said nothing
 */
export function augmentShifts(
  rng: Rng,
  group: ShiftGroup,
  counts: Float64Array,
  theta: Float64Array,
  totals: Float64Array,
): number {
  const { pattern, base, level } = group
  const alias = createAlias(theta)
  let nothing = 0
  group.visit(theta, (column, shift, mass) => {
    const count = Math.floor(counts[column])
    let members: number[] | undefined
    let share = mass
    if (mass < LEAST_TRIED) {
      members = Array.from(theta.keys()).filter(x => pattern.holds(shift, x))
      share = members.reduce((sum, x) => sum + theta[x], 0)
    }
    const extra = (level - base) * share
    const there = drawBinomial(rng, count, extra / (extra + base))
    nothing += count - there
    const weights = members && there > 0 ? Float64Array.from(members, x => theta[x]) : undefined
    for (let i = 0; i < there; i++) {
      let x: number
      if (weights) x = members![drawIndex(rng, weights)]
      else
        do x = alias.draw(rng)
        while (!pattern.holds(shift, x))
      totals[x]++
    }
  })
  return nothing
}
