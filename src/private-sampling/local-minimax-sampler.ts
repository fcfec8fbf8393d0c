import { requireNumber, requireOptions, type Vector } from '../check/check.ts'
import type { LinearSampler } from './linear-sampler.ts'
import { minimaxSampler, type SamplerForm } from './minimax-sampler.ts'
import { GUARANTEE } from './optimal-mixing.ts'
import type { PrivateSampler } from './private-sampler.ts'

/** A neighbourhood: the laws within a factor γ of a public reference. */
export interface Neighbourhood {
  /** P₀, the public guess in the middle; weights of length K. */
  readonly reference: Vector
  /** γ, above 1: a p of the neighbourhood has `p₀/γ ≤ p ≤ γ p₀`. */
  readonly gamma: number
}

/**
 * The minimax sampler of a neighbourhood, the laws with `p0/γ ≤ p ≤ γ p0` around a public law p0: that of the
 * class c1 = 1/γ, c2 = γ, so that κ = γ + 1.
 *
 * The nonlinear form clips between `(γ+1)/(γ+e^ε) p0` and e^ε times that: ε-LDP for every P, and as good as the linear form or better for
 * every P in the neighbourhood. γ need not be a whole number. If γ² ≤ e^ε, the neighbourhood is returned unchanged, but a P outside is
 * still clipped. Smaller γ promises less error to fewer laws; it must be chosen from public data, as p0 must.
 *
 * @param options.form `linear` or `nonlinear`
 * @param options.reference p0: weights, scaled to sum to one
 * @param options.gamma γ, above 1
 * @param options.epsilon ε, from 0 to Infinity; the linear form also takes `delta`, or `gaussian` (ν) instead
 * @throws RangeError on a bad argument
 * @see Ghoukasian, Asoodeh (2025), Locally optimal private sampling, Theorems 4.1 and 5.1
 * @example
 * const uniform = new Array(20).fill(1)
 * localMinimaxSampler({ form: 'linear', reference: uniform, gamma: 9, epsilon: 1 }).worstCase('kl') // 1.016344740609406
 */
export function localMinimaxSampler(options: SamplerForm & { form: 'linear' } & Neighbourhood): LinearSampler
export function localMinimaxSampler(options: SamplerForm & Neighbourhood): PrivateSampler
export function localMinimaxSampler(options: SamplerForm & Neighbourhood): PrivateSampler {
  requireOptions(options, { ...GUARANTEE, form: true, reference: true, gamma: true })
  const { gamma, ...rest } = options
  requireNumber('gamma', gamma, { above: 1 })
  return minimaxSampler({ ...rest, c1: 1 / gamma, c2: gamma })
}
