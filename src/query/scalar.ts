import { sampleQuantile } from '../arrays/sample-quantile.ts'
import { mean, variance } from '../arrays/sums.ts'
import { requireNumber } from '../check/check.ts'
import { LEVEL_RANGE } from '../check/ranges.ts'

/** Posterior of a single number. */
export interface Scalar {
  /** Posterior mean. */
  readonly mean: number
  /** Posterior standard deviation. */
  readonly sd: number
  /** The p-quantile, for p from 0 to 1. */
  quantile(p: number): number
  /** The central credible interval, for a level above 0 and below 1. */
  interval(level: number): [lower: number, upper: number]
}

/**
 * The posterior of a number, from its value at each draw.
 *
 * @example
 * scalarOf([1, 2, 3]).mean // 2
 */
export function scalarOf(values: ArrayLike<number>): Scalar {
  let sorted: Float64Array | undefined
  const at = (p: number) => {
    sorted ??= Float64Array.from(values).sort()
    return sampleQuantile(sorted, p)
  }
  return {
    mean: mean(values),
    sd: values.length > 1 ? Math.sqrt(variance(values)) : 0,
    quantile: p => at(requireNumber('p', p, { min: 0, max: 1 })),
    interval(level) {
      requireNumber('level', level, LEVEL_RANGE)
      return [at((1 - level) / 2), at((1 + level) / 2)]
    },
  }
}
