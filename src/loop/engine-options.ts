import type { AnyName, Catalogue } from '../catalogue/catalogue.ts'
import type { NumericPrior } from '../catalogue/numeric-prior.ts'
import type { SamplerName } from '../catalogue/samplers.ts'
import type { Vector } from '../check/check.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import type { Robust } from '../risk/robust-means.ts'
import type { GoalOptions } from './goal/create-judge.ts'
import type { Memory } from './memory/memory.ts'
import type { StrategyName } from './strategy/strategy-names.ts'

/** Options of an estimator. With the seed, they determine everything about it. */
export interface EngineOptions extends GoalOptions {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /**
   * A question about numbers, `{ from, to, bins }` or `{ edges }`, or about a scale, instead of `categories`. Its cells are used as
   * categories; numbers have bins + 2 of them.
   */
  readonly question?: OrderedQuestion
  /** The privacy level of every request. */
  readonly epsilon: number
  /** The strategy that chooses the mechanism of the next request: `auto` (the default), `fisher`, `honesty@0.9`, `semi:0.8`, `srr`, … */
  readonly strategy?: AnyName<StrategyName>
  /**
   * The prior: `'learned'`, a number, or K numbers. Default `'learned'`; 1 with a sampler that cannot learn it, such as
   * `sgld` and `sgrld`. For numbers `'smooth'` is the default: a smooth density, with atoms below and above the range.
   */
  readonly prior?: NumericPrior
  /** The public prior q, weights of length K, for the strategy `public-prior`. */
  readonly publicPrior?: Vector
  /** Sampler of the posterior. Default `'auto'`, an exact sampler; `'sgld'` is the paper's, `'sgrld'` its variant for priors below 1. */
  readonly sampler?: AnyName<SamplerName>
  /** The number of answers that will come, if it is known. With it, `sgld` and `sgrld` use the paper's constant step 0.5/T. */
  readonly horizon?: number
  /** The weight of old answers; default `'all'`, as much as new ones. */
  readonly memory?: Memory
  /**
   * Options for collections in which up to a share of the people may send arbitrary answers. Intervals then hold for the frequencies among
   * all others, and `auto` weighs the damage that a liar can do against the error. The estimate itself stays the same.
   */
  readonly robust?: Robust
  /**
   * Whether the estimate has intervals that hold at every interim look (`confidenceSequence`), of 95 % for each category, regardless of the
   * confidence of goals; default false. They cost some microseconds for each answer and category.
   */
  readonly anytime?: boolean
  /**
   * Turns on the search for changes of the frequencies (`changeDetector`). While there is no change, the mean number of answers between two
   * false alarms is at least this number. The search costs some microseconds for each answer and category, and about a thousand numbers in
   * each snapshot.
   */
  readonly runLength?: number
  /** Catalogue in which strategies, samplers and kinds of mechanisms are looked up by name; default `builtIn`. */
  readonly catalogue?: Catalogue
}

/** The names of the options of an engine. */
export const ENGINE_OPTIONS = {
  categories: true,
  question: true,
  epsilon: true,
  strategy: true,
  prior: true,
  publicPrior: true,
  sampler: true,
  horizon: true,
  memory: true,
  robust: true,
  anytime: true,
  runLength: true,
  catalogue: true,
  goal: true,
  goals: true,
  confidence: true,
  guarantee: true,
} as const
