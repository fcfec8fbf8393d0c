import { exp } from '../elementary/exp.ts'
import type { Metric } from '../posterior/moves/metric.ts'
import type { Target } from '../posterior/moves/nuts.ts'
import type { Route } from '../posterior/moves/tuned-nuts.ts'
import type { RegressionTarget } from './regression-target.ts'

/** Step of the finite differences, in standard deviations. */
const STEP = 0.1

/**
 * The route of a chain along a cheap approximation of a log density. The exact density accepts or rejects the outcome after each batch of
 * transitions.
 */
export function routeAlong(
  target: Target,
  density: RegressionTarget,
  metric: Metric,
  transitions: number,
): Route & Required<Pick<Route, 'excess'>> {
  const gradient = new Float64Array(target.dimension)
  return { target, metric, transitions, excess: z => density.value(z) - target.evaluate(z, gradient) }
}

/** The share of draws from an approximation q that remains effective under the weights `π(z)/q(z)`. */
export function effectiveShare(excess: (z: Float64Array) => number, draws: readonly Float64Array[]): number {
  const logs = draws.map(excess)
  const top = Math.max(...logs)
  let [sum, squares] = [0, 0]
  for (const value of logs) {
    const weight = exp(value - top)
    sum += weight
    squares += weight * weight
  }
  return (sum * sum) / (squares * draws.length)
}

/**
 * The negative Hessian by central differences of the gradient, row-major.
 *
 * @param sds rough standard deviations of the parameters
 */
export function negativeHessian(target: Target, mode: Float64Array, sds: Float64Array): Float64Array {
  const n = mode.length
  const hessian = new Float64Array(n * n)
  const z = mode.slice()
  const [ahead, behind] = [new Float64Array(n), new Float64Array(n)]
  for (let i = 0; i < n; i++) {
    const step = STEP * sds[i]
    z[i] = mode[i] + step
    target.evaluate(z, ahead)
    z[i] = mode[i] - step
    target.evaluate(z, behind)
    z[i] = mode[i]
    for (let j = 0; j < n; j++) {
      const value = (behind[j] - ahead[j]) / (2 * step) / 2
      hessian[i * n + j] += value
      hessian[j * n + i] += value
    }
  }
  return hessian
}
