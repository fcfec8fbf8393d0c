import { exp } from '../../elementary/exp.ts'
import { drawExponential } from '../../random/exponential.ts'
import type { Rng } from '../../random/rng.ts'
import { sliceUpdate } from '../moves/slice-update.ts'
import { softmax } from '../moves/softmax-target.ts'
import type { GroupLikelihood } from './group-likelihood.ts'
import type { PooledPlace } from './pooled-place.ts'
import type { PooledTarget } from './pooled-target.ts'
import { createQuantileMoves } from './quantile-moves.ts'

/** Width of the slice's first bracket, of the logarithm of a stretch. */
const WIDTH = 0.3
/** Largest number of parameters moved in one step. */
const MOST_PARAMETERS = 20
/** Number of parameters between two corrections: with more, the errors of the surrogates add up, and hardly any move is accepted. */
const PARAMETERS_AT_ONCE = 5

/**
 * Moves of all groups together, for uninformative answers. With these, the categories that data augmentation fills in would hold α and m in
 * place. One is a slice along the orbit of a group of transformations, the others keep quantiles (`createQuantileMoves`):
 *
 *     stretch by c = e^s:   α′ = α/c²,  ln θ′_g = ln m + c (ln θ_g − ln m), renormalised;  volume c^{G(K−1)}
 *     parameter αm_x:       each θ_gx stays at its quantile under the prior
 *
 * They are made by the surrogates of the likelihoods, some at a time, in an order that is as likely as its reverse; the outcome is then
 * accepted or rejected by the error of the surrogates.
 *
 * @see Liu, Sabatti (2000), Generalised Gibbs sampler and multigrid Monte Carlo for Bayesian computation; Christen, Fox (2005), Markov
 * chain Monte Carlo using an approximation
 */
export function createJointMoves(K: number, groups: readonly GroupLikelihood[], target: PooledTarget) {
  const G = groups.length
  const theta = new Float64Array(K)
  const sums = new Float64Array(K)
  const moveParameters = createQuantileMoves(K, groups, target)
  const parameters = Math.min(K, MOST_PARAMETERS)
  const chosen = new Int32Array(Math.min(K, PARAMETERS_AT_ONCE))
  const before = {
    logAlpha: 0,
    logMean: new Float64Array(K),
    logTheta: groups.map(() => new Float64Array(K)),
  }
  /** The state before the stretch. */
  let from: PooledPlace
  const stretched = (s: number) => {
    const { logAlpha, logMean, logTheta } = from
    const slope = exp(s)
    let value = target.volume(s)
    sums.fill(0)
    for (let g = 0; g < G; g++) {
      const row = logTheta[g]
      for (let x = 0; x < K; x++) theta[x] = logMean[x] + slope * (row[x] - logMean[x])
      for (let x = 0; x < K; x++) sums[x] += theta[x]
      const total = softmax(theta, theta)
      for (let x = 0; x < K; x++) sums[x] -= total
      value += groups[g].surrogate(theta)
    }
    return value + target.prior(logAlpha - 2 * s, logMean, sums)
  }
  const stretch = (rng: Rng, place: PooledPlace) => {
    from = place
    const { logMean, logTheta } = place
    const s = sliceUpdate(rng, 0, WIDTH, stretched)
    const slope = exp(s)
    place.logAlpha -= 2 * s
    for (let g = 0; g < G; g++) {
      const row = logTheta[g]
      for (let x = 0; x < K; x++) row[x] = logMean[x] + slope * (row[x] - logMean[x])
      const total = softmax(row, theta)
      for (let x = 0; x < K; x++) row[x] -= total
    }
  }
  const correction = ({ logTheta }: PooledPlace) => {
    let value = 0
    for (let g = 0; g < G; g++) {
      softmax(logTheta[g], theta)
      value += groups[g].correction(theta)
    }
    return value
  }
  /** Returns the correction at the place that it leaves, given the one at which it starts. */
  const moveSome = (
    rng: Rng,
    place: PooledPlace,
    categories: Int32Array,
    isStretched: boolean,
    start: number,
  ): number => {
    before.logAlpha = place.logAlpha
    before.logMean.set(place.logMean)
    for (let g = 0; g < G; g++) before.logTheta[g].set(place.logTheta[g])
    const isStretchedFirst = rng.uniform() < 0.5
    if (isStretched && isStretchedFirst) stretch(rng, place)
    moveParameters(rng, place, categories)
    if (isStretched && !isStretchedFirst) stretch(rng, place)
    const end = correction(place)
    if (-drawExponential(rng) < end - start) return end
    place.logAlpha = before.logAlpha
    place.logMean.set(before.logMean)
    for (let g = 0; g < G; g++) place.logTheta[g].set(before.logTheta[g])
    return start
  }
  return (rng: Rng, place: PooledPlace) => {
    const first = rng.integer(K)
    let value = correction(place)
    for (let moved = 0; moved < parameters; moved += PARAMETERS_AT_ONCE) {
      const some = chosen.subarray(0, Math.min(PARAMETERS_AT_ONCE, parameters - moved))
      for (let i = 0; i < some.length; i++) some[i] = (first + moved + i) % K
      if (rng.uniform() < 0.5) some.reverse()
      value = moveSome(rng, place, some, moved === 0, value)
    }
  }
}
