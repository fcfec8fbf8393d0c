import { factorize, solveFactored, solveTransposed } from '../../arrays/cholesky.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { ArrowFactor } from './arrow-factor.ts'
import type { LinearLikelihood } from './linear-likelihood.ts'
import { type Surrogate, surrogateAt } from './linear-surrogate.ts'
import type { SmoothPrior } from './smooth-prior.ts'

/** The climb ends at a step that gains less than this, in nats. */
const LEAST_GAIN = 1e-2
const MOST_STEPS = 30
const SMALLEST_STEP = 1e-3
/** Step of the numerical derivatives of the evidence. */
const APART = 0.05
/** Added to the curvature in each hyperparameter, so that it is positive; in nats. */
const LEAST_CURVATURE = 0.2
const ROUNDS = 3

/** The hyperparameters with the largest evidence, and the Cholesky factor of their precision. */
export interface HyperFit {
  readonly h: Float64Array
  readonly factor: Float64Array
}

/** Scales λ of the levels that are all 1. */
export function alike({ layout }: SmoothPrior): Float64Array {
  return new Float64Array(layout.scales).fill(1)
}

/**
 * The mode of the coefficients at some hyperparameters, found by damped Gauss–Newton steps. The prior of the outer cells is replaced by the
 * normal distribution nearest to it.
 */
export function climbTo(
  likelihood: LinearLikelihood,
  prior: SmoothPrior,
  h: Float64Array,
  start: Float64Array<ArrayBuffer>,
): { x: Float64Array<ArrayBuffer>; surrogate: Surrogate } {
  const factor = new ArrowFactor(prior)
  const scales = alike(prior)
  let x = start
  let surrogate = surrogateAt(likelihood, [x])
  factor.set(surrogate, h, scales)
  const valueAt = (at: Float64Array) => likelihood.evaluate(at) + factor.density(at)
  let value = valueAt(x)
  for (let step = 0; step < MOST_STEPS; step++) {
    let gain = 0
    for (let size = 1; size > SMALLEST_STEP; size /= 2) {
      const next = x.map((from, i) => from + size * (factor.mean[i] - from))
      gain = valueAt(next) - value
      if (!(gain > 0)) continue
      x = next
      value += gain
      break
    }
    if (!(gain > 0)) break
    surrogate = surrogateAt(likelihood, [x])
    factor.set(surrogate, h, scales)
    if (gain < LEAST_GAIN) break
  }
  return { x, surrogate }
}

/** The mode of the coefficients and the hyperparameters with the largest evidence, found in turn. */
export function fitBoth(
  likelihood: LinearLikelihood,
  prior: SmoothPrior,
): { x: Float64Array<ArrayBuffer>; surrogate: Surrogate; fit: HyperFit } {
  let h = prior.start()
  let x = new Float64Array(prior.layout.dimension)
  x.set(prior.mean)
  for (let round = 1; ; round++) {
    const mode = climbTo(likelihood, prior, h, x)
    x = mode.x
    const fit = fitHyper(prior, mode.surrogate, h)
    if (round === ROUNDS) return { ...mode, fit }
    h = fit.h
  }
}

/** Maximizes the evidence of a surrogate by damped Newton steps with numerical derivatives. */
export function fitHyper(prior: SmoothPrior, surrogate: Surrogate, start: Float64Array): HyperFit {
  const d = start.length
  const factor = new ArrowFactor(prior)
  const scales = alike(prior)
  const evidence = (at: Float64Array) => factor.set(surrogate, at, scales)
  let h = start.slice()
  let value = evidence(h)
  for (let round = 0; ; round++) {
    const { slope, curvature } = differences(evidence, h, value)
    const step = solveFactored(curvature, slope.slice())
    const longest = Math.max(...step.map(Math.abs))
    let gain = 0
    for (let size = Math.min(1, 1 / longest); size > SMALLEST_STEP && round < MOST_STEPS; size /= 2) {
      const next = h.map((from, j) => from + size * step[j])
      gain = evidence(next) - value
      if (!(gain > 0)) continue
      h = next
      value += gain
      break
    }
    if (!(gain > LEAST_GAIN) || d === 0) return { h, factor: curvature }
  }
}

/** The gradient of the evidence, and the Cholesky factor of its negative curvature. */
function differences(evidence: (h: Float64Array) => number, h: Float64Array, value: number) {
  const d = h.length
  const moved = (...by: readonly (readonly [j: number, step: number])[]) => {
    const at = h.slice()
    for (const [j, step] of by) at[j] += step
    return evidence(at)
  }
  const slope = new Float64Array(d)
  const curvature = new Float64Array(d * d)
  const up = h.map((_, j) => moved([j, APART]))
  for (let i = 0; i < d; i++) {
    const down = moved([i, -APART])
    slope[i] = (up[i] - down) / (2 * APART)
    const own = -(up[i] + down - 2 * value) / (APART * APART)
    curvature[i * d + i] = Math.max(own, 0) + LEAST_CURVATURE
    for (let j = 0; j < i; j++) {
      curvature[i * d + j] = -(moved([i, APART], [j, APART]) - up[i] - up[j] + value) / (APART * APART)
    }
  }
  const factor = curvature.slice()
  factorize(factor, d)
  // If the matrix is not positive definite, only its diagonal is used.
  const isPositive = factor.every((entry, at) => at % (d + 1) !== 0 || entry * entry > 1e-3 * curvature[at])
  if (isPositive) return { slope, curvature: factor }
  const diagonal = new Float64Array(d * d)
  for (let j = 0; j < d; j++) diagonal[j * d + j] = Math.sqrt(curvature[j * d + j])
  return { slope, curvature: diagonal }
}

/** Adds a draw from the normal approximation of the hyperparameters, times `stretch`, to `h`. */
export function scatter(rng: Rng, { factor }: HyperFit, h: Float64Array, stretch: number): void {
  const draw = solveTransposed(
    factor,
    h.map(() => drawNormal(rng)),
  )
  for (let j = 0; j < h.length; j++) h[j] += stretch * draw[j]
}
