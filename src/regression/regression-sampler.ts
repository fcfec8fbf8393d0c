import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import type { Rebuild } from '../posterior/chains/recipe.ts'
import type { Sampler, StepInfo } from '../posterior/kind/sampler.ts'
import type { Top } from '../posterior/mode/climb.ts'
import type { ArrowMatrix } from '../posterior/moves/arrow-metric.ts'
import { createMetric, invertFactor, invertFactorized } from '../posterior/moves/metric.ts'
import { type Route, TunedNuts, type TunedState } from '../posterior/moves/tuned-nuts.ts'
import { drawNormal } from '../random/normal.ts'
import { coarseRoute } from './coarse-target.ts'
import { informationAt, precisionAt } from './curvature.ts'
import { quadraticRoute } from './quadratic-route.ts'
import { FIRST_LOG_TAU } from './regression-mode.ts'
import { type RegressionLaw, RegressionTarget } from './regression-target.ts'
import { type Scaling, toUnits } from './scaling.ts'

const FIRST_STEP = 0.7
/** Number of warm-up steps. With groups there are more, because the mass matrix is renewed as their effects change. */
export const WARMUP = { fixed: 60, grouped: 240 } as const

interface RegressionState extends TunedState {
  /** ln τ of each random term. */
  readonly logTaus: number[]
  /** With random terms: the information of the answers about the parameters. With the prior precision at τ it makes the mass matrix. */
  information: ArrowMatrix | undefined
}

/**
 * Draws coefficients by the no-U-turn sampler. Chains begin at the mode, and the mass matrix is the curvature there. With random terms, a
 * step consists of
 *
 *     b, u | τ:   a transition whose mass matrix is the curvature at this τ
 *     τ | u, and τ, u | u/τ:   slice sampling (`RegressionTarget.moveTaus`)
 *
 * so no trajectory meets the funnel of u and τ, even if τ is small. With many patterns, trajectories may follow a cheap approximation of
 * the density; a Metropolis step with the exact density then keeps the posterior invariant.
 *
 * @param scaling turns parameters into those per unit of each column
 */
export function regressionSampler(
  target: RegressionTarget,
  top: Top,
  warmup: number,
  scaling: Scaling,
): Sampler<RegressionState, StepInfo> {
  const n = target.dimension
  const { terms } = target.law
  const isGrouped = terms.length > 0
  const center = new Float64Array(n)
  center.set(top.z)
  target.logTaus.fill(FIRST_LOG_TAU)
  const own = () => ({ target, metric: createMetric(n, invertFactor(n, precisionAt(target, center))) })
  const first: Omit<Route, 'metric'> & Partial<Route> =
    approximationOf(target, top) ?? (isGrouped ? { target } : own())
  const information = isGrouped ? informationAt(target, center) : undefined
  const nuts = new TunedNuts({ firstStep: FIRST_STEP, warmup, width: isGrouped ? n : 0 })
  const z = new Float64Array(n)
  const metricOf = (known: ArrowMatrix | undefined) =>
    known?.metricWith(target.priorPrecisions()) ?? first.metric!
  return {
    init(rng) {
      target.logTaus.fill(FIRST_LOG_TAU)
      const noise = Float64Array.from({ length: n }, () => drawNormal(rng))
      metricOf(information).unwhitenVelocity(noise, z)
      const logTaus = terms.map(() => FIRST_LOG_TAU + drawNormal(rng))
      return { ...nuts.start(z.map((value, j) => value + center[j])), logTaus, information }
    },
    step(rng, state) {
      target.logTaus.set(state.logTaus)
      // While τ is unchanged the route is too, and the density at its start is known.
      const route = isGrouped ? { ...first, metric: metricOf(state.information) } : (first as Route)
      const info = nuts.travel(rng, state, route)
      const learnt = nuts.tune(state, info, state.z)
      if (learnt !== undefined) state.information = informationAt(target, Float64Array.from(learnt.mean))
      if (!isGrouped) return { state, info }
      z.set(state.z)
      target.moveTaus(rng, z)
      for (let j = 0; j < n; j++) state.z[j] = z[j]
      for (let t = 0; t < terms.length; t++) state.logTaus[t] = target.logTaus[t]
      return { state, info }
    },
    theta(state, out) {
      out.set(state.z)
      for (let t = 0; t < terms.length; t++) out[n + t] = exp(state.logTaus[t])
      toUnits(target, scaling, out)
      return out
    },
  }
}

interface RegressionRecipe {
  readonly law: RegressionLaw
  readonly top: Top
  readonly scaling: Scaling
}

export const rebuildRegression: Rebuild<RegressionRecipe> = ({ law, top, scaling }, warmup) =>
  regressionSampler(new RegressionTarget(law), top, warmup, scaling)

/** The density on coarse patterns or, failing that, an expansion around the mode; undefined if neither is near enough or worth its error. */
function approximationOf(target: RegressionTarget, { z: mode, factor }: Top): Route | undefined {
  // A mode without the effects is far from all draws, so a correction there would be wrong.
  if (mode.length < target.dimension) return undefined
  const sds = standardDeviations(factor, mode.length)
  return (
    coarseRoute(target, mode, sds) ??
    (target.law.terms.length > 0 ? undefined : quadraticRoute(target, mode, sds))
  )
}

/** The square roots of the diagonal of `(L Lᵀ)⁻¹`, for Cholesky's factor L of a precision. */
function standardDeviations(factor: Float64Array, n: number): Float64Array {
  const inverse = invertFactorized(n, factor)
  const variances = new Float64Array(n)
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) variances[j] += square(inverse[i * n + j])
  return variances.map(Math.sqrt)
}
