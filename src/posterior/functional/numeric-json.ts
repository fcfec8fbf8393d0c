import type { NumericEstimate } from './numeric-estimate.ts'
import type { Scalar } from './scalar.ts'

/** The quantiles that are written. */
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9] as const

export type NumericEstimateJSON = ReturnType<typeof numericJSON>

/** An estimate of a number as JSON data, with its intervals at one level. */
export function numericJSON(estimate: NumericEstimate, level = 0.95) {
  const { lower, upper } = estimate.band(level)
  const written = (scalar: Scalar) => scalarJSON(scalar, level)
  return {
    question: estimate.question,
    level,
    density: Array.from(estimate.density),
    band: { lower: Array.from(lower), upper: Array.from(upper) },
    below: written(estimate.below),
    above: written(estimate.above),
    expectation: written(estimate.expectation),
    quantiles: QUANTILES.map(p => ({ p, ...written(estimate.quantile(p)) })),
  }
}

function scalarJSON({ mean, sd, interval }: Scalar, level: number) {
  const [lower, upper] = interval(level)
  return { mean, sd, lower, upper }
}
