import { type DivergenceName, largestDivergence } from '../simplex/divergence.ts'
import type { RatioClass } from './optimal-mixing.ts'

/**
 * An upper bound for the divergence of a P with `c1 h ≤ p ≤ c2 h` from the law Q, with `lower h ≤ q ≤ upper h`, that a sampler
 * makes of it. The ratio of P to Q lies between `c1/lower` and `c2/upper`; a P whose ratio takes only these two values attains the
 * bound. It exists if some set has the mass `(1 − c1)/(c2 − c1)` under h. To find the best set of a finite space is a problem of
 * subset sums, so that the largest divergence itself is not computed. It is zero if the outer bounds hold the whole class.
 *
 * @see Park, Asoodeh, Lee (2024), Theorem 3.1; Ghoukasian, Asoodeh (2025), Theorem 3.4
 */
export function classWorstCase(
  name: DivergenceName,
  { c1, c2 }: RatioClass,
  lower: number,
  upper: number,
): number {
  return largestDivergence(name, c1 >= lower ? 1 : c1 / lower, Math.max(1, c2 / upper))
}
