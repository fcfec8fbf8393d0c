import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { logGamma } from '../../elementary/log-gamma.ts'
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

/** Width of the slice's first bracket, in ln ρ. */
const WIDTH = 0.5

/**
 * Draws ρ with the entries going along: θ = γ/Σγ with γ_x ~ Gamma(ρ), and `(ln γ_x − ln ρ)/s(ρ)`, `s(ρ) = √(ρ + 1)/ρ`, stays as
 * it is. Where answers say little, so that the spread of θ and ρ hold each other, only such a move is a long one.
 */
export function createStandardizedMove(categories: number, likelihood: Pick<MovingLikelihood, 'gain'>) {
  const K = categories
  const otherPhi = new Float64Array(K)
  const otherLogs = new Float64Array(K)
  const standard = new Float64Array(K)
  return (rng: Rng, at: Moving): void => {
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
    at.concentration = exp(sliceUpdate(rng, start, WIDTH, density))
    logPhi.set(otherLogs)
    phi.set(otherPhi)
  }
}

/** The law of ln ρ beforehand, up to a constant. */
export function hyperprior(logRho: number): number {
  const z = (logRho - log(HYPERPRIOR.median)) / HYPERPRIOR.sd
  return (-z * z) / 2
}

/** About the standard deviation of the logarithm of a Gamma(ρ) variable. */
function spread(rho: number): number {
  return Math.sqrt(rho + 1) / rho
}
