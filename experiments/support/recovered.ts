import { nearestOnSimplex } from './nearest-on-simplex.ts'

/**
 * Frequencies recovered from unbiased estimates among which a share β lied: with η = β/(1 − β), the liars' share is taken to be spread evenly
 * over all categories whose estimate is positive,
 *
 *     (1 + η) θ̂_x − η / #{θ̂ > 0}  where θ̂_x > 0,  and  (1 + η) θ̂_x  elsewhere,
 *
 * and projected on the simplex: for answers that support categories in sum once, as those of SRR and of sets of one size do.
 *
 * @see Sun, Ye, Hu, Wang, et al. (2024), LDPRecover: recovering frequencies from poisoning attacks against local differential privacy
 */
export function recovered(unbiased: Float64Array, share: number): Float64Array {
  const more = share / (1 - share)
  const positive = unbiased.reduce((count, value) => count + Number(value > 0), 0)
  return nearestOnSimplex(unbiased.map(value => (1 + more) * value - (value > 0 ? more / positive : 0)))
}
