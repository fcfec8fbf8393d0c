import { sampleQuantile } from '../arrays/sample-quantile.ts'
import { requireNumber, requireOptions } from '../check/check.ts'
import { sumSensitivity } from './adjacency.ts'
import { borderNear, midpoint } from './cells.ts'
import { drawCell } from './interval-law.ts'
import { requireScale } from './limits.ts'
import { mixing } from './mixing.ts'
import { rankCosts } from './rank-costs.ts'
import { GROUPED_VALUES, type GroupedValues, readValues } from './value-groups.ts'

/** People with privacy levels by group, and the quantile to release. */
export interface PooledQuantileOptions extends GroupedValues {
  /** Which quantile: ½ for the median. */
  readonly probability: number
  /** Variance of one value, known beforehand; it enters the weights alone. */
  readonly variance: number
}

const OPTIONS = { ...GROUPED_VALUES, probability: true, variance: true } as const

/** A pooled quantile, with its mixture. */
export interface PooledQuantile {
  /** The private estimate: the weighted mean of the groups' quantiles. */
  readonly estimate: number
  /** Share of each group in the estimate; they sum to one. */
  readonly weights: Float64Array
  /** Each group's own quantile, private at its level; for public groups the plain sample quantile. */
  readonly quantiles: Float64Array
}

/**
 * A quantile of people with different privacy levels: one exponential mechanism for each group, mixed with the weights
 * that are best for means (`pooledMean`).
 *
 * Group by group, an answer with i of the n values below it has density ∝ `exp(−ε |i − probability·n|/(2Δ))` on the range, with `Δ = 1` for
 * `replace-one` and `Δ = max(probability, 1 − probability)` for `add-remove`. Everyone in group i is protected at ε_i, up to the rounding
 * described in `drawCell`. The weights take the counts as public.
 *
 * Ferrando, Gillenwater and Kulesza, "Combining public and private data"; Smith (2011), algorithm 2.
 *
 * @throws RangeError that names the argument, for an empty group, a value outside the range without `clamp`, one
 *   that is not finite, an epsilon that is not positive, a probability outside [0, 1], a variance outside 1e±50, an
 *   unknown adjacency
 * @example
 * const groups = [{ values: [3, 1, 2], epsilon: Infinity }]
 * const options = { probability: 0.5, range: [0, 10], adjacency: 'replace-one', variance: 1 } as const
 * pooledQuantile({ groups, ...options }).estimate // 2
 */
export function pooledQuantile(options: PooledQuantileOptions): PooledQuantile {
  requireOptions(options, OPTIONS)
  const probability = requireNumber('probability', options.probability, { min: 0, max: 1 })
  const variance = requireScale('variance', options.variance)
  const { groups, range, adjacency, rng } = readValues(options)
  const { weights } = mixing({
    counts: groups.map(group => group.values.length),
    epsilons: groups.map(group => group.epsilon),
    variance,
    sensitivity: sumSensitivity({ range, adjacency }),
  })
  const quantiles = Float64Array.from(groups, ({ values, epsilon }) => {
    const sorted = values.sort()
    if (epsilon === Infinity) return sampleQuantile(sorted, probability)
    const borders = sorted.map(value => borderNear(value, range))
    return midpoint(drawCell(borders, rankCosts(values.length, epsilon, probability, adjacency), rng), range)
  })
  const estimate = quantiles.reduce((total, quantile, i) => total + weights[i] * quantile, 0)
  return { estimate, weights, quantiles }
}
