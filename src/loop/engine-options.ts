import type { AnyName, Catalogue } from '../catalogue/catalogue.ts'
import type { NumericPrior } from '../catalogue/numeric-prior.ts'
import type { SamplerName } from '../catalogue/samplers.ts'
import type { Vector } from '../check/check.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import type { Robust } from '../risk/robust-means.ts'
import type { GoalOptions } from './goal/create-judge.ts'
import type { Memory } from './memory/memory.ts'
import type { StrategyName } from './strategy/strategy-names.ts'

/** What an estimator is made from; everything about it follows from these and the seed. */
export interface EngineOptions extends GoalOptions {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /**
   * The range of a number that people hold, `{ from, to, bins }` or `{ edges }`, instead of `categories`; these are then its cells, of
   * which there are bins + 2.
   */
  readonly question?: OrderedQuestion
  /** The privacy level of every request. */
  readonly epsilon: number
  /** How the mechanism of the next request is chosen: `auto` (the default), `fisher`, `honesty@0.9`, `semi:0.8`, `srr`, … */
  readonly strategy?: AnyName<StrategyName>
  /**
   * The prior: `'learned'`, a number, or K numbers. Default `'learned'`; 1 with a sampler that cannot learn it, such as
   * `sgld` and `sgrld`. For numbers `'smooth'` is the default: a smooth density, with atoms below and above the range.
   */
  readonly prior?: NumericPrior
  /** The public prior q, weights of length K, for the strategy `public-prior`. */
  readonly publicPrior?: Vector
  /** What draws from the posterior. Default `'auto'`, an exact sampler; `'sgld'` is the paper's, `'sgrld'` its variant for priors below 1. */
  readonly sampler?: AnyName<SamplerName>
  /** The number of answers that will come, if it is known. It gives `sgld` and `sgrld` the paper's constant step 0.5/T. */
  readonly horizon?: number
  /** How much old answers count; default `'all'`, as much as new ones. */
  readonly memory?: Memory
  /**
   * For collections where up to a share of the people may send arbitrary answers. Intervals then hold for the frequencies among all
   * others, and `auto` weighs what a liar can do against the error. The estimate itself stays the same.
   */
  readonly robust?: Robust
  /**
   * Whether the estimate carries intervals that hold at every look (`confidenceSequence`), of 95 % for each category whatever the
   * confidence of a goal is; default false. It costs some microseconds more per answer and category.
   */
  readonly anytime?: boolean
  /**
   * Looks for changes of the frequencies (`changeDetector`). While there is no change, the mean number of answers between two false
   * alarms is at least this. It costs some microseconds more per answer and category, and about a thousand more numbers per snapshot.
   */
  readonly runLength?: number
  /** Where strategies, samplers and kinds of mechanisms are looked up by name; default `builtIn`. */
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
