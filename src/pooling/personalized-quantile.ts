import { refuse, requireNumber, requireOptions } from '../check/check.ts'
import type { Adjacency } from './adjacency.ts'
import { borderNear, midpoint } from './cells.ts'
import { type ChangeCosts, changeCosts } from './change-costs.ts'
import { cellsIn, drawCell } from './interval-law.ts'
import { GROUPED_VALUES, type GroupedValues, readValues } from './value-groups.ts'

/** People with levels of their own, and the quantile to release. */
export interface PersonalizedQuantileOptions extends GroupedValues {
  /** Which quantile: ½ for the median. */
  readonly probability: number
}

const OPTIONS = { ...GROUPED_VALUES, probability: true } as const

/** The release of the Sample mechanism for a quantile. */
export interface PersonalizedQuantile {
  /** The private quantile. */
  readonly estimate: number
  /** The level at which the people of each group are protected; for `add-remove`, it is not the requested one. */
  readonly levels: Float64Array
}

/**
 * A quantile by the PE mechanism: density ∝ `exp(−cost/2)` on the range, the cost of an answer being the least summed
 * ε of people whose change would make it the quantile (`changeCosts`).
 *
 * **`replace-one`** keeps every promise: moving one person of level ε_i changes any answer's cost by ε_i at most. A
 * person on the heavier side is either among those counted, or has no smaller level than the person counted instead.
 * Public people are the limit ε → ∞: only answers that need the fewest of them changed remain, and no private person
 * influences which ones these are.
 *
 * **`add-remove`** does not, if levels differ. The cost counts removals only, as in comparisons with other mechanisms;
 * when a person leaves the lighter side, or a balanced one, somebody of *another* level has to leave the heavier one.
 * With values 1, 2, 3, 3 and levels 0.1, 10, 10, 10, the first person's absence multiplies the median's density below 1
 * by e⁵. What everybody does have is the largest level of all, multiplied for quantiles other than the median by
 * ⌈max(p, 1 − p)/min(p, 1 − p)⌉, and `levels` says so. Counting additions too would keep the promise. But people of
 * the smallest level could then be added to the lighter side of any answer, so that the median's cost could not exceed
 * that of an exponential mechanism at the smallest level for all. If you need the promise, call
 * `pooledQuantile` instead, with everybody in one group at the smallest level.
 *
 * Jorgensen, Yu and Cormode, "Conservative or liberal? Personalized differential privacy" (2015).
 *
 * @throws RangeError that names the argument, for an empty group, a value outside the range without `clamp`, one
 *   that is not finite, an epsilon that is not positive, or is Infinity under `add-remove`, a probability
 *   outside [0, 1], an unknown adjacency
 * @example
 * const groups = [
 *   { values: [4, 5, 6], epsilon: 1000 },
 *   { values: [0, 10], epsilon: 0.1 },
 * ]
 * const options = { probability: 0.5, range: [0, 10], adjacency: 'replace-one' } as const
 * personalizedQuantile({ groups, ...options }).levels // Float64Array [1000, 0.1]
 */
export function personalizedQuantile(options: PersonalizedQuantileOptions): PersonalizedQuantile {
  requireOptions(options, OPTIONS)
  const probability = requireNumber('probability', options.probability, { min: 0, max: 1 })
  const { groups, range, adjacency, rng } = readValues(options)
  const epsilons = groups.map(group => group.epsilon)
  const publicGroup = epsilons.indexOf(Infinity)
  if (adjacency === 'add-remove' && publicGroup >= 0) {
    refuse(`groups[${publicGroup}].epsilon`, Infinity, "finite for 'add-remove'")
  }
  const values = groups.flatMap(group => Array.from(group.values))
  const groupOf = groups.flatMap((group, g) => Array.from(group.values, () => g))
  const order = Uint32Array.from(values, (_, i) => i).sort((i, j) => values[i] - values[j])
  const borders = Float64Array.from(order, i => borderNear(values[i], range))
  const members = order.map(i => groupOf[i])
  const costs = answerCosts(borders, changeCosts(members, epsilons, probability, adjacency))
  return {
    estimate: midpoint(drawCell(borders, costs, rng), range),
    levels: guaranteed(epsilons, probability, adjacency),
  }
}

/** Half the cost of an answer; Infinity if it needs changes of more public people than another answer. */
export function answerCosts(borders: Float64Array, { levels, publicChanges }: ChangeCosts): Float64Array {
  const open = publicChanges.filter((_, i) => cellsIn(borders, i) > 0)
  const fewest = open.reduce((a, b) => Math.min(a, b))
  return levels.map((level, i) => (publicChanges[i] > fewest ? Infinity : level / 2))
}

function guaranteed(epsilons: readonly number[], probability: number, adjacency: Adjacency): Float64Array {
  if (adjacency === 'replace-one') return Float64Array.from(epsilons)
  const larger = Math.max(probability, 1 - probability)
  // For the smallest and the largest value one side is never too heavy, and each person counts once.
  const people = larger === 1 ? 1 : Math.ceil(larger / (1 - larger))
  return new Float64Array(epsilons.length).fill(people * epsilons.reduce((a, b) => Math.max(a, b)))
}
