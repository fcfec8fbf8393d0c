import { climb, type Top } from '../posterior/mode/climb.ts'
import { MOST_DENSE } from '../posterior/moves/metric.ts'
import { precisionAt } from './curvature.ts'
import type { RegressionTarget } from './regression-target.ts'

/** ln τ where chains and climbs begin: τ = ½. */
export const FIRST_LOG_TAU = -Math.LN2
/** The mode is shown, so that the climb goes on until it is right to many digits. */
const TOLERANCE = 1e-12

/**
 * The mode of the coefficients. With a random intercept it is that of coefficients and group effects at τ = ½, since together with τ
 * they need not have one; or, where the effects are too many for a dense matrix, of the coefficients where there are none.
 */
export function modeOf(target: RegressionTarget): Top {
  const { dimension, fixed, law } = target
  const size = law.groups > 0 && dimension - 1 <= MOST_DENSE ? dimension - 1 : fixed
  const all = new Float64Array(dimension)
  if (law.groups > 0) all[dimension - 1] = FIRST_LOG_TAU
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
