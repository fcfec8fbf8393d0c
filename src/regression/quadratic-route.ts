import { createMetric, invertFactor } from '../posterior/moves/metric.ts'
import type { Target } from '../posterior/moves/nuts.ts'
import type { Route } from '../posterior/moves/tuned-nuts.ts'
import { drawNormal } from '../random/normal.ts'
import { stream } from '../random/stream.ts'
import type { RegressionTarget } from './regression-target.ts'
import { effectiveShare, negativeHessian, routeAlong } from './surrogate.ts'

/** Least number of patterns: with fewer, the log density itself is cheap. */
const LEAST_PATTERNS = 1000
/** Number of draws with which the approximation is tried, and the share of them that must remain effective under its weights. */
const [TRIALS, LEAST_SHARE] = [40, 0.8]

/**
 * The route along the second-order expansion `−(z − m)ᵀ H (z − m)/2` of a log density around its mode m, for a density that is costly and
 * almost normal; undefined for other densities. Draws of the expansion are nearly independent, so the exact density tests the proposal
 * after each transition.
 *
 * @param sds rough standard deviations of the parameters
 */
export function quadraticRoute(
  density: RegressionTarget,
  mode: Float64Array,
  sds: Float64Array,
): Route | undefined {
  if (density.law.records.patterns.length < LEAST_PATTERNS) return undefined
  const n = mode.length
  const hessian = negativeHessian(density, mode, sds)
  const metric = createMetric(n, invertFactor(n, hessian.slice()))
  const target: Target = {
    dimension: n,
    evaluate(z, gradient) {
      let value = 0
      for (let i = 0; i < n; i++) {
        let total = 0
        for (let j = 0; j < n; j++) total += hessian[i * n + j] * (z[j] - mode[j])
        gradient[i] = -total
        value -= (total * (z[i] - mode[i])) / 2
      }
      return value
    },
  }
  const route = routeAlong(target, density, metric, 1)
  const rng = stream('trials of the expansion')
  const draws = Array.from({ length: TRIALS }, () => {
    const z = new Float64Array(n)
    const noise = z.map(() => drawNormal(rng))
    metric.unwhitenVelocity(noise, z)
    return z.map((value, j) => value + mode[j])
  })
  return effectiveShare(route.excess, draws) >= LEAST_SHARE ? route : undefined
}
