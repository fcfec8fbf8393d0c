import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawLogGamma } from '../../random/gamma.ts'
import type { Rng } from '../../random/rng.ts'
import { logGamma } from '../../special/log-gamma.ts'
import { hyperprior } from '../kind/prior.ts'
import type { MovingLikelihood } from '../likelihood/moving-likelihood.ts'
import { gammaLike, LARGEST, logQuantile, logYOf, yOf } from './gamma-like.ts'
import { sliceUpdate } from './slice-update.ts'

/** A moving θ and its concentration: φ is proportional to θ, and `logPhi` holds its logarithms. */
export interface Moving {
  readonly phi: Float64Array
  readonly logPhi: Float64Array
  concentration: number
}

/** Width of the slice's first bracket, in ln ρ. */
const WIDTH = 0.5
/**
 * Limit of ln y below which an entry is deep. As long as the deep entries stay below `e^LOG_NEGLIGIBLE` of the largest entry, only the sum
 * of their quantiles is needed.
 */
const LOG_UNDERFLOW = -200
const LOG_NEGLIGIBLE = -60

/**
 * Draws ρ, and moves the entries of θ along with it. Let θ = γ/Σγ with γ_x ~ Gamma(ρ): while ρ moves, each γ_x stays at its quantile.
 * The quantiles are those of a law close to the Gamma law that can be inverted in closed form, the exponentiated Weibull law
 * `F(γ) = (1 − e^−y)^a, y = (bγ)^c`. With `u_x = ln F(γ_x)`,
 *
 *     p(ρ | u, answers) ∝ p(ρ) Π_x [γ_x^ρ e^−γ_x/Γ(ρ) · d ln γ_x/du_x] Pr(answers | θ),   d ln γ/du = (e^y − 1)/(a c y).
 *
 * With uninformative answers, the spread of θ and ρ hold each other in place, and only such joint moves are long. With more categories,
 * each u_x has to contain less information about ρ: its information about ln ρ is below 0.001 for every ρ, whereas the information of ln γ
 * in standard units, which could be held fixed instead, is up to 0.37.
 *
 * @see Mudholkar, Srivastava (1993), Exponentiated Weibull family for analyzing bathtub failure-rate data. Papaspiliopoulos, Roberts,
 * Sköld (2007), A general framework for the parametrization of hierarchical models
 */
export function createQuantileMove(categories: number, likelihood: Pick<MovingLikelihood, 'gain'>) {
  const K = categories
  const otherPhi = new Float64Array(K)
  const otherLogs = new Float64Array(K)
  const quantiles = new Float64Array(K)
  /** The categories, those that are not deep first. */
  const order = new Int32Array(K)
  return (rng: Rng, at: Moving): void => {
    const { phi, logPhi, concentration } = at
    let sum = 0
    for (let x = 0; x < K; x++) sum += phi[x]
    const now = gammaLike(concentration)
    // The sum of the γ_x is independent of θ.
    const scale = drawLogGamma(rng, K * concentration) - log(sum) + now.logRate
    let shallowCount = 0
    let deepStart = K
    let highest = -Infinity
    let sumDeep = 0
    for (let x = 0; x < K; x++) {
      const logY = now.power * (logPhi[x] + scale)
      if (logY < LOG_UNDERFLOW) {
        const quantile = now.shape * logY
        quantiles[x] = quantile
        sumDeep += quantile
        if (quantile > highest) highest = quantile
        order[--deepStart] = x
        otherPhi[x] = 0
        continue
      }
      const y = exp(logY)
      if (y > LARGEST) return
      quantiles[x] = now.shape * logQuantile(y, logY)
      order[shallowCount++] = x
    }
    /** From the latest evaluation of the density: the number of entries of `order` that were visited one by one, and the largest ln γ. */
    let visited = shallowCount
    let largest = 0
    const density = (logRho: number) => {
      const rho = exp(logRho)
      const { shape, power, logRate } = gammaLike(rho)
      let value = hyperprior(logRho) - K * (logGamma(rho) + log(shape * power))
      let top = -Infinity
      let end = K
      for (let i = 0; i < K; i++) {
        if (i === shallowCount && highest / shape / power - logRate < top + LOG_NEGLIGIBLE) {
          value += rho * (sumDeep / shape / power - (K - shallowCount) * logRate)
          end = shallowCount
          break
        }
        const x = order[i]
        // ln(1 − e^−y).
        const logV = quantiles[x] / shape
        const v = exp(logV)
        const y = yOf(v, logV)
        const logY = logYOf(v, logV, y)
        if (!(y <= LARGEST)) return -Infinity
        const logGammaX = logY / power - logRate
        value += rho * logGammaX - exp(logGammaX) + y + logV - logY
        otherLogs[x] = logGammaX
        if (logGammaX > top) top = logGammaX
      }
      for (let i = end; i < visited; i++) otherPhi[order[i]] = 0
      let total = 0
      for (let i = 0; i < end; i++) {
        const x = order[i]
        otherLogs[x] -= top
        total += otherPhi[x] = exp(otherLogs[x])
      }
      visited = end
      largest = top
      value += likelihood.gain(otherPhi, total, sum)
      return Number.isNaN(value) ? -Infinity : value
    }
    const start = log(concentration)
    const next = sliceUpdate(rng, start, WIDTH, density)
    if (next === start) return
    at.concentration = exp(next)
    const { shape, power, logRate } = gammaLike(at.concentration)
    for (let i = visited; i < K; i++) {
      const x = order[i]
      otherLogs[x] = quantiles[x] / shape / power - logRate - largest
      otherPhi[x] = exp(otherLogs[x])
    }
    // The density was last evaluated at the draw itself, so that these entries belong to it.
    logPhi.set(otherLogs)
    phi.set(otherPhi)
  }
}
