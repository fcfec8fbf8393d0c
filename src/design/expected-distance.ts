import { square } from '../elementary/square.ts'

/** Prior precision of a softmax coordinate, as under priors whose concentration is at most ½, or learnt. */
export const PRIOR_PRECISION = 0.5
/** `½ E|Z|` of a standard normal Z. */
const HALF_MEAN_ABSOLUTE = Math.sqrt(1 / (2 * Math.PI))

/**
 * The expected total variation distance between θ and its estimate, where D_x is the information of the answers about category x
 * against all others (see `Candidate`): `½ Σ_x E|θ̂_x − θ_x|` by a normal approximation in softmax coordinates, O(K),
 *
 *     ½ √(2/π) Σ_x √C_xx,    C = Λ − Λ11ᵀΛ/ΣΛ,    Λ_x = θ_x² / (θ_x² D_x + ½).
 *
 * C is the covariance of independent normals whose errors are bound to sum to zero. The approximation fits if the information is diagonal
 * except for a part that vanishes on the tangent of the simplex, as with SRR and with block designs whose likelihoods hardly vary. In
 * softmax coordinates a nearly empty category stays positive, so it neither counts for much nor costs much.
 *
 * The information is D = `precision` + `responses` · `perResponse`.
 */
export function expectedDistance(
  theta: Float64Array,
  precision: Float64Array,
  perResponse: Float64Array,
  responses: number,
): number {
  let sum = 0
  for (let x = 0; x < theta.length; x++) sum += variance(theta[x], precision[x] + responses * perResponse[x])
  let total = 0
  for (let x = 0; x < theta.length; x++) {
    const ownVariance = variance(theta[x], precision[x] + responses * perResponse[x])
    total += Math.sqrt(ownVariance * Math.max(0, 1 - ownVariance / sum))
  }
  return HALF_MEAN_ABSOLUTE * total
}

function variance(theta: number, information: number): number {
  return square(theta) / (square(theta) * information + PRIOR_PRECISION)
}
