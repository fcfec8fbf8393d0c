import { exp } from '../../../elementary/exp.ts'
import { log } from '../../../elementary/log.ts'
import { log1p } from '../../../elementary/log1p.ts'
import { drawExponential } from '../../../random/exponential.ts'
import type { Rng } from '../../../random/rng.ts'
import { drawPower } from '../../../random/tilted-power.ts'
import { logGamma } from '../../../special/log-gamma.ts'
import { hyperprior } from '../../kind/prior.ts'
import { type SeparableLikelihood, separableValue } from '../../likelihood/separable-likelihood.ts'
import { sliceUpdate } from '../../moves/slice-update.ts'

/** Width of the slice's first bracket, in ln ρ. */
const WIDTH = 0.3
/** Limit of small entries, in standard errors of a typical category. */
const RESOLUTION = 0.1

/**
 * A move of a learnt concentration. It draws ρ with the small entries of θ integrated out, and then the small entries by the prior; a
 * Metropolis step accepts or rejects the whole by the separable likelihood. Let r_x be θ_x over the sum of the entries that are not
 * small, with m small entries, whose r_x are below δ:
 *
 *     p(ρ, r) = p(ρ) Γ(Kρ)/Γ(ρ)^K Π_others r_x^(ρ−1) Π_small r_x^(ρ−1) · (1 + Σ_small r)^(−Kρ).
 *
 * For the small entries the slice has `(δ^ρ/ρ)^m (1 + r̄)^(−Kρ)` instead, where r̄ = mδρ/(1 + ρ) is the mean of their sum.
 */
export function createSmallEntries(likelihood: SeparableLikelihood, categories: number) {
  const K = categories
  const proposal = new Float64Array(K)
  const median = likelihood.information.slice().sort()[K >> 1]
  const largest = likelihood.anchor.reduce((top, value) => Math.max(top, value), 0)
  /** In units of the largest entry, which is never small, so that the threshold does not depend on the small entries. */
  const threshold = Math.min(0.5, RESOLUTION / Math.sqrt(median) / largest)

  /** Moves θ; returns the new concentration. */
  return (rng: Rng, theta: Float64Array, concentration: number): number => {
    let top = 0
    for (let x = 0; x < K; x++) if (theta[x] > top) top = theta[x]
    const limit = threshold * top
    let count = 0
    let small = 0
    let logs = 0
    for (let x = 0; x < K; x++) {
      if (theta[x] < limit) {
        count++
        small += theta[x]
      } else logs += log(theta[x])
    }
    let sum = 0
    for (let x = 0; x < K; x++) if (theta[x] >= limit) sum += theta[x]
    const delta = limit / sum
    const slope = logs - (K - count) * log(sum) + count * log(delta)
    const meanSmall = (rho: number) => (count * delta * rho) / (1 + rho)
    const density = (logRho: number) => {
      const rho = exp(logRho)
      const gammas = logGamma(K * rho) - K * logGamma(rho)
      return hyperprior(logRho) + gammas + rho * slope - count * logRho - K * rho * log1p(meanSmall(rho))
    }
    /** The logarithm of the factor that the slice omits, at ρ and the sum of the small r. */
    const rest = (rho: number, smallSum: number) => K * rho * (log1p(meanSmall(rho)) - log1p(smallSum))
    const rho = exp(sliceUpdate(rng, log(concentration), WIDTH, density))
    let proposed = 0
    for (let x = 0; x < K; x++) {
      if (theta[x] >= limit) proposal[x] = theta[x]
      else proposed += proposal[x] = drawPower(rng, rho, limit)
    }
    const total = sum + proposed
    for (let x = 0; x < K; x++) proposal[x] /= total
    const gain =
      separableValue(likelihood, proposal) -
      separableValue(likelihood, theta) +
      rest(rho, proposed / sum) -
      rest(concentration, small / sum)
    if (!(-drawExponential(rng) < gain)) return concentration
    theta.set(proposal)
    return rho
  }
}
