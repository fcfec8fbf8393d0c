import { mean, sampleStandardDeviation } from 'simple-statistics'
import { square } from '../elementary/square.ts'

/** A mean over runs, and its standard error; null for a single run. */
export interface MeanWithError {
  readonly mean: number
  readonly standardError: number | null
}

/** The mean of values, and its standard error if there are at least two. */
export function meanWithError(values: number[]): MeanWithError {
  return {
    mean: mean(values),
    standardError: values.length > 1 ? sampleStandardDeviation(values) / Math.sqrt(values.length) : null,
  }
}

/**
 * A ratio of two means over the same runs, `Σ a/Σ b`, and its standard error by the delta method. Shared variation, such as a run that is
 * hard for both, cancels.
 *
 * @example
 * ratioOfMeans([[1, 2], [3, 6]]) // { mean: 0.5, standardError: 0 }
 */
export function ratioOfMeans(pairs: readonly (readonly [a: number, b: number])[]): MeanWithError {
  const n = pairs.length
  const base = pairs.reduce((sum, [, b]) => sum + b, 0)
  const ratio = pairs.reduce((sum, [a]) => sum + a, 0) / base
  const squares = pairs.reduce((sum, [a, b]) => sum + square(a - ratio * b), 0)
  return { mean: ratio, standardError: n > 1 ? Math.sqrt((squares * n) / (n - 1)) / base : null }
}
