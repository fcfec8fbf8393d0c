import type { OrderedQuestion } from '../../domain/question.ts'
import type { Scalar } from '../../query/scalar.ts'
import { INTERVAL_LEVEL } from './interval-json.ts'

/** The quantiles in output. */
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9] as const

/** An estimate of a number as plain data, with 95 % intervals unless another level is given. */
export type NumericEstimateJSON = ReturnType<typeof numericJSON>

/** JSON of an estimate of a number. */
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
export function numericJSON(estimate: Written, level = INTERVAL_LEVEL) {
  const { lower, upper } = estimate.band(level)
  const toJSON = (scalar: Scalar) => scalarJSON(scalar, level)
  return {
    question: estimate.question,
    level,
    density: Array.from(estimate.density),
    band: { lower: Array.from(lower), upper: Array.from(upper) },
    below: toJSON(estimate.below),
    above: toJSON(estimate.above),
    ...numberJSON(estimate, level),
  }
}

/** The mean and the quantiles of a number as JSON data. */
export function numberJSON(
  { expectation, quantile }: Pick<Written, 'expectation' | 'quantile'>,
  level = INTERVAL_LEVEL,
) {
  return {
    expectation: scalarJSON(expectation, level),
    quantiles: QUANTILES.map(p => ({ p, ...scalarJSON(quantile(p), level) })),
  }
}

/** A number as plain data, with its 95 % interval unless another level is given. */
export interface ScalarJSON {
  readonly mean: number
  readonly sd: number
  readonly lower: number
  readonly upper: number
}

export function scalarJSON({ mean, sd, interval }: Scalar, level = INTERVAL_LEVEL): ScalarJSON {
  const [lower, upper] = interval(level)
  return { mean, sd, lower, upper }
}
