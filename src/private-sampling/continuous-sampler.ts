import { requireNumber, requireOneOf, requireOptions } from '../check/check.ts'
import { log1p } from '../elementary/log1p.ts'
import { coin, expRoundedDown } from '../mechanism/coin.ts'
import { requireRng } from '../random/require-rng.ts'
import type { Rng } from '../random/rng.ts'
import { DIVERGENCES, type DivergenceName, divergenceTerm } from '../simplex/divergence.ts'
import { classWorstCase } from './class-worst-case.ts'
import { clipBounds } from './clip-sampler.ts'
import { clipRatio } from './continuous-clip.ts'
import type { Density, Reference } from './density.ts'
import type { SamplerForm } from './minimax-sampler.ts'
import { mixingCoin } from './mixing-coin.ts'
import {
  GUARANTEE,
  kappaOf,
  mixture,
  RATIOS,
  type RatioClass,
  requireGuarantee,
  requirePure,
  requireRatioClass,
} from './optimal-mixing.ts'
import { levelBetween } from './ratio-box.ts'
import { ratioProfile } from './ratio-profile.ts'
import { type WholeGrid, wholeGrid } from './whole-grid.ts'

/** Default tolerance for the mass of an output law, relative to one. */
const MASS_TOLERANCE = 1e-13

/** The class of densities of a continuous sampler, and the tolerance for the mass of its laws. */
export interface ContinuousClass extends RatioClass {
  readonly reference: Reference
  readonly massTolerance?: number
}

/** The law Q(P) that a continuous sampler draws from. */
export interface ContinuousLaw {
  /** The law's density, to within a factor of 1 ± `massError`. */
  density(x: number): number
  /** Relative error of the computed mass. */
  readonly massError: number
  /**
   * A draw. With a seeded source it is made by rejection from the reference, whatever `massError` is.
   *
   * With the cryptographic source it is made in whole numbers: the line is cut into 4096 intervals of equal reference mass, each
   * of which has one ratio to the reference, that at its middle. So ε is kept between the exact probabilities of the draws,
   * whatever the density of P does and however well its mass is found. In total variation that law is within V/4096 of the one in
   * `density`, where V is the total variation of its ratio to the reference over the line.
   */
  draw(rng: Rng): number
  /** `D_f(P‖Q(P))` for the law's own P. Throws an Error if the integral does not converge. */
  divergence(name: DivergenceName): number
}

/** A private sampler of densities on the real line. */
export interface ContinuousSampler {
  /**
   * The pure level over all P, with the mass tolerance counted in: rounded up by about 1e-14, but never above what was asked for.
   * (Draws with the cryptographic source count levels above 700 as 700, which moves their law as little as it does for a
   * `PrivateSampler`.)
   */
  readonly epsilon: number
  /** The law Q(P) for a density P of the class. */
  distribution(p: Density): ContinuousLaw
  /** One draw from Q(P). */
  sample(p: Density, rng: Rng): number
  /** The largest `D_f(P‖Q(P))` over the class. */
  worstCase(divergence: DivergenceName): number
}

/** The linear form, which releases a draw from P with probability λ. */
export interface LinearContinuousSampler extends ContinuousSampler {
  /** λ: the probability that a draw from P is released, else one from the reference. */
  readonly lambda: number
  /**
   * A draw from Q(P) by at most one call of `draw`, which must give a draw from P. This needs no density and no mass. It does not project,
   * so it is private only for a P of the class.
   *
   * With the cryptographic source only the interval of the draw from P is used (see `ContinuousLaw`). The point is drawn afresh in that
   * interval from the reference, because the digits of a number would reveal its origin. P has to be in the class on those intervals.
   *
   * @throws RangeError, with the cryptographic source, if it is not a finite number; the error does not reveal it
   */
  sampleFrom(draw: () => number, rng: Rng): number
}

/**
 * The minimax sampler of the densities with `c1 h ≤ p ≤ c2 h` (see `minimaxSampler`); with c1 = 1/γ, c2 = γ
 * the local one. Both forms are private for every P: the linear one projects P into the class first.
 *
 * The only inexact number is the mass of a clipped density, m. It is computed to within τ = `massTolerance`, and τ is allowed for: the
 * nonlinear form is built for `e^ε (1−τ)/(1+τ)`, the linear one for the class `c1/(1+τ)`, `c2/(1−τ)`. A P whose mass cannot be computed
 * that accurately is refused by an Error.
 *
 * @param options.form `linear` or `nonlinear`
 * @param options.reference h
 * @param options.c1 from 0, below 1
 * @param options.c2 above 1
 * @param options.epsilon ε, from 0 to Infinity; the linear form also takes `delta`, or `gaussian` (ν) instead
 * @param options.massTolerance τ, above 0, at most 1e-3; 1e-13 if left out
 * @throws RangeError on a bad argument
 * @see Park, Asoodeh, Lee (2024), Exactly minimax-optimal locally differentially private sampling
 * @example
 * const sampler = continuousSampler({ form: 'nonlinear', reference: laplace(), c1: 1 / 3, c2: 3, epsilon: 1 })
 * sampler.distribution(laplace(1)).divergence('kl') // 0.08565562331040158
 */
export function continuousSampler(
  options: SamplerForm & { form: 'linear' } & ContinuousClass,
): LinearContinuousSampler
export function continuousSampler(options: SamplerForm & ContinuousClass): ContinuousSampler
export function continuousSampler(options: SamplerForm & ContinuousClass): ContinuousSampler {
  requireOptions(options, { ...GUARANTEE, ...RATIOS, form: true, reference: true, massTolerance: true })
  const form = requireOneOf('form', options.form, ['linear', 'nonlinear'])
  const ratios = requireRatioClass(options)
  const guarantee = requireGuarantee(options)
  const { reference, massTolerance = MASS_TOLERANCE } = options
  const tolerance = requireNumber('massTolerance', massTolerance, { above: 0, max: 1e-3 })
  const { c1, c2 } = ratios
  if (form === 'nonlinear') {
    requirePure(guarantee)
    const epsilon = Math.max(0, guarantee.epsilon - log1p((2 * tolerance) / (1 - tolerance)))
    const bounds = clipBounds(kappaOf(ratios), epsilon)
    const grid = wholeGrid(reference, bounds, () => coin(1n, 0n), expRoundedDown(guarantee.epsilon))
    return build(reference, ratios, { ...bounds, lambda: 1, rest: 0, grid }, tolerance, guarantee.epsilon)
  }
  const mix = mixture(
    { c1: c1 / (1 + tolerance), c2: Math.min(Number.MAX_VALUE, c2 / (1 - tolerance)) },
    guarantee,
  )
  const bounds = { lower: c1, upper: c2 }
  const grid = wholeGrid(reference, bounds, whole => mixingCoin(whole, guarantee, mix))
  const promised = guarantee.delta ? Infinity : guarantee.epsilon
  const linear: LinearContinuousSampler = {
    ...build(reference, ratios, { ...bounds, ...mix, grid }, tolerance, promised),
    lambda: mix.lambda,
    sampleFrom(draw, rng) {
      requireRng(rng)
      if (rng.kind === 'crypto') return grid.drawNear(draw(), rng)
      return rng.uniform() < mix.lambda ? draw() : drawFrom(reference, rng)
    },
  }
  return linear
}

/** Output laws `λ clip(s p, lower h, upper h) + rest h`. */
interface Shape {
  readonly lower: number
  readonly upper: number
  readonly lambda: number
  readonly rest: number
  readonly grid: WholeGrid
}

function build(
  reference: Reference,
  ratios: RatioClass,
  shape: Shape,
  tolerance: number,
  promised = Infinity,
): ContinuousSampler {
  const { lower, upper, lambda, rest } = shape
  const distribution = (p: Density) => continuousLaw(p, reference, shape, tolerance)
  const high = (lambda * upper) / (1 - tolerance) + rest
  const low = (lambda * lower) / (1 + tolerance) + rest
  return {
    // Equal bounds leave the reference itself, whose mass is one.
    epsilon: lower === upper ? 0 : levelBetween(high, low, promised),
    distribution,
    sample: (p, rng) => distribution(p).draw(rng),
    worstCase: name => classWorstCase(name, ratios, lambda * lower + rest, lambda * upper + rest),
  }
}

function continuousLaw(p: Density, reference: Reference, shape: Shape, tolerance: number): ContinuousLaw {
  const { upper, lambda, rest } = shape
  const profile = ratioProfile(p, reference)
  const clipped = clipRatio(profile, shape, tolerance)
  const mixed = (ratio: number) => lambda * clipped.at(ratio) + rest
  let weights: readonly bigint[] | undefined
  return {
    massError: clipped.massError,
    density: x => reference.density(x) * mixed(profile.at(x)),
    draw(rng) {
      requireRng(rng)
      if (rng.kind === 'crypto') {
        weights ??= shape.grid.weights(x => clipped.at(profile.at(x)))
        return shape.grid.draw(weights, rng)
      }
      const first = drawFrom(reference, rng)
      if (rng.uniform() >= lambda) return first
      for (let x = first; ; x = drawFrom(reference, rng)) {
        if (rng.uniform() * upper < clipped.at(profile.at(x))) return x
      }
    },
    divergence(name) {
      requireOneOf('divergence', name, DIVERGENCES)
      const term = (ratio: number) => divergenceTerm(name, ratio, mixed(ratio))
      // Total variation has a corner where the laws cross: at the ratio one in the linear form, else at a bound.
      const crossings = [shape.lower, 1, upper]
      const { value, error } = profile.integrate(term, [...clipped.corners, ...crossings])
      if (!(error <= 1e-9 * Math.max(1, value))) {
        throw new Error(`the integral of the ${name} divergence does not converge: ${value} ± ${error}`)
      }
      return value
    },
  }
}

function drawFrom(reference: Reference, rng: Rng): number {
  return reference.quantile(rng.uniform() + 2 ** -54)
}
