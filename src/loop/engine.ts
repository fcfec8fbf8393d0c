import { refuse, requireInteger, requireNumber, requireOneOf, type Vector } from '../check/check.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { Prior } from '../posterior/prior.ts'
import {
  type Posterior,
  resolveSampler,
  SAMPLER_NAMES,
  type SamplerName,
} from '../posterior/sample-posterior.ts'
import { createTally, type Tally } from '../posterior/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { type Chain, createChain } from './chain.ts'
import { createStrategy, type Strategy } from './strategy.ts'

/** What an estimator is made from; everything about it follows from these and the seed. */
export interface EngineOptions {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /** The privacy level of every request. */
  readonly epsilon: number
  /** How the mechanism of the next request is chosen: `auto` (the default), `fisher`, `honesty@0.9`, `semi:0.8`, `srr`, … */
  readonly strategy?: string
  /**
   * The prior: `'learned'`, a number, or K numbers. Default `'learned'`; with the samplers `sgld` and `sgrld`, which
   * cannot learn it, 1.
   */
  readonly prior?: Prior
  /** The public prior q, weights of length K: for the strategy `public-prior`. */
  readonly publicPrior?: Vector
  /** What draws from the posterior. Default `'auto'`, an exact sampler; `'sgld'` is the paper's, `'sgrld'` its variant for priors below 1. */
  readonly sampler?: SamplerName
  /** The number of answers that will come, where it is known: gives `sgld` and `sgrld` the paper's constant step 0.5/T. */
  readonly horizon?: number
}

/** What has come in since the chain last moved. */
export interface Pending {
  readonly answers: number
  /** Single answers or whole groups. */
  readonly batches: number
}

/**
 * The loop's inner works, shared by the estimator and the simulation: the strategy, the tally, and the chain, which
 * moves only when its draw is needed.
 */
export class Engine {
  readonly strategy: Strategy
  readonly tally: Tally
  private answers: number
  private batches: number
  private readonly chain: Chain
  private readonly horizon: number | undefined

  constructor(
    options: EngineOptions,
    rng: SeededRng,
    resumed?: { tally: Tally; pending: Pending; chain: unknown; strategy: unknown },
  ) {
    const categories = requireInteger('categories', options.categories, 2)
    const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
    const name = requireOneOf('sampler', options.sampler ?? 'auto', SAMPLER_NAMES)
    const sampler = resolveSampler(name, categories, epsilon)
    const prior = options.prior ?? (sampler === 'sgld' || sampler === 'sgrld' ? 1 : 'learned')
    const { horizon } = options
    if (horizon !== undefined) requireInteger('horizon', horizon, 1)
    this.strategy = createStrategy(
      options.strategy ?? 'auto',
      categories,
      epsilon,
      options.publicPrior,
      resumed?.strategy,
    )
    this.horizon = horizon
    this.tally = resumed?.tally ?? createTally(categories)
    this.answers = resumed?.pending.answers ?? 0
    this.batches = resumed?.pending.batches ?? 0
    this.chain = createChain({ tally: this.tally, sampler, prior, horizon }, rng, resumed?.chain)
  }

  /** The mechanism for the next person or group, chosen at a posterior draw. */
  choose(rng: SeededRng): Mechanism {
    const needed = this.strategy.adaptive || this.chain.mustFollow
    if (needed && this.answers > 0 && this.chain.isDue(this.answers)) {
      this.chain.advance(rng, this.batches)
      this.answers = 0
      this.batches = 0
    }
    return this.strategy.choose(this.chain.theta, { tally: this.tally, rng, horizon: this.horizon })
  }

  /** Says that so many answers to one request, alone or as a group, have been added to the tally. */
  noteAnswers(count: number): void {
    this.answers += count
    this.batches++
  }

  /** The posterior given all answers; `draws` of each of its chains are kept. */
  estimate(seed: string, draws: number): Posterior {
    return this.chain.estimate(seed, draws)
  }

  get pending(): Pending {
    return { answers: this.answers, batches: this.batches }
  }

  /** What the strategy remembers; null where that is nothing. */
  strategyMemory(): unknown {
    return this.strategy.memory?.() ?? null
  }

  chainState(): unknown {
    return this.chain.state()
  }
}

/** A stream's seed from a seed and a name, so that what is drawn by several streams has one. */
export function seedFor(seed: string | number, ...name: (string | number)[]): string {
  if (typeof seed !== 'string' && !Number.isFinite(seed)) refuse('seed', seed, 'a string or a finite number')
  return JSON.stringify([seed, ...name])
}
