import { drawBinomial } from '../../random/binomial.ts'
import { createAlias, drawIndex } from '../../random/categorical.ts'
import type { Rng } from '../../random/rng.ts'
import type { ShiftGroup } from '../tally/shift-group.ts'

/**
 * Sets with less than this share of θ are listed and drawn from directly: rejection would take too long to hit them, and their sum may
 * be nothing but rounding error.
 */
const LEAST_TRIED = 1e-3

/**
 * Draws the categories of the people who gave the columns of a group, given θ, and adds them to `totals`. With odds `base : (level − base)
 * θ(B)` an answer is uninformative; otherwise its category lies in the answer's set B, and is drawn from θ until one lies in B.
 *
 * @returns number of uninformative answers
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
  let uninformative = 0
  group.visit(theta, (column, shift, mass) => {
    const count = Math.floor(counts[column])
    let members: number[] | undefined
    let share = mass
    if (mass < LEAST_TRIED) {
      members = Array.from(theta.keys()).filter(x => pattern.holds(shift, x))
      share = members.reduce((sum, x) => sum + theta[x], 0)
    }
    const extra = (level - base) * share
    const inSet = drawBinomial(rng, count, extra / (extra + base))
    uninformative += count - inSet
    const weights = members && inSet > 0 ? Float64Array.from(members, x => theta[x]) : undefined
    for (let i = 0; i < inSet; i++) {
      let x: number
      if (weights) x = members![drawIndex(rng, weights)]
      else
        do x = alias.draw(rng)
        while (!pattern.holds(shift, x))
      totals[x]++
    }
  })
  return uninformative
}
