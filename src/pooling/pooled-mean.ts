import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { cryptoRng } from '../random/crypto.ts'
import { requireRng } from '../random/require-rng.ts'
import type { Rng } from '../random/rng.ts'
import { requireEpsilon, requireMagnitude, requireScale } from './limits.ts'
import { type Mixing, mixing } from './mixing.ts'
import { noisySum } from './noisy-sum.ts'
import { requireGroups } from './value-groups.ts'

/** A group, represented by its sum. */
export interface SumGroup {
  /** Number of summed values, which is taken to be public. */
  readonly count: number
  /** Sum of the values, each clamped to the range beforehand. */
  readonly sum: number
  /** Their privacy level; Infinity for public data. */
  readonly epsilon: number
}

/** Sums of groups with privacy levels of their own. */
export interface PooledMeanOptions {
  /** The sums, by privacy level. */
  readonly groups: readonly SumGroup[]
  /** Variance of one value, known beforehand and the same in all groups. */
  readonly variance: number
  /** Largest change of a sum by one person; see `sumSensitivity`. */
  readonly sensitivity: number
  /** The noise on each sum, if it has been drawn already; by default, it is drawn here. */
  readonly noise?: ArrayLike<number>
  /** The source of noise; default: the operating system's generator. */
  readonly rng?: Rng
}

/** A pooled mean, with its mixture. */
export interface PooledMean extends Mixing {
  /** The private mean. */
  readonly estimate: number
}

/**
 * The mean of people with different privacy levels, by the mixture of group means that has the least variance.
 *
 * `Σ w_i (Σ_i + Lap(S/ε_i))/n_i` with `w_i ∝ 1/v_i`, `v_i = (n_i σ² + 2 S²/ε_i²)/n_i²`; public groups get no noise. Everyone in group i is
 * protected at ε_i: each person is in one group only, and the weights do not depend on the values. Noise is drawn on a grid (see
 * `noisySum`). Two things are up to the caller. The counts are used as they are: if they are secret, too (`add-remove`), pass privately
 * counted ones. And the sensitivity is that of the sums as passed: it must include the error of an inexact summation of n values.
 *
 * Ferrando, Gillenwater and Kulesza, "Combining public and private data". With one public and one private group no
 * threshold of the Sample mechanism (`personalizedMean`) has a smaller variance; with several private groups one
 * often does.
 *
 * @throws RangeError that names the argument, for no groups, a count below 1, an epsilon that is not positive,
 *   a sum that is not finite, a variance or sensitivity outside 1e±50, or a noise of another length
 * @example
 * const groups = [
 *   { count: 100, sum: 12.5, epsilon: Infinity },
 *   { count: 1000, sum: -310, epsilon: 0.1 },
 * ]
 * const result = pooledMean({ groups, variance: 25, sensitivity: 15, noise: [0, 87.25] })
 * result.estimate // -0.1466796875
 * result.weights // Float64Array [0.21875, 0.78125]
 */
export function pooledMean(options: PooledMeanOptions): PooledMean {
  requireOptions(options, { groups: true, variance: true, sensitivity: true, noise: true, rng: true })
  const groups = requireGroups(options.groups, 'count, sum and epsilon')
  groups.forEach((group, i) => {
    requireInteger(`groups[${i}].count`, group.count, 1)
    requireMagnitude(`groups[${i}].sum`, group.sum)
    requireEpsilon(`groups[${i}].epsilon`, group.epsilon)
  })
  const variance = requireScale('variance', options.variance)
  const sensitivity = requireScale('sensitivity', options.sensitivity)
  const { noise, rng = cryptoRng() } = options
  requireRng(rng)
  if (noise !== undefined) {
    if (noise?.length !== groups.length) refuse('noise', noise, `a vector of ${groups.length} numbers`)
    for (let i = 0; i < noise.length; i++) requireNumber(`noise[${i}]`, noise[i])
  }
  const result = mixing({
    counts: groups.map(group => group.count),
    epsilons: groups.map(group => group.epsilon),
    variance,
    sensitivity,
  })
  const estimate = groups.reduce((total, { count, sum, epsilon }, i) => {
    const noisy = noise === undefined ? noisySum(sum, sensitivity, epsilon, rng) : sum + noise[i]
    return total + (result.weights[i] * noisy) / count
  }, 0)
  return { estimate, ...result }
}
