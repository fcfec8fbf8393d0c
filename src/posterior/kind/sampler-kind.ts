import { refuse, requireMethods } from '../../check/check.ts'
import type { Tally } from '../tally/tally.ts'
import { type Prior, readPrior } from './prior.ts'
import type { Sampler } from './sampler.ts'

/** The inputs that a sampler is created from. */
export interface SamplerSetting {
  /** The answers. The tally may grow while the chain runs. */
  readonly tally: Tally
  /** The K Dirichlet parameters; or `'learned'`, which is passed only to kinds with `priors: 'any'` and `'smooth'`. */
  readonly prior: Float64Array | 'learned'
  /**
   * Number of discarded steps at the start, in which the sampler tunes itself. In the loop it is `Number.MAX_SAFE_INTEGER`, as the tally
   * keeps growing.
   */
  readonly warmup: number
  /** The final number of answers, if known. */
  readonly horizon?: number
}

/** A way of drawing from the posterior. The kind states everything that the library knows about a sampler. */
export interface SamplerKind {
  /** Its name as a value of the option `sampler`. */
  readonly name: string
  /** One line for commands to print. */
  readonly says?: string | undefined
  /**
   * `'any'`: it can learn a concentration, and does so by default. `'fixed'`: it cannot; its default prior is 1. `'smooth'`: it knows
   * no Dirichlet prior, but the smooth law of numbers, which is its default.
   */
  readonly priors: 'any' | 'fixed' | 'smooth'
  /**
   * For a sampler whose state is a posterior draw only if the chain has followed the tally all along: the number of steps after
   * each answer, and of those for an estimate. Without a pace, any state is a draw once the chain has made some steps.
   */
  readonly pace?: { readonly steps: number; readonly lastSteps: number }
  /** Number of steps that it needs to tune itself, default 200. */
  readonly warmup?: number
  /** Creates a sampler of a tally's posterior. */
  create(setting: SamplerSetting): Sampler<unknown>
}

/** The default prior of a kind of sampler; the smooth law learns its hyperparameters. */
export function usualPrior({ priors }: SamplerKind): number | 'learned' {
  return priors === 'fixed' ? 1 : 'learned'
}

/** The inputs that a sampler is created from; a prior that is left out is the kind's default. */
export type SamplerOptions = Omit<SamplerSetting, 'prior'> & { readonly prior?: Prior | undefined }

/**
 * Creates a sampler of this kind.
 *
 * @throws RangeError on a prior that the kind cannot honour
 */
export function createSampler(kind: SamplerKind, options: SamplerOptions): Sampler<unknown> {
  if (kind.priors === 'smooth' && options.prior !== undefined) {
    refuse('prior', options.prior, `left out, or 'smooth', for the sampler '${kind.name}'`)
  }
  const prior = options.prior ?? usualPrior(kind)
  if (prior === 'learned' && kind.priors === 'fixed') {
    refuse('prior', prior, `fixed, for the sampler '${kind.name}'`)
  }
  const { rho, learned } = readPrior(prior, options.tally.categories)
  const sampler = kind.create({ ...options, prior: learned ? 'learned' : rho })
  return requireMethods(`what create of the sampler ${kind.name} returns`, sampler, ['init', 'step', 'theta'])
}
