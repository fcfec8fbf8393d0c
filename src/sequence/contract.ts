import type { Response } from '../mechanism/mechanism.ts'

/**
 * Estimates of who holds what, from one answer. With P_y the column of the response y and θ the uniform reference,
 *
 *     F = Σ_y P_y P_yᵀ / (P_y·θ),   g(y) = F⁻¹ P_y / (P_y·θ):   E[g_x(Y) | X = x′] = 1[x = x′],
 *
 * for the categories that the channel tells apart (`isTold`): there both scores are g_x. For any other category the lower score
 * is 0, and the upper score has a mean that is at least 1 for the category itself, and at least 0 for all others: that of a group
 * of categories which answer alike, or 1 where nothing else is known. So for every channel, whatever people hold,
 *
 *     E[lower_x] ≤ Pr(X = x) ≤ E[upper_x].
 */
export interface Scores {
  /** Number of categories K. */
  readonly categories: number
  /** 1 where both scores are the same one, which is unbiased. */
  readonly isTold: Uint8Array
  /** The least lower score of each category. */
  readonly least: Float64Array
  /** The largest upper score of each category. */
  readonly most: Float64Array
  /** The variance of a score of somebody who does not hold its category, of those that are told: a mean of them, about. */
  readonly variance: number
  /**
   * Writes the two scores of every category, O(K) for the balanced channels.
   *
   * @throws RangeError on a response that the mechanism cannot give
   */
  write(response: Response, lower: Float64Array, upper: Float64Array): void
}
