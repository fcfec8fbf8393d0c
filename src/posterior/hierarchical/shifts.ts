import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import type { Rng } from '../../random/rng.ts'
import { sliceUpdate } from '../moves/slice-update.ts'
import type { GroupLikelihood } from './group-likelihood.ts'
import type { PooledPlace } from './pooled-place.ts'
import type { PooledTarget } from './pooled-target.ts'

/** Width of the slice's first bracket. */
const WIDTH = 0.3
/** A category takes no more of a group than leaves the others this share together, whose square is still a double. */
const LEAST_REST = 1e-140

/**
 * Shifts of random categories, each more or less likely in all groups and in their mean at once. A trial costs a few operations for each
 * group and a Dirichlet density, whatever the number of categories.
 */
export function createShifts(K: number, groups: readonly GroupLikelihood[], target: PooledTarget) {
  const G = groups.length
  /** The θ_g and, of each, the sum of all entries but the one that moves; the same of m. */
  const phi = groups.map(() => new Float64Array(K))
  const rests = new Float64Array(G)
  let [own, rest] = [0, 0]
  /** The sums of ln θ_gx over the groups at the start, and at the trial; ln m at the trial. */
  const sums = new Float64Array(K)
  const trialSums = new Float64Array(K)
  const trialMean = new Float64Array(K)
  let x = 0
  let from: PooledPlace
  const density = (s: number) => {
    const factor = exp(s)
    let value = 0
    let fall = 0
    for (let g = 0; g < G; g++) {
      const moved = factor * phi[g][x]
      const total = rests[g] + moved
      if (!(rests[g] > LEAST_REST * total)) return -Infinity
      fall += log(total / (rests[g] + phi[g][x]))
      value += groups[g].moving.withShare(x, moved / total, rests[g] / total)
    }
    const meanFall = log((rest + factor * own) / (rest + own))
    for (let y = 0; y < K; y++) {
      trialSums[y] = sums[y] - fall
      trialMean[y] = from.logMean[y] - meanFall
    }
    trialSums[x] += G * s
    trialMean[x] += s
    return value + target.prior(from.logAlpha, trialMean, trialSums)
  }
  const shiftOne = (rng: Rng) => {
    x = rng.integer(K)
    own = exp(from.logMean[x])
    rest = 0
    for (let y = 0; y < K; y++) if (y !== x) rest += exp(from.logMean[y])
    sums.fill(0)
    for (let g = 0; g < G; g++) {
      rests[g] = 0
      for (let y = 0; y < K; y++) {
        sums[y] += from.logTheta[g][y]
        if (y !== x) rests[g] += phi[g][y]
      }
      // In double precision the category has all of this group, and stays: the others have to grow first.
      if (!(rests[g] > LEAST_REST * (rests[g] + phi[g][x]))) return
      groups[g].moving.setAside(x, phi[g][x], rests[g])
    }
    const s = sliceUpdate(rng, 0, WIDTH, density)
    // Once more at the outcome: the last trial may have been another one.
    density(s)
    from.logMean.set(trialMean)
    const factor = exp(s)
    for (let g = 0; g < G; g++) {
      const moved = factor * phi[g][x]
      const fall = log((rests[g] + moved) / (rests[g] + phi[g][x]))
      for (let y = 0; y < K; y++) from.logTheta[g][y] -= fall
      from.logTheta[g][x] += s
      phi[g][x] = moved
      groups[g].moving.putBack(x, moved, rests[g])
    }
  }
  /** Shifts `count` categories by the surrogates of the likelihoods. */
  return (rng: Rng, place: PooledPlace, count: number) => {
    from = place
    for (let g = 0; g < G; g++) {
      for (let y = 0; y < K; y++) phi[g][y] = exp(place.logTheta[g][y])
      groups[g].moving.goTo(phi[g])
    }
    for (let i = 0; i < count; i++) shiftOne(rng)
  }
}
