import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { sliceUpdate } from '../moves/slice-update.ts'
import type { ArrowFactor } from './arrow-factor.ts'
import { type HyperFit, scatter } from './fit.ts'
import type { LinearLikelihood } from './linear-likelihood.ts'
import type { Surrogate } from './linear-surrogate.ts'
import type { SmoothPrior } from './smooth-prior.ts'

/**
 * Number of steps of the random walk between two exact tests; and the power to which the walk raises the surrogate's evidence, which is
 * below 1 because that evidence is approximate.
 */
const STEPS = 6
const TEMPER = 0.8
/**
 * With levels, most steps of the walk keep the scales of the levels, so the levels need not be eliminated again. The pattern is the same
 * from both ends, so the walk is reversible.
 */
const isShared = (step: number) => step < 2 || step >= STEPS - 2
/** Number of hyperparameters of the intercept; they come first. */
const OF_INTERCEPT = 2
/** The walk's steps, as multiples of 2.4/√d. */
const STRIDES = [1, 1, 2.5, 0.4] as const
const SLICE = 0.5
/** Standard deviations of the logarithm of the factor by which coefficients are stretched. */
const STRETCHES = [0.03, 0.1, 0.3, 1] as const

/** The position of a chain: coefficients, hyperparameters, and the scales of levels. */
export interface Place {
  readonly x: Float64Array
  readonly h: Float64Array
  readonly scales: Float64Array
}

/**
 * Moves the hyperparameters h together with the coefficients, at fixed coordinates ξ: x = m(h) + L(h)⁻ᵀ ξ. A random walk on a surrogate's
 * evidence proposes h. The exact density of (ξ, h), which is π(x, h) / |L(h)|, accepts or rejects the proposal (delayed acceptance,
 * Christen and Fox 2005).
 *
 * @returns whether the proposal is accepted; if so, the coordinates belong to `other`
 */
export function moveHyper(
  rng: Rng,
  place: Place,
  xi: Float64Array,
  {
    now,
    other,
    walk,
  }: { readonly now: ArrowFactor; readonly other: ArrowFactor; readonly walk: ArrowFactor },
  { proposing, coordinates, fit }: Surrogates,
  density: (factor: ArrowFactor, x: Float64Array, h: Float64Array) => number,
): boolean {
  const { x, h, scales } = place
  const first = walk.set(proposing, h, scales)
  let evidence = first
  let proposed = h
  for (let step = 0; step < STEPS; step++) {
    const next = proposed.slice()
    scatter(rng, fit, next, (2.4 / Math.sqrt(h.length)) * STRIDES[rng.integer(STRIDES.length)])
    if (isShared(step)) for (let j = OF_INTERCEPT; j < h.length; j++) next[j] = proposed[j]
    const value = walk.set(proposing, next, scales)
    if (!(log(rng.uniform()) < TEMPER * (value - evidence))) continue
    proposed = next
    evidence = value
  }
  if (proposed === h) return false
  const before = density(now, x, h) - TEMPER * first
  other.set(coordinates, proposed, scales)
  const candidate = new Float64Array(x.length)
  other.place(xi, candidate)
  const after = density(other, candidate, proposed) - TEMPER * evidence
  if (!(log(rng.uniform()) < after - before)) return false
  x.set(candidate)
  h.set(proposed)
  return true
}

/** Two quadratic expansions of the likelihood, and the normal approximation of the hyperparameters under the first. */
export interface Surrogates {
  /** The expansion with the mean information. Its evidence proposes hyperparameters. */
  readonly proposing: Surrogate
  /** The expansion with the mean covariance, which shows how far chains move. It gives the coordinates. */
  readonly coordinates: Surrogate
  readonly fit: HyperFit
}

/**
 * Draws the hyperparameters one by one by slice sampling, given the coefficients and with the levels' scales integrated out; then draws the
 * scales. The likelihood is not needed.
 */
export function drawGivenCoefficients(rng: Rng, prior: SmoothPrior, { x, h, scales }: Place): void {
  const density = prior.givenCoefficients(x)
  for (let j = 0; j < h.length; j++) {
    h[j] = sliceUpdate(rng, h[j], SLICE, value => {
      h[j] = value
      return density(h)
    })
  }
  prior.drawScales(rng, h, x, scales)
}

/**
 * Multiplies a scale and all coefficients proportional to it by one factor. The coefficients in multiples of the scale, and their density,
 * stay the same. This moves scales whose coefficients the answers say little about.
 */
export function stretch(rng: Rng, likelihood: LinearLikelihood, prior: SmoothPrior, { x, h }: Place): void {
  let value = likelihood.evaluate(x) + prior.logDensity(h)
  for (const { hyperparameter, at } of prior.stretches) {
    const by = STRETCHES[rng.integer(STRETCHES.length)] * drawNormal(rng)
    const [moved, at0] = [x.slice(), h.slice()]
    const factor = exp(by)
    for (const i of at) moved[i] *= factor
    at0[hyperparameter] += by
    const next = likelihood.evaluate(moved) + prior.logDensity(at0)
    if (!(log(rng.uniform()) < next - value)) continue
    value = next
    x.set(moved)
    h.set(at0)
  }
}
