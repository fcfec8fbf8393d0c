import { climb, type Top } from '../posterior/mode/climb.ts'
import { MOST_DENSE } from '../posterior/moves/metric.ts'
import { precisionAt } from './curvature.ts'
import type { RegressionTarget } from './regression-target.ts'

/** ln τ at which chains and climbs begin: τ = ½. */
export const FIRST_LOG_TAU = -Math.LN2
/** Tolerance of the climb. It is small because the mode is displayed. */
const TOLERANCE = 1e-12

/**
 * The mode of the parameters. With random terms, τ is fixed at ½, because there need not be a joint mode with τ. If there are too many
 * effects for a dense matrix, the mode of the coefficients without effects.
 */
export function modeOf(target: RegressionTarget): Top {
  const { dimension, fixed } = target
  const size = dimension <= MOST_DENSE ? dimension : fixed
  target.logTaus.fill(FIRST_LOG_TAU)
  const all = new Float64Array(dimension)
  const gradient = new Float64Array(dimension)
  const within = (z: Float64Array) => {
    all.set(z)
    return all
  }
  const hill = {
    value: (z: Float64Array) => target.value(within(z)),
    evaluate(z: Float64Array, out: Float64Array) {
      const value = target.evaluate(within(z), gradient)
      out.set(gradient.subarray(0, size))
      return value
    },
  }
  return climb(hill, z => precisionAt(target, within(z), size), new Float64Array(size), TOLERANCE)
}
