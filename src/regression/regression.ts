import type { Question } from '../domain/question.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { Query } from '../query/query.ts'
import type { Scalar } from '../query/scalar.ts'
import type { Covariate, GivenCovariates, PopulationCell } from './covariates.ts'
import type { RegressionInferenceData } from './regression-inference.ts'

/**
 * The result of a regression on public covariates.
 *
 * @typeParam Law the type of an estimated distribution: a posterior of categories, or the estimate of a scale or a number
 */
export interface Regression<Law extends Posterior | NumericEstimate = Posterior> {
  /** The formula, as given. */
  readonly formula: string
  /** Number of people. */
  readonly people: number
  /** Effective number of people: how many people of equal weight would say as much. Without weights, their number. */
  readonly effective: number
  /** Number of distinct covariate patterns. */
  readonly patterns: number
  /** The question that people answered. */
  readonly question: Question
  /** The family of distributions, in words. */
  readonly family: string
  /** The names of the categories, or of the cells of a scale or a number. */
  readonly labels: readonly string[]
  /** The name of the category that odds are relative to; undefined for a scale or a number. */
  readonly reference: string | undefined
  /** The largest audited level of the requests. */
  readonly epsilon: number
  /** The names of the mechanisms in the requests. */
  readonly mechanisms: readonly string[]
  /** The covariates of the formula, with their levels or ranges. */
  readonly covariates: readonly Covariate[]
  /**
   * The coefficients per unit of each covariate, as log odds against the reference: `Intercept`, `a`, `colour[red]`, `a:colour[red]`. With
   * more than two categories, each name begins with the category, `1: Intercept`. A scale or a number has coefficients of location,
   * `location: a`, and of scale, `scale: a`.
   */
  readonly coefficients: readonly NamedScalar[]
  /** The random terms: an intercept for each bracket of the formula, and its slopes. */
  readonly random: readonly RandomEffects[]
  /**
   * Average changes, over the people who answered. A numeric covariate grows by one for everybody; for a factor, everybody has a level
   * instead of the first one. For categories, the changes are those of each share. For a scale or a number, they are those of the mean, the
   * median, and, with up to twelve cells, the share of each cell. They are computed on first access.
   */
  readonly effects: readonly AverageEffect[]
  /**
   * Average changes, as in `effects`, of any query, such as `'share(>= 50)'`.
   *
   * @throws RangeError if the text is no query about the question
   */
  changes(query: string | Query): readonly AverageEffect[]
  /**
   * The posterior mode of each coefficient; with `prior: 'flat'`, the maximum-likelihood estimate. Undefined with random terms, and for
   * scales and numbers, because their joint mode says little about any one parameter.
   */
  readonly mode: Float64Array | undefined
  /**
   * The names of the columns of `draws`: coefficients, effects of the groups, and the standard deviations τ of these effects. For a scale
   * or a number, other parameters of its shape come last; these have no diagnostics.
   */
  readonly parameters: readonly string[]
  /** The draws, `[chains × draws × parameters]`, row-major. */
  readonly draws: Float64Array
  /** Number of chains, whose draws follow one another. */
  readonly chains: number
  /** Number of warm-up steps of each chain, which were discarded. */
  readonly warmup: number
  /** Reason why sampling ended. */
  readonly stopped: Posterior['stopped']
  /** Convergence diagnostics: vectors with an entry for each displayed parameter. */
  readonly diagnostics: Posterior['diagnostics']
  /** Problems with the draws or the covariates, in words; empty if there are none. */
  readonly warnings: readonly string[]
  /**
   * The posterior of the distribution of a person's category or value, given the covariates. For a population, given as a list of
   * covariates with the `share` of the people who have them, the mean over these people (regression and post-stratification).
   *
   * @throws RangeError if a covariate of the formula is missing, or is a level that nobody has
   * @see Gelman, Little (1997), Poststratification into many categories using hierarchical logistic regression
   */
  predict(given: GivenCovariates | readonly PopulationCell[]): Law
  /**
   * The posterior of a query about the left side, for people with these covariates or for a population; without either, on average over the
   * people who answered.
   *
   * @throws RangeError as `predict` does, and if the text is no query about the question
   */
  of(query: string | Query, given?: GivenCovariates | readonly PopulationCell[]): Scalar
  /** The summary, as text. */
  toString(): string
  /** The regression as plain data, without its draws: what `JSON.stringify` writes. */
  toJSON(): RegressionJSON
  /** The draws as the JSON that ArviZ reads. */
  toInferenceData(): RegressionInferenceData
}

/** The posterior of a number that has a name. */
export interface NamedScalar extends Scalar {
  /** Name of the number. */
  readonly name: string
}

/** An intercept or slope that varies from group to group, `u_g ~ N(0, τ² I)`. */
export interface RandomEffects {
  /** The covariate g whose levels are the groups. */
  readonly group: string
  /** The column whose slope varies; absent for the intercept. A random intercept is that of people at the means of the columns. */
  readonly slope?: string
  /**
   * The standard deviation τ. For categories its prior is half-normal: `half-N(0, 2.5²)` for an intercept, and `half-N(0, 0.625²)` for a
   * slope on a column with standard deviation 1. Both are half the scale of the coefficient's own prior.
   */
  readonly sd: Scalar
  /**
   * The effects u, level by level, named `g[level]` or `g[level]:x`. With more than two categories the name begins with the category and a
   * colon; for a scale or a number, with `location: ` or `scale: `.
   */
  readonly effects: readonly NamedScalar[]
}

/** The change of a query when a covariate changes, averaged over the people. */
export interface AverageEffect extends NamedScalar {
  /** `a` for a numeric covariate that grows by one; `colour[red]` for a level in place of the first. */
  readonly name: string
  /** The query that changes: `share(LABEL)`, `mean` or `median`. */
  readonly on: string
}

/** A coefficient or τ as plain data. */
export interface CoefficientJSON {
  /** Its name, as in `coefficients`. */
  readonly name: string
  /** Posterior mean. */
  readonly mean: number
  /** Posterior standard deviation. */
  readonly sd: number
  /** The lower end of the central 95 % interval. */
  readonly lower: number
  /** The upper end of the central 95 % interval. */
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
  /** Number of people who answered. */
  readonly people: number
  /** Effective number of people; absent without weights. */
  readonly effective?: number
  /** Number of distinct covariate patterns. */
  readonly patterns: number
  /** The question that people answered. */
  readonly question: Question
  /** The names of the categories, or of the cells of a scale or a number. */
  readonly labels: readonly string[]
  /** The category that odds are relative to; absent for a scale or a number. */
  readonly reference?: string
  /** The names of the mechanisms in the requests. */
  readonly mechanisms: readonly string[]
  /** The largest audited level of the requests. */
  readonly epsilon: number
  /** Number of chains. */
  readonly chains: number
  /** Number of warm-up steps of each chain. */
  readonly warmup: number
  /** Number of draws of each chain. */
  readonly draws: number
  /** Reason why sampling ended. */
  readonly stopped: Posterior['stopped']
  /** Number of divergent transitions. */
  readonly divergences: number
  /** The coefficients. */
  readonly coefficients: readonly CoefficientJSON[]
  /** The random terms: τ and the effects of the groups. */
  readonly random: readonly {
    readonly group: string
    readonly slope?: string
    readonly sd: CoefficientJSON
    readonly effects: readonly CoefficientJSON[]
  }[]
  /** Average changes, with the ends of their central 95 % intervals. */
  readonly effects: readonly {
    readonly name: string
    readonly on: string
    readonly mean: number
    readonly sd: number
    readonly lower: number
    readonly upper: number
  }[]
  /** Problems with the draws or the covariates, in words. */
  readonly warnings: readonly string[]
}
