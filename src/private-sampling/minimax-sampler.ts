import { type Categories, namesOf } from '../check/categories.ts'
import { refuse, requireInteger, requireOneOf, requireOptions, type Vector } from '../check/check.ts'
import { MOST_CATEGORIES } from '../mechanism/mechanism.ts'
import { weights } from '../simplex/probabilities.ts'
import { boxClip } from './box-clip.ts'
import { classWorstCase } from './class-worst-case.ts'
import { boxSampler, clipBounds } from './clip-sampler.ts'
import { type LinearSampler, linearSampler } from './linear-sampler.ts'
import {
  GUARANTEE,
  type Guarantee,
  kappaOf,
  RATIOS,
  type RatioClass,
  requireGuarantee,
  requirePure,
  requireRatioClass,
} from './optimal-mixing.ts'
import type { PrivateSampler } from './private-sampler.ts'
import { boxAround } from './ratio-box.ts'

/** The class of distributions of a minimax sampler: all on n categories, or those within bounds of a reference. */
export type SamplerClass =
  | { readonly categories: Categories; readonly reference?: never; readonly c1?: never; readonly c2?: never }
  | ({ readonly reference: Vector; readonly categories?: never } & RatioClass)

/** The nonlinear form clips densities, and satisfies ε-LDP only; the linear form satisfies any guarantee. */
export type SamplerForm =
  | ({ readonly form: 'linear' } & Guarantee)
  | { readonly form: 'nonlinear'; readonly epsilon: number; readonly delta?: 0; readonly gaussian?: never }

/**
 * The minimax sampler of a class `c1 h ≤ p ≤ c2 h`, or of all laws on n categories (c1 = 0, c2 = n, h
 * uniform): the smallest worst-case `D_f(P‖Q(P))` that a private sampler can have, for every f at once. (On a
 * finite space the class needs a set of mass `(1 − c1)/(c2 − c1)` for that; `worstCase` is an upper bound otherwise.)
 *
 * The linear form is `λ* P + (1−λ*) h` (see `optimalMixing`), on all laws standard randomized response. The nonlinear form clips P between
 * b h and B h (see `clipSampler`, κ = (c2−c1)/(1−c1)): the same worst case, as good or better for every single P, and ε-LDP whatever P is.
 * A class that is private by itself is returned unchanged.
 *
 * @param options.form `linear` or `nonlinear`
 * @param options.epsilon ε, from 0 to Infinity; the linear form also takes `delta`, or `gaussian` (ν) instead
 * @param options.categories n, from 1 to 2³¹ − 1; or
 * @param options.reference h: weights, scaled to sum to one, with c1 from 0 below 1, and c2 above 1
 * @throws RangeError on a bad argument
 * @see Park, Asoodeh, Lee (2024), Exactly minimax-optimal locally differentially private sampling
 * @example
 * minimaxSampler({ form: 'linear', categories: 20, epsilon: 1 }).worstCase('kl') // 2.078154386433004
 */
export function minimaxSampler(options: SamplerForm & { form: 'linear' } & SamplerClass): LinearSampler
export function minimaxSampler(options: SamplerForm & SamplerClass): PrivateSampler
export function minimaxSampler(options: SamplerForm & SamplerClass): PrivateSampler {
  requireOptions(options, { ...GUARANTEE, ...RATIOS, form: true, categories: true, reference: true })
  const form = requireOneOf('form', options.form, ['linear', 'nonlinear'])
  const { reference, ratios } = requireClass(options)
  const guarantee = requireGuarantee(options)
  if (form === 'linear') return linearSampler(reference, ratios, guarantee)
  requirePure(guarantee)
  const { lower, upper } = clipBounds(kappaOf(ratios), guarantee.epsilon)
  return {
    ...boxSampler(boxAround(reference, lower, upper), guarantee.epsilon, boxClip),
    worstCase: name => classWorstCase(name, ratios, lower, upper),
  }
}

function requireClass(options: SamplerClass): { reference: Float64Array; ratios: RatioClass } {
  const { categories, reference } = options
  if (categories === undefined) {
    return { reference: weights('reference', reference), ratios: requireRatioClass(options) }
  }
  for (const name of ['reference', 'c1', 'c2'] as const) {
    if (options[name] !== undefined) refuse(name, options[name], 'left out where categories is given')
  }
  const n = requireInteger('categories', namesOf(categories)?.length ?? categories, 1, MOST_CATEGORIES)
  return { reference: new Float64Array(n).fill(1 / n), ratios: { c1: 0, c2: n } }
}
