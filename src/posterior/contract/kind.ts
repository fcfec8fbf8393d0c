import { refuse } from '../../check/check.ts'
import type { Tally } from '../tally/tally.ts'
import { type Prior, readPrior } from './prior.ts'
import type { Sampler } from './sampler.ts'

/** What a sampler is made from. */
export interface SamplerSetting {
  /** The answers. The tally may grow while the chain runs. */
  readonly tally: Tally
  /** The K Dirichlet parameters; or `'learned'`, which only kinds with `priors: 'any'` are given. */
  readonly prior: Float64Array | 'learned'
  /** So many first draws are thrown away: the time to tune in. In the loop `Number.MAX_SAFE_INTEGER`: the tally grows. */
  readonly warmup: number
  /** The number of answers that there will be, where it is known. */
  readonly horizon?: number
}

/** A way of drawing from the posterior. All that the library knows about a sampler stands in its kind. */
export interface SamplerKind {
  /** The name that `sampler` has for it. */
  readonly name: string
  /** `'any'`: it can learn a concentration, and does so by default. `'fixed'`: it cannot; its default prior is 1. */
  readonly priors: 'any' | 'fixed'
  /**
   * For a sampler whose state is a posterior draw only if the chain has followed the tally all along: its steps after each
   * answer, and those of an estimate. Without a pace, any state that has made some steps is a draw.
   */
  readonly pace?: { readonly steps: number; readonly lastSteps: number }
  /** Steps that it needs to tune itself, default 200. */
  readonly warmup?: number
  /** A sampler of the posterior of a tally. */
  create(setting: SamplerSetting): Sampler<unknown>
}

/** The prior of a kind of sampler where none is given. */
export function usualPrior({ priors }: SamplerKind): number | 'learned' {
  return priors === 'any' ? 'learned' : 1
}

/** What a sampler may be made from, with the usual prior left out. */
export type SamplerOptions = Omit<SamplerSetting, 'prior'> & { readonly prior?: Prior | undefined }

/**
 * Makes a sampler of a kind.
 *
 * @throws RangeError on a prior that the kind cannot honour
 */
export function createSampler(kind: SamplerKind, options: SamplerOptions): Sampler<unknown> {
  const prior = options.prior ?? usualPrior(kind)
  if (prior === 'learned' && kind.priors === 'fixed') {
    refuse('prior', prior, `fixed, for the sampler '${kind.name}'`)
  }
  const { rho, learned } = readPrior(prior, options.tally.categories)
  return kind.create({ ...options, prior: learned ? 'learned' : rho })
}
