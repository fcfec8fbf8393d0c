import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import type { Sampler, StepInfo } from '../posterior/kind/sampler.ts'
import type { Top } from '../posterior/mode/climb.ts'
import {
  type DualAveraging,
  startDualAveraging,
  updateDualAveraging,
} from '../posterior/moves/dual-averaging.ts'
import {
  createMetric,
  invertFactor,
  invertFactorized,
  type Metric,
  MOST_DENSE,
} from '../posterior/moves/metric.ts'
import { Nuts } from '../posterior/moves/nuts.ts'
import { drawNormal } from '../random/normal.ts'
import type { Rng } from '../random/rng.ts'
import { coarseTarget } from './coarse-target.ts'
import { diagonalAt, precisionAt } from './curvature.ts'
import { quadraticTarget } from './quadratic-target.ts'
import { FIRST_LOG_TAU } from './regression-mode.ts'
import type { RegressionTarget } from './regression-target.ts'
import type { Approximation } from './surrogate.ts'

const FIRST_STEP = 0.7
/** A rough standard deviation of ln τ. */
const TAU_SD = 0.5
/** The number of steps in which the chains tune themselves: more where τ moves, at whose values the mass matrix is renewed. */
export const WARMUP = { fixed: 60, grouped: 240 } as const
/** The shares of the warm-up after which the mass matrix is renewed, around the mean so far. */
const RENEWALS = [0.25, 0.5]

interface RegressionState {
  readonly z: Float64Array
  nuts: Nuts
  stepSize: number
  /** Where the chain travels along an approximation: by how much its log density is off at z, once that is known. */
  correction: number | undefined
  /** Null once the tuning is over. */
  tuning: { made: number; seen: number; step: DualAveraging; readonly mean: Float64Array } | null
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
  const start = new Float64Array(n)
  start.set(top.z)
  if (target.law.groups > 0) start[n - 1] = FIRST_LOG_TAU
  const approximation = approximationOf(target, top, start)
  const first = approximation?.metric ?? metricAt(target, start)
  const gradient = new Float64Array(n)
  const before = new Float64Array(n)
  /** The exact log density less the approximation's. */
  const correction = (z: Float64Array, approximation: Approximation) =>
    target.value(z) - approximation.evaluate(z, gradient)
  /** Moves the state along the approximation; the outcome is accepted by the exact density. */
  const travel = (rng: Rng, state: RegressionState, approximation: Approximation) => {
    before.set(state.z)
    let acceptance = 0
    let divergent = false
    for (let i = 0; i < approximation.transitions; i++) {
      const info = state.nuts.transition(rng, state.z, state.stepSize)
      acceptance += info.acceptance / approximation.transitions
      divergent ||= info.divergent
    }
    state.correction ??= correction(before, approximation)
    const next = correction(state.z, approximation)
    if (log(rng.uniform()) < next - state.correction) state.correction = next
    else state.z.set(before)
    return { acceptance, divergent }
  }
  return {
    init(rng) {
      const noise = Float64Array.from({ length: n }, () => drawNormal(rng))
      const z = new Float64Array(n)
      first.unwhitenVelocity(noise, z)
      for (let j = 0; j < n; j++) z[j] += start[j]
      return {
        z,
        nuts: new Nuts(approximation ?? target, first),
        correction: undefined,
        stepSize: FIRST_STEP,
        tuning:
          warmup > 0
            ? { made: 0, seen: 0, step: startDualAveraging(FIRST_STEP), mean: new Float64Array(n) }
            : null,
      }
    },
    step(rng, state) {
      const { acceptance, divergent } =
        approximation === undefined
          ? state.nuts.transition(rng, state.z, state.stepSize)
          : travel(rng, state, approximation)
      tune(state, acceptance, target, approximation, warmup)
      return { state, info: { transitions: 1, divergences: Number(divergent) } }
    },
    theta(state, out) {
      write(state.z, out)
      return out
    },
  }
}

function tune(
  state: RegressionState,
  acceptance: number,
  target: RegressionTarget,
  approximation: Approximation | undefined,
  warmup: number,
): void {
  const { tuning } = state
  if (tuning === null) return
  tuning.step = updateDualAveraging(tuning.step, acceptance)
  tuning.made++
  tuning.seen++
  for (let j = 0; j < tuning.mean.length; j++) tuning.mean[j] += (state.z[j] - tuning.mean[j]) / tuning.seen
  if (tuning.made >= warmup) {
    state.stepSize = exp(tuning.step.logAverage)
    state.tuning = null
    return
  }
  state.stepSize = exp(tuning.step.logStep)
  if (target.law.groups === 0 || !RENEWALS.some(share => tuning.made === Math.floor(share * warmup))) return
  state.nuts = new Nuts(approximation ?? target, metricAt(target, tuning.mean))
  state.stepSize = exp(tuning.step.logAverage)
  tuning.step = startDualAveraging(state.stepSize)
  tuning.seen = 0
  tuning.mean.fill(0)
}

/**
 * That on coarse patterns, or else an expansion around the mode, if there is one; undefined where neither is near enough, or worth its
 * error.
 */
function approximationOf(target: RegressionTarget, top: Top, start: Float64Array): Approximation | undefined {
  const { z: mode, factor } = top
  const sds = standardDeviations(factor, mode.length)
  if (target.law.groups === 0) return coarseTarget(target, mode, sds) ?? quadraticTarget(target, mode, sds)
  // Without the effects in the mode there would be a correction at a point where nobody is.
  if (mode.length < target.dimension - 1) return undefined
  return coarseTarget(target, start, Float64Array.of(...sds, TAU_SD), metricAt(target, start))
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
  const dense = (size: number) => {
    return createMetric(size, invertFactor(size, precisionAt(target, z, size)))
  }
  if (dimension <= MOST_DENSE) return dense(dimension)
  const block = dense(fixed)
  if (dimension === fixed) return block
  const scales = diagonalAt(target, z).map(value => 1 / Math.sqrt(value))
  const scaleRest = (from: Float64Array, out: Float64Array) => {
    for (let j = fixed; j < dimension; j++) out[j] = scales[j] * from[j]
  }
  return {
    whitenGradient(gradient, out) {
      block.whitenGradient(gradient, out)
      scaleRest(gradient, out)
    },
    unwhitenVelocity(p, out) {
      block.unwhitenVelocity(p, out)
      scaleRest(p, out)
    },
  }
}
