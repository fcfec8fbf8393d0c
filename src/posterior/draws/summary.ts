import { sampleQuantile } from '../../arrays/sample-quantile.ts'
import { requireNumber } from '../../check/check.ts'
import { LEVEL_RANGE } from '../../check/ranges.ts'
import { square } from '../../elementary/square.ts'

/** Summary of draws of θ, category by category. */
export interface PosteriorSummary {
  /** Posterior mean, the estimate; sums to one. */
  readonly mean: Float64Array
  /** Posterior standard deviation. */
  readonly sd: Float64Array
  /** The p-quantile of each category's probability, p from 0 to 1. */
  quantile(p: number): Float64Array
  /**
   * Central credible interval of each category: `[lower, upper]`, level above 0 and below 1. With S effective draws it misses with the
   * probability `1 − level + 2/S`. Levels beyond 99 % therefore need more draws than the default: at least `4/(1 − level)`, for 99.9 % by
   * `target: { ess: 4000 }`. `warningsFor(level)` of an estimate warns if there are too few.
   */
  interval(level: number): [lower: Float64Array, upper: Float64Array]
  /** The draws themselves, `[number of draws × K]`, row-major. */
  readonly draws: Float64Array
}

/** Summarizes draws of θ, given row by row. */
export function summarize(draws: Float64Array, categories: number): PosteriorSummary {
  const count = draws.length / categories
  const mean = new Float64Array(categories)
  const sd = new Float64Array(categories)
  for (let at = 0; at < draws.length; at++) mean[at % categories] += draws[at] / count
  for (let at = 0; at < draws.length; at++) {
    sd[at % categories] += square(draws[at] - mean[at % categories]) / Math.max(1, count - 1)
  }
  for (let x = 0; x < categories; x++) sd[x] = Math.sqrt(sd[x])

  // One buffer for all categories in turn, because sorting all of them at once would take as much memory as the draws.
  const quantiles = (...probabilities: number[]) => {
    const vectors = probabilities.map(() => new Float64Array(categories))
    const sorted = new Float64Array(count)
    for (let x = 0; x < categories; x++) {
      for (let i = 0; i < count; i++) sorted[i] = draws[i * categories + x]
      sorted.sort()
      for (const [i, p] of probabilities.entries()) vectors[i][x] = sampleQuantile(sorted, p)
    }
    return vectors
  }
  return {
    mean,
    sd,
    draws,
    quantile: p => quantiles(requireNumber('p', p, { min: 0, max: 1 }))[0],
    interval(level) {
      requireNumber('level', level, LEVEL_RANGE)
      const [lower, upper] = quantiles((1 - level) / 2, (1 + level) / 2)
      return [lower, upper]
    },
  }
}

/** A value of each draw in ArviZ's layout: chain by chain, then draw by draw. Draws are numbered from 0 over all chains. */
export function byDraw<T>(chains: number, draws: number, value: (draw: number) => T): T[][] {
  return Array.from({ length: chains }, (_, chain) =>
    Array.from({ length: draws }, (__, draw) => value(chain * draws + draw)),
  )
}
