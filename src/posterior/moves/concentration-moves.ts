import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { log1p } from '../../elementary/log1p.ts'
import { drawExponential } from '../../random/exponential.ts'
import type { Rng } from '../../random/rng.ts'
import { logGamma } from '../../special/log-gamma.ts'
import { hyperprior } from '../kind/prior.ts'
import type { MovingLikelihood } from '../likelihood/moving-likelihood.ts'
import { createQuantileMove, type Moving } from './quantile-move.ts'
import { sliceUpdate } from './slice-update.ts'

/** Width of the slice's first bracket, in ln ρ. */
const COLLAPSED_WIDTH = 1
/** Limit of small entries: `RESOLUTION` standard errors of an empty category, but at most `LARGEST_SMALL`. */
const RESOLUTION = 0.5
const LARGEST_SMALL = 0.5

/** The two moves of a learnt concentration that coordinate sweeps make. The likelihood must be at φ before each of them. */
export function createConcentrationMoves(categories: number, likelihood: MovingLikelihood) {
  const K = categories
  const otherPhi = new Float64Array(K)
  const otherLogs = new Float64Array(K)

  /**
   * Draws ρ with the small entries of θ integrated out, and then the small entries themselves: entries that the answers can hardly
   * distinguish from zero would otherwise hold ρ in place. There are m small entries, and the set B of the others, whose sum is β. With r_x
   * = φ_x/β, where all small r_x are below δ, and Σ r their sum,
   *
   *     p(ρ, θ) = p(ρ) Γ(Kρ)/Γ(ρ)^K Π_B (φ_x/β)^(ρ−1) Π_small r_x^(ρ−1) · (1 + Σ r)^(−Kρ).
   *
   * The slice is of `p(ρ) Γ(Kρ)/Γ(ρ)^K Π_B (φ_x/β)^ρ (δ^ρ/ρ)^m (1 + r̄)^(−Kρ)`, where r̄ = mδρ/(1 + ρ), the mean of Σ r, stands in
   * for it. The small entries are then drawn as `δ U^(1/ρ)`, and a Metropolis step accepts or rejects the whole by the likelihood
   * and Σ r.
   */
  const moveCollapsed = (rng: Rng, at: Moving): void => {
    const { phi, logPhi, concentration } = at
    const limit = Math.min(LARGEST_SMALL, RESOLUTION / Math.sqrt(likelihood.meanInformation()))
    const logLimit = log(limit)
    let small = 0
    let count = 0
    let sum = 0
    let logs = 0
    for (let x = 0; x < K; x++) {
      if (logPhi[x] < logLimit) {
        count++
        small += phi[x]
      } else {
        sum += phi[x]
        logs += logPhi[x]
      }
    }
    const slope = logs + count * logLimit - K * log(sum)
    const density = (logRho: number) => {
      const rho = exp(logRho)
      const gammas = logGamma(K * rho) - K * logGamma(rho)
      return hyperprior(logRho) + gammas + rho * slope - count * logRho - K * rho * log1p(meanSmall(rho))
    }
    const meanSmall = (rho: number) => ((count * limit) / sum) * (rho / (1 + rho))
    /** The logarithm of the factor that the slice omits, at ρ and the sum of the small φ. */
    const rest = (rho: number, smallSum: number) => K * rho * (log1p(meanSmall(rho)) - log1p(smallSum / sum))
    const logRho = sliceUpdate(rng, log(concentration), COLLAPSED_WIDTH, density)
    const rho = exp(logRho)
    let proposed = 0
    for (let x = 0; x < K; x++) {
      const isSmall = logPhi[x] < logLimit
      otherLogs[x] = isSmall ? logLimit - drawExponential(rng) / rho : logPhi[x]
      otherPhi[x] = exp(otherLogs[x])
      if (isSmall) proposed += otherPhi[x]
    }
    const gain =
      likelihood.gain(otherPhi, sum + proposed, sum + small) +
      rest(rho, proposed) -
      rest(concentration, small)
    if (!(-drawExponential(rng) < gain)) return
    at.concentration = rho
    logPhi.set(otherLogs)
    phi.set(otherPhi)
  }

  return { moveCollapsed, moveQuantiles: createQuantileMove(K, likelihood) }
}
