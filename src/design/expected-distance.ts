import { square } from '../elementary/square.ts'

/** Prior precision of a softmax coordinate: that of the priors whose concentration is ½ or less, or learnt. */
export const PRIOR_PRECISION = 0.5
/** `½ E|Z|` of a standard normal Z. */
const HALF_MEAN_ABSOLUTE = Math.sqrt(1 / (2 * Math.PI))

/**
 * The total variation distance between θ and its estimate that is to be expected where the answers say of each category against
 * all others what D does: `½ Σ_x E|θ̂_x − θ_x|` by a normal approximation in softmax coordinates, O(K),
 *
 *     ½ √(2/π) Σ_x √C_xx,    C = Λ − Λ11ᵀΛ/ΣΛ,    Λ_x = θ_x² / (θ_x² D_x + ½).
 *
 * Where the information is diagonal but for what the tangent of the simplex does not see, as with SRR and with block designs
 * whose likelihoods hardly vary, C is the covariance of independent normals whose errors sum to zero. In softmax coordinates a
 * category that is nearly empty stays positive, so that it neither counts for much nor costs much.
 *
 * @param known D, and what so many times `each` add to it
 */
export function expectedDistance(
  theta: Float64Array,
  known: Float64Array,
  each: Float64Array,
  times: number,
): number {
  let sum = 0
  for (let x = 0; x < theta.length; x++) sum += variance(theta[x], known[x] + times * each[x])
  let total = 0
  for (let x = 0; x < theta.length; x++) {
    const own = variance(theta[x], known[x] + times * each[x])
    total += Math.sqrt(own * Math.max(0, 1 - own / sum))
  }
  return HALF_MEAN_ABSOLUTE * total
}

function variance(theta: number, information: number): number {
  return square(theta) / (square(theta) * information + PRIOR_PRECISION)
}
