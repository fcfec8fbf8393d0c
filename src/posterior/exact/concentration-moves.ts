import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { logGamma } from '../../elementary/log-gamma.ts'
import { log1p } from '../../elementary/log1p.ts'
import { drawExponential } from '../../random/exponential.ts'
import { drawLogGamma } from '../../random/gamma.ts'
import type { Rng } from '../../random/rng.ts'
import { HYPERPRIOR } from '../contract/prior.ts'
import type { MovingLikelihood } from '../tally/moving-likelihood.ts'
import { sliceUpdate } from './slice-update.ts'

/** A θ that moves, with its concentration: φ is proportional to it, its largest entry 1, and its logarithms beside it. */
export interface Moving {
  readonly phi: Float64Array
  readonly logPhi: Float64Array
  concentration: number
}

/** Widths of the slices' first brackets, in ln ρ. */
const COLLAPSED_WIDTH = 1
const STANDARDIZED_WIDTH = 0.5
/** Entries count as small below so many standard errors of an empty category, and never from a half on. */
const RESOLUTION = 0.5
const LARGEST_SMALL = 0.5

/** The two moves of a learnt concentration that `slice` makes. The likelihood is to be at φ before each. */
export function createConcentrationMoves(categories: number, likelihood: MovingLikelihood) {
  const K = categories
  const otherPhi = new Float64Array(K)
  const otherLogs = new Float64Array(K)
  const standard = new Float64Array(K)

  /**
   * Draws ρ with the small entries of θ integrated out, and then these: what answers hardly tell from zero would hold ρ where it
   * is. With r_x = φ_x/β, β the sum of the other entries (m small ones, B others, all small r below δ),
   *
   *     p(ρ, θ) = p(ρ) Γ(Kρ)/Γ(ρ)^K Π_B (φ_x/β)^(ρ−1) Π_small r_x^(ρ−1) · (1 + Σ r)^(−Kρ),
   *
   * the slice is of `p(ρ) Γ(Kρ)/Γ(ρ)^K Π_B (φ_x/β)^ρ (δ^ρ/ρ)^m (1 + r̄)^(−Kρ)`, with r̄ = mδρ/(1 + ρ) for Σ r, whose mean it is; the
   * small entries are then `δ U^(1/ρ)`, and a Metropolis step takes or leaves the whole by the likelihood and Σ r.
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
    /** What the slice leaves out, at ρ and Σ r. */
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

  /**
   * Draws ρ with the entries going along: θ = γ/Σγ with γ_x ~ Gamma(ρ), and `(ln γ_x − ln ρ)/s(ρ)`, `s(ρ) = √(ρ + 1)/ρ`, stays as
   * it is. Where answers say little, so that the spread of θ and ρ hold each other, only such a move is a long one.
   */
  const moveStandardized = (rng: Rng, at: Moving): void => {
    const { phi, logPhi, concentration } = at
    let sum = 0
    for (let x = 0; x < K; x++) sum += phi[x]
    // The sum of the γ_x is independent of θ.
    const scale = drawLogGamma(rng, K * concentration) - log(sum)
    const start = log(concentration)
    for (let x = 0; x < K; x++) standard[x] = (logPhi[x] + scale - start) / spread(concentration)
    const density = (logRho: number) => {
      const rho = exp(logRho)
      const width = spread(rho)
      let value = hyperprior(logRho) + K * (log(width) - logGamma(rho))
      let top = -Infinity
      for (let x = 0; x < K; x++) {
        const log = logRho + width * standard[x]
        value += rho * log - exp(log)
        otherLogs[x] = log
        if (log > top) top = log
      }
      let total = 0
      for (let x = 0; x < K; x++) {
        otherLogs[x] -= top
        total += otherPhi[x] = exp(otherLogs[x])
      }
      value += likelihood.gain(otherPhi, total, sum)
      return Number.isNaN(value) ? -Infinity : value
    }
    // The density that was evaluated last is that of the draw.
    at.concentration = exp(sliceUpdate(rng, start, STANDARDIZED_WIDTH, density))
    logPhi.set(otherLogs)
    phi.set(otherPhi)
  }
  return { moveCollapsed, moveStandardized }
}

function hyperprior(logRho: number): number {
  const z = (logRho - log(HYPERPRIOR.median)) / HYPERPRIOR.sd
  return (-z * z) / 2
}

/** About the standard deviation of the logarithm of a Gamma(ρ) variable. */
function spread(rho: number): number {
  return Math.sqrt(rho + 1) / rho
}
