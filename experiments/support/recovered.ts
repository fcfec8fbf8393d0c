import { nearestOnSimplex } from './nearest-on-simplex.ts'

/**
 * Frequencies recovered from unbiased estimates when a share β of the people lied. With η = β/(1 − β), the liars' share is assumed to be
 * spread evenly over all categories whose estimate is positive,
 *
 *     (1 + η) θ̂_x − η / #{θ̂ > 0}  where θ̂_x > 0,  and  (1 + η) θ̂_x  elsewhere,
 *
 * and the result is projected on the simplex. This is for answers that in sum support one category, such as those of SRR and of sets of one
 * size.
 *
 * @see Sun, Ye, Hu, Wang, et al. (2024), LDPRecover: recovering frequencies from poisoning attacks against local differential privacy
 */
export function recovered(unbiased: Float64Array, share: number): Float64Array {
  const more = share / (1 - share)
  const positive = unbiased.reduce((count, value) => count + Number(value > 0), 0)
  return nearestOnSimplex(unbiased.map(value => (1 + more) * value - (value > 0 ? more / positive : 0)))
}
