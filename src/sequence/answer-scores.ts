import type { Response } from '../mechanism/mechanism.ts'

/**
 * Estimates of the sender's category from one answer. With P_y the column of the response y and θ the uniform reference,
 *
 *     F = Σ_y P_y P_yᵀ / (P_y·θ),   g(y) = F⁻¹ P_y / (P_y·θ):   E[g_x(Y) | X = x′] = 1[x = x′],
 *
 * for the categories that the channel identifies (`isIdentified`): both of their scores are g_x. For any other category the lower score is
 * 0. The mean of its upper score is at least 1 if the sender holds the category, and at least 0 otherwise: it is the score of a group of
 * categories that answer alike, or 1 if nothing else is known. So for every channel and every truth,
 *
 *     E[lower_x] ≤ Pr(X = x) ≤ E[upper_x].
 */
export interface Scores {
  /** Number of categories K. */
  readonly categories: number
  /** 1 for the categories that the channel identifies. Their two scores are equal, and unbiased. */
  readonly isIdentified: Uint8Array
  /** The smallest lower score of each category. */
  readonly least: Float64Array
  /** The largest upper score of each category. */
  readonly most: Float64Array
  /**
   * The approximate variance of the score of an identified category, for a sender who does not hold it, averaged over
   * these categories.
   */
  readonly variance: number
  /**
   * Writes the two scores of every category, O(K) for the balanced channels.
   *
   * @throws RangeError on a response that the mechanism cannot give
   */
  write(response: Response, lower: Float64Array, upper: Float64Array): void
}
