import type { OrderedQuestion } from '../../domain/question.ts'
import type { Scalar } from '../../query/scalar.ts'

/** The quantiles that are written. */
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9] as const

/** An estimate of a number as plain data, with 95 % intervals unless another level is said. */
export type NumericEstimateJSON = ReturnType<typeof numericJSON>

/** What is written of an estimate of a number. */
interface Written {
  readonly question: OrderedQuestion
  readonly density: Float64Array
  band(level: number): { lower: Float64Array; upper: Float64Array }
  readonly below: Scalar
  readonly above: Scalar
  readonly expectation: Scalar
  quantile(p: number): Scalar
}

/** An estimate of a number as JSON data, with its intervals at one level. */
export function numericJSON(estimate: Written, level = 0.95) {
  const { lower, upper } = estimate.band(level)
  const written = (scalar: Scalar) => scalarJSON(scalar, level)
  return {
    question: estimate.question,
    level,
    density: Array.from(estimate.density),
    band: { lower: Array.from(lower), upper: Array.from(upper) },
    below: written(estimate.below),
    above: written(estimate.above),
    ...numberJSON(estimate, level),
  }
}

/** The mean and the quantiles of a number as JSON data. */
export function numberJSON(
  { expectation, quantile }: Pick<Written, 'expectation' | 'quantile'>,
  level = 0.95,
) {
  return {
    expectation: scalarJSON(expectation, level),
    quantiles: QUANTILES.map(p => ({ p, ...scalarJSON(quantile(p), level) })),
  }
}

/** A number as plain data, with its interval. */
export function scalarJSON({ mean, sd, interval }: Scalar, level = 0.95) {
  const [lower, upper] = interval(level)
  return { mean, sd, lower, upper }
}
