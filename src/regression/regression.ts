import type { Posterior } from '../posterior/chains/posterior.ts'
import type { Query } from '../query/query.ts'
import type { Scalar } from '../query/scalar.ts'
import type { Covariate } from './covariates.ts'
import type { MarginalEffect } from './marginal-effects.ts'
import type { RegressionInferenceData } from './regression-inference.ts'

/** What a regression of a private category on public covariates has found. */
export interface Regression {
  /** The formula as it was written. */
  readonly formula: string
  /** Number of people. */
  readonly people: number
  /** Number of distinct covariate patterns among them. */
  readonly patterns: number
  /** The names of the K categories. */
  readonly labels: readonly string[]
  /** The name of the category that the odds of the others are against. */
  readonly reference: string
  /** The largest audited level of the requests. */
  readonly epsilon: number
  /** The names of the mechanisms that people were asked by. */
  readonly mechanisms: readonly string[]
  /** The covariates of the formula, with their levels or ranges. */
  readonly covariates: readonly Covariate[]
  /**
   * The coefficients per unit of each covariate, on the scale of log odds against the reference: `Intercept`, `a`, `colour[red]`,
   * `a:colour[red]`; with more than two categories the category's name and a colon before each, `1: Intercept`.
   */
  readonly coefficients: readonly NamedScalar[]
  /** The random intercept, where the formula has one. */
  readonly random?: RandomIntercept
  /**
   * The mode of the posterior, coefficient by coefficient: with `prior: 'flat'` the estimate of maximum likelihood. Undefined with a
   * random intercept, where the mode of all parameters together says little about any of them.
   */
  readonly mode: Float64Array | undefined
  /** The names of the columns of `draws`: coefficients, effects of the groups, and the standard deviation τ of these. */
  readonly parameters: readonly string[]
  /** The draws, `[chains × draws × parameters]`, row-major. */
  readonly draws: Float64Array
  /** How many chains the draws are of, one after another. */
  readonly chains: number
  /** Steps of each chain that were thrown away. */
  readonly warmup: number
  /** Why the chains ended. */
  readonly stopped: Posterior['stopped']
  /** Convergence diagnostics, vectors with an entry for each parameter. */
  readonly diagnostics: Posterior['diagnostics']
  /** What is wrong with the draws or with the covariates, in words; empty if nothing is. */
  readonly warnings: readonly string[]
  /**
   * The posterior of the law of a person's category, given the covariates.
   *
   * @throws RangeError if a covariate of the formula is missing, or is a level that nobody has
   */
  predict(covariates: { readonly [covariate: string]: number | string }): Posterior
  /**
   * What is believed of a query about the category, of people with these covariates; without them on average over the people.
   *
   * @throws RangeError as `predict` does, and if the text is no query about the category
   */
  of(query: string | Query, covariates?: { readonly [covariate: string]: number | string }): Scalar
  /**
   * How much more likely each category is, on average over the people, if a numeric covariate is larger by one, or if everybody had
   * a level of a factor instead of its first.
   */
  marginalEffects(): readonly MarginalEffect[]
  /** The summary, as text. */
  toString(): string
  /** The regression as plain data, without its draws: what `JSON.stringify` writes. */
  toJSON(): RegressionJSON
  /** The draws as the JSON that ArviZ reads. */
  toInferenceData(): RegressionInferenceData
}

/** The posterior of a number that has a name. */
export interface NamedScalar extends Scalar {
  /** What it is called. */
  readonly name: string
}

/** A random intercept `(1 | g)`: `u_g ~ N(0, τ² I)`, with `τ ~ half-N(0, 2.5²)`. */
export interface RandomIntercept {
  /** The covariate g. */
  readonly group: string
  /** τ. */
  readonly sd: Scalar
  /** u, level by level, named `g[level]`; with more than two categories the category's name and a colon before each. */
  readonly effects: readonly NamedScalar[]
}

/** A coefficient or τ as plain data. */
export interface CoefficientJSON {
  /** Its name, as in `coefficients`. */
  readonly name: string
  /** Posterior mean. */
  readonly mean: number
  /** Posterior standard deviation. */
  readonly sd: number
  /** The ends of the central 95 % interval. */
  readonly lower: number
  /** The upper end of the interval. */
  readonly upper: number
  /** Rank-normalised split R-hat. */
  readonly rhat: number
  /** Bulk effective sample size. */
  readonly essBulk: number
  /** Tail effective sample size. */
  readonly essTail: number
}

/** A regression as plain data. */
export interface RegressionJSON {
  /** The formula, as given. */
  readonly formula: string
  /** How many people answered. */
  readonly people: number
  /** How many distinct patterns of covariates there are. */
  readonly patterns: number
  /** The names of the categories. */
  readonly labels: readonly string[]
  /** The category that the odds of the others are against. */
  readonly reference: string
  /** The names of the mechanisms that were answered. */
  readonly mechanisms: readonly string[]
  /** The largest level of the channels. */
  readonly epsilon: number
  /** How many chains there were. */
  readonly chains: number
  /** The steps of tuning of each chain. */
  readonly warmup: number
  /** How many draws there are of each chain. */
  readonly draws: number
  /** Why sampling ended. */
  readonly stopped: Posterior['stopped']
  /** How many transitions diverged. */
  readonly divergences: number
  /** The coefficients. */
  readonly coefficients: readonly CoefficientJSON[]
  /** τ and the effects of the groups, if there is a random intercept. */
  readonly random?: {
    readonly group: string
    readonly sd: CoefficientJSON
    readonly effects: readonly CoefficientJSON[]
  }
  /** What is wrong with the draws, in words. */
  readonly warnings: readonly string[]
}
