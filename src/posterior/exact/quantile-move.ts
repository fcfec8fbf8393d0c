import { exp } from '../../elementary/exp.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { log } from '../../elementary/log.ts'
import { logGamma } from '../../elementary/log-gamma.ts'
import { log1p } from '../../elementary/log1p.ts'
import { drawLogGamma } from '../../random/gamma.ts'
import type { Rng } from '../../random/rng.ts'
import { hyperprior } from '../contract/prior.ts'
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
/** Below, `1 − e^−y` is y, up to half of its square. */
const SMALL = 1e-6
/** Of entries whose y is below `e^` this, only the sum of their quantiles is asked for, as long as they stay below `e^NOTHING` of the largest. */
const DEEP = -200
const NOTHING = -60
/** Quantiles of larger y are too near to 1 to tell where they come from. */
const LARGEST = 600

/**
 * Draws ρ with the entries going along: θ = γ/Σγ with γ_x ~ Gamma(ρ), and each γ_x stays at its quantile, as nearly as a law says it whose
 * quantiles are known, the exponentiated Weibull law `F(γ) = (1 − e^−y)^a, y = (bγ)^c`. With `u_x = ln F(γ_x)`,
 *
 *     p(ρ | u, answers) ∝ p(ρ) Π_x [γ_x^ρ e^−γ_x/Γ(ρ) · d ln γ_x/du_x] Pr(answers | θ),   d ln γ/du = (e^y − 1)/(a c y).
 *
 * Where answers say little, so that the spread of θ and ρ hold each other, only such a move is a long one; and the more categories there are,
 * the less may each u say about ρ: its information about ln ρ is below 0.001 for every ρ, where that of ln γ in standard units is up to
 * 0.37. Chains of 1,000 categories forget ρ in a third to a fifteenth of the steps that those took.
 *
 * @see Mudholkar, Srivastava (1993), Exponentiated Weibull family for analyzing bathtub failure-rate data. Papaspiliopoulos, Roberts,
 * Sköld (2007), A general framework for the parametrization of hierarchical models
 */
export function createQuantileMove(categories: number, likelihood: Pick<MovingLikelihood, 'gain'>) {
  const K = categories
  const otherPhi = new Float64Array(K)
  const otherLogs = new Float64Array(K)
  const quantiles = new Float64Array(K)
  /** The categories, those first that are not deep. */
  const order = new Int32Array(K)
  return (rng: Rng, at: Moving): void => {
    const { phi, logPhi, concentration } = at
    let sum = 0
    for (let x = 0; x < K; x++) sum += phi[x]
    const now = lawOf(concentration)
    // The sum of the γ_x is independent of θ.
    const scale = drawLogGamma(rng, K * concentration) - log(sum) + now.logRate
    let near = 0
    let deep = K
    let highest = -Infinity
    let sumDeep = 0
    for (let x = 0; x < K; x++) {
      const logY = now.power * (logPhi[x] + scale)
      if (logY < DEEP) {
        const quantile = now.shape * logY
        quantiles[x] = quantile
        sumDeep += quantile
        if (quantile > highest) highest = quantile
        order[--deep] = x
        otherPhi[x] = 0
        continue
      }
      const y = exp(logY)
      if (y > LARGEST) return
      quantiles[x] = now.shape * (y < SMALL ? logY - y / 2 : y < 1 ? log(-expm1(-y)) : log1p(-exp(-y)))
      order[near++] = x
    }
    /** Of the density that was evaluated last: how many of `order` it looked at one by one, and the largest ln γ. */
    let looked = near
    let largest = 0
    const density = (logRho: number) => {
      const rho = exp(logRho)
      const { shape, power, logRate } = lawOf(rho)
      let value = hyperprior(logRho) - K * (logGamma(rho) + log(shape * power))
      let top = -Infinity
      let end = K
      for (let i = 0; i < K; i++) {
        if (i === near && highest / shape / power - logRate < top + NOTHING) {
          value += rho * (sumDeep / shape / power - (K - near) * logRate)
          end = near
          break
        }
        const x = order[i]
        // ln(1 − e^−y).
        const logV = quantiles[x] / shape
        const v = exp(logV)
        const y = v < SMALL ? v : -log(-expm1(logV))
        const logY = v < SMALL ? logV + v / 2 : log(y)
        if (!(y <= LARGEST)) return -Infinity
        const ln = logY / power - logRate
        value += rho * ln - exp(ln) + y + logV - logY
        otherLogs[x] = ln
        if (ln > top) top = ln
      }
      for (let i = end; i < looked; i++) otherPhi[order[i]] = 0
      let total = 0
      for (let i = 0; i < end; i++) {
        const x = order[i]
        otherLogs[x] -= top
        total += otherPhi[x] = exp(otherLogs[x])
      }
      looked = end
      largest = top
      value += likelihood.gain(otherPhi, total, sum)
      return Number.isNaN(value) ? -Infinity : value
    }
    const start = log(concentration)
    const next = sliceUpdate(rng, start, WIDTH, density)
    if (next === start) return
    at.concentration = exp(next)
    const { shape, power, logRate } = lawOf(at.concentration)
    for (let i = looked; i < K; i++) {
      const x = order[i]
      otherLogs[x] = quantiles[x] / shape / power - logRate - largest
      otherPhi[x] = exp(otherLogs[x])
    }
    // The density that was evaluated last is that of the draw.
    logPhi.set(otherLogs)
    phi.set(otherPhi)
  }
}

/**
 * a, c and ln b of the law that is near Gamma(ρ), with a chosen, and c and b fitted to the mean and the standard deviation of ln γ: to
 * 1 % of the one, and to 3 % of the other for a mean.
 */
function lawOf(rho: number): { shape: number; power: number; logRate: number } {
  const power = Math.sqrt(1 + rho / 5)
  const w = 1 / power
  const logRate = w * (0.8935 + w * (0.3887 - 0.7211 * w)) - log1p(rho)
  return { shape: (8 * rho) / (8 + rho), power, logRate }
}
