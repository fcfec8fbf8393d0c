import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawLogGamma } from '../../random/gamma.ts'
import type { Rng } from '../../random/rng.ts'
import { logGamma } from '../../special/log-gamma.ts'
import { gammaLike, LARGEST, logQuantile, logYOf, yOf } from '../moves/gamma-like.ts'
import { sliceUpdate } from '../moves/slice-update.ts'
import type { GroupLikelihood } from './group-likelihood.ts'
import { type PooledPlace, shapeOf } from './pooled-place.ts'
import type { PooledTarget } from './pooled-target.ts'

/** Width of the slice's first bracket, in ln ρ. */
const WIDTH = 1
/** Smallest share of all other categories in a group. Its square is still a double. */
const LEAST_REST = 1e-140

/**
 * Moves of one category's Dirichlet parameter `ρ_x = α m_x`, and with it of α and m, that take the category along in every group. Let `θ_g
 * = γ_g/Σγ_g` with γ_gx ~ Gamma(ρ_x): while ρ_x moves, each γ_gx stays at its quantile, by a law close to the Gamma law (see
 * `createQuantileMove`, which does this for one group). With uninformative answers, θ and its prior hold each other in place, and only such
 * joint moves are long. A trial costs a few operations for each group, whatever the number of categories.
 *
 * @see Papaspiliopoulos, Roberts, Sköld (2007), A general framework for the parametrization of hierarchical models
 */
export function createQuantileMoves(K: number, groups: readonly GroupLikelihood[], target: PooledTarget) {
  const G = groups.length
  const phi = groups.map(() => new Float64Array(K))
  const rests = new Float64Array(G)
  /** The sum of each group's γ, which is independent of θ. */
  const scales = new Float64Array(G)
  const quantiles = new Float64Array(G)
  const logGammas = new Float64Array(G)
  const shapes = new Float64Array(K)
  let x = 0
  let otherShapes = 0
  let from: PooledPlace
  const density = (logShape: number) => {
    const rho = exp(logShape)
    const { shape, power, logRate } = gammaLike(rho)
    let value = target.shapes(log(otherShapes + rho), logShape) - G * (logGamma(rho) + log(shape * power))
    for (let g = 0; g < G; g++) {
      const logV = quantiles[g] / shape
      const v = exp(logV)
      const y = yOf(v, logV)
      const logY = logYOf(v, logV, y)
      if (!(y <= LARGEST)) return -Infinity
      const logGammaX = logY / power - logRate
      value += rho * logGammaX - exp(logGammaX) + y + logV - logY
      logGammas[g] = logGammaX - scales[g]
      const moved = exp(logGammas[g])
      const total = rests[g] + moved
      if (!(rests[g] > LEAST_REST * total)) return -Infinity
      value += groups[g].moving.withShare(x, moved / total, rests[g] / total)
    }
    return Number.isNaN(value) ? -Infinity : value
  }
  const moveOne = (rng: Rng) => {
    otherShapes = 0
    for (let y = 0; y < K; y++) if (y !== x) otherShapes += shapes[y]
    const now = gammaLike(shapes[x])
    for (let g = 0; g < G; g++) {
      rests[g] = 0
      for (let y = 0; y < K; y++) if (y !== x) rests[g] += phi[g][y]
      // In double precision the category has all mass of this group. It stays until the others have grown.
      if (!(rests[g] > LEAST_REST * (rests[g] + phi[g][x]))) return
      const logY = now.power * (from.logTheta[g][x] + scales[g] + now.logRate)
      const y = exp(logY)
      if (!(y <= LARGEST)) return
      quantiles[g] = now.shape * logQuantile(y, logY)
      groups[g].moving.setAside(x, phi[g][x], rests[g])
    }
    const start = log(shapes[x])
    const next = sliceUpdate(rng, start, WIDTH, density)
    if (next === start) {
      for (let g = 0; g < G; g++) groups[g].moving.putBack(x, phi[g][x], rests[g])
      return
    }
    density(next)
    shapes[x] = exp(next)
    for (let g = 0; g < G; g++) {
      from.logTheta[g][x] = logGammas[g]
      phi[g][x] = exp(logGammas[g])
      groups[g].moving.putBack(x, phi[g][x], rests[g])
    }
  }
  /** Moves these categories, one after the other, by the surrogates of the likelihoods. */
  return (rng: Rng, place: PooledPlace, categories: Int32Array) => {
    from = place
    const alpha = exp(place.logAlpha)
    for (let y = 0; y < K; y++) shapes[y] = shapeOf(alpha, place.logMean[y])
    for (let g = 0; g < G; g++) {
      scales[g] = drawLogGamma(rng, alpha)
      for (let y = 0; y < K; y++) phi[g][y] = exp(place.logTheta[g][y])
      groups[g].moving.goTo(phi[g])
    }
    for (x of categories) moveOne(rng)
    let sum = 0
    for (let y = 0; y < K; y++) sum += shapes[y]
    place.logAlpha = log(sum)
    for (let y = 0; y < K; y++) place.logMean[y] = log(shapes[y]) - place.logAlpha
    for (let g = 0; g < G; g++) {
      let total = 0
      for (let y = 0; y < K; y++) total += phi[g][y]
      const logTotal = log(total)
      for (let y = 0; y < K; y++) place.logTheta[g][y] -= logTotal
    }
  }
}
