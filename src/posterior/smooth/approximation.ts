import { factorize, solveFactored } from '../../arrays/cholesky.ts'
import { requireNumbers } from '../../check/check.ts'
import type { Tally } from '../tally/tally.ts'
import { climbTo, fitBoth } from './fit.ts'
import { Layout, MOST_PARAMETER, type Shape } from './linear-layout.ts'
import { LinearLikelihood } from './linear-likelihood.ts'
import { SmoothPrior } from './smooth-prior.ts'

/** The normal approximation of the smooth law's posterior, at its most probable hyperparameters. */
export interface SmoothApproximation {
  /** The distribution over the cells at the mode. */
  readonly theta: Float64Array
  /** The posterior precision of the coefficients, row-major. */
  readonly precision: Float64Array
  /** Writes `Jᵀ f` for a function f of the cells, with J = ∂θ/∂(coefficients) at the mode. */
  pullBack(f: Float64Array, out: Float64Array): void
  /** Writes `J v`, the derivative of θ along a direction v of the coefficients. */
  pushForward(v: Float64Array, out: Float64Array): void
  /** The posterior standard deviation of a functional with this influence function. */
  sdOf(influence: Float64Array): number
  /** Hyperparameters and coefficients, to start a later approximation from. */
  readonly place: Float64Array
}

/**
 * The normal approximation at a tally.
 *
 * @param start `place` of an earlier approximation. Its hyperparameters are kept, which saves the search for them, most of the time.
 */
export function approximateSmooth(tally: Tally, shape: Shape, start?: Float64Array): SmoothApproximation {
  const layout = new Layout({ shape, covariates: 0, terms: [] })
  const prior = new SmoothPrior(layout, shape.kind)
  const patterns = [{ tally, covariates: [], levels: [] }]
  const likelihood = new LinearLikelihood({ shape, patterns, covariates: 0, terms: [] }, layout)
  const n = layout.dimension
  const found = start === undefined ? fitBoth(likelihood, prior) : undefined
  const h = found?.fit.h ?? start!.slice(n)
  const { x, surrogate } = climbTo(likelihood, prior, h, found?.x ?? start!.slice(0, n))
  const { law } = likelihood
  const theta = law.write(x, new Float64Array(law.cells))
  const own = new Float64Array(n)
  prior.precisions(h, new Float64Array(0), own, new Float64Array(0))
  const precision = surrogate.shared.slice()
  for (let j = 0; j < n; j++) precision[j * n + j] += own[j]
  const factor = precision.slice()
  factorize(factor, n)
  const pulled = new Float64Array(n)
  return {
    theta,
    precision,
    place: Float64Array.of(...x, ...h),
    pullBack: (f, out) => law.pullBack(f, theta, out),
    pushForward: (v, out) => law.pushForward(v, theta, out),
    sdOf(influence) {
      law.pullBack(influence, theta, pulled)
      const solved = solveFactored(factor, pulled.slice())
      let variance = 0
      for (let j = 0; j < n; j++) variance += pulled[j] * solved[j]
      return Math.sqrt(variance)
    },
  }
}

/** Checks the `place` of an earlier approximation, read from plain data. */
export function requirePlace(argument: string, data: unknown, shape: Shape): Float64Array {
  const { dimension, hyperparameters } = new Layout({ shape, covariates: 0, terms: [] })
  const range = { min: -MOST_PARAMETER, max: MOST_PARAMETER }
  return Float64Array.from(requireNumbers(argument, data, dimension + hyperparameters, range))
}
