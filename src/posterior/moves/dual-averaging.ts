import { requireInteger, requireNumber, requireOptions } from '../../check/check.ts'
import { log } from '../../elementary/log.ts'
import { pow } from '../../elementary/pow.ts'

/** The mean acceptance probability that step sizes are tuned to. */
const ACCEPTANCE = 0.8

/** The state of dual averaging, plain data (Hoffman, Gelman 2014, section 3.2, with their constants). */
export interface DualAveraging {
  readonly count: number
  readonly centre: number
  readonly error: number
  readonly logStep: number
  /** Average of `logStep`, weighted towards the latest values: the logarithm of the step size to keep in the end. */
  readonly logAverage: number
}

export function startDualAveraging(stepSize: number): DualAveraging {
  const logStep = log(stepSize)
  return { count: 0, centre: log(10 * stepSize), error: 0, logStep, logAverage: logStep }
}

/** @throws RangeError unless the data are a state of dual averaging */
export function requireDualAveraging(argument: string, data: DualAveraging): void {
  const names = { count: true, centre: true, error: true, logStep: true, logAverage: true } as const
  const { count, centre, error, logStep, logAverage } = requireOptions(data, names, argument)
  requireInteger(`${argument}.count`, count, 0)
  requireNumber(`${argument}.error`, error, { min: -1, max: 1 })
  requireNumber(`${argument}.centre`, centre)
  requireNumber(`${argument}.logStep`, logStep)
  requireNumber(`${argument}.logAverage`, logAverage)
}

/** @param aim the mean acceptance probability to tune to; nearer to 1 if the curvature varies much */
export function updateDualAveraging(
  state: DualAveraging,
  acceptance: number,
  aim: number = ACCEPTANCE,
): DualAveraging {
  const count = state.count + 1
  const error = state.error + (aim - acceptance - state.error) / (count + 10)
  const logStep = state.centre - (Math.sqrt(count) / 0.05) * error
  const weight = pow(count, -0.75)
  return {
    ...state,
    count,
    error,
    logStep,
    logAverage: state.logAverage + weight * (logStep - state.logAverage),
  }
}
