import { square } from '../elementary/square.ts'
import type { Sampler, StepInfo } from '../posterior/kind/sampler.ts'
import type { Top } from '../posterior/mode/climb.ts'
import {
  createMetric,
  invertFactor,
  invertFactorized,
  type Metric,
  MOST_DENSE,
} from '../posterior/moves/metric.ts'
import { type Route, TunedNuts, type TunedState } from '../posterior/moves/tuned-nuts.ts'
import { drawNormal } from '../random/normal.ts'
import { coarseRoute } from './coarse-target.ts'
import { diagonalAt, precisionAt } from './curvature.ts'
import { quadraticRoute } from './quadratic-route.ts'
import { FIRST_LOG_TAU } from './regression-mode.ts'
import type { RegressionTarget } from './regression-target.ts'

const FIRST_STEP = 0.7
/** A rough standard deviation of ln τ. */
const TAU_SD = 0.5
/** The number of steps in which the chains tune themselves: more where τ moves, at whose values the mass matrix is renewed. */
export const WARMUP = { fixed: 60, grouped: 240 } as const
interface RegressionState extends TunedState {
  route: Route
}

/**
 * Draws coefficients, by the no-U-turn sampler from the mode. The mass matrix is the curvature there; with a random intercept it is
 * renewed around the mean of the warm-up so far. Where there are many patterns, trajectories may follow a cheap approximation of the density; a
 * Metropolis step with the exact density then keeps the posterior invariant.
 *
 * @param write turns the parameters into what is drawn
 */
export function regressionSampler(
  target: RegressionTarget,
  top: Top,
  warmup: number,
  write: (z: Float64Array, out: Float64Array) => void,
): Sampler<RegressionState, StepInfo> {
  const n = target.dimension
  const groups = target.law.groups > 0
  const center = new Float64Array(n)
  center.set(top.z)
  if (groups) center[n - 1] = FIRST_LOG_TAU
  const first = approximationOf(target, top, center) ?? { target, metric: metricAt(target, center) }
  const nuts = new TunedNuts({ firstStep: FIRST_STEP, warmup, width: groups ? n : 0 })
  return {
    init(rng) {
      const noise = Float64Array.from({ length: n }, () => drawNormal(rng))
      const z = new Float64Array(n)
      first.metric.unwhitenVelocity(noise, z)
      return { ...nuts.start(z.map((value, j) => value + center[j])), route: first }
    },
    step(rng, state) {
      const info = nuts.travel(rng, state, state.route)
      const learnt = nuts.tune(state, info, state.z)
      if (learnt !== undefined) {
        state.route = { ...first, metric: metricAt(target, Float64Array.from(learnt.mean)) }
      }
      return { state, info }
    },
    theta(state, out) {
      write(Float64Array.from(state.z), out)
      return out
    },
  }
}

/**
 * That on coarse patterns, or else an expansion around the mode, if there is one; undefined where neither is near enough, or worth its
 * error.
 */
function approximationOf(target: RegressionTarget, top: Top, start: Float64Array): Route | undefined {
  const { z: mode, factor } = top
  const sds = standardDeviations(factor, mode.length)
  if (target.law.groups === 0) return coarseRoute(target, mode, sds) ?? quadraticRoute(target, mode, sds)
  // Without the effects in the mode there would be a correction at a point where nobody is.
  if (mode.length < target.dimension - 1) return undefined
  return coarseRoute(target, start, Float64Array.of(...sds, TAU_SD), metricAt(target, start))
}

/** The square roots of the diagonal of `(L Lᵀ)⁻¹`, for Cholesky's factor L of a precision. */
function standardDeviations(factor: Float64Array, n: number): Float64Array {
  const inverse = invertFactorized(n, factor)
  const variances = new Float64Array(n)
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) variances[j] += square(inverse[i * n + j])
  return variances.map(Math.sqrt)
}

/** A mass matrix with the curvature at z: all of it or, where there are too many parameters, that of the coefficients and a diagonal. */
function metricAt(target: RegressionTarget, z: Float64Array): Metric {
  const { dimension, fixed } = target
  const dense = (size: number) => createMetric(size, invertFactor(size, precisionAt(target, z, size)))
  if (dimension <= MOST_DENSE) return dense(dimension)
  const block = dense(fixed)
  if (dimension === fixed) return block
  const scales = diagonalAt(target, z).map(value => 1 / Math.sqrt(value))
  const withRest = (apply: Metric['whitenGradient']) => (from: Float64Array, out: Float64Array) => {
    apply(from, out)
    for (let j = fixed; j < dimension; j++) out[j] = scales[j] * from[j]
  }
  return {
    whitenGradient: withRest(block.whitenGradient),
    unwhitenVelocity: withRest(block.unwhitenVelocity),
  }
}
