import type { PersonRecord } from '../../domain/domain.ts'
import type { Askable } from '../../query/of-query.ts'
import type { Scalar } from '../../query/scalar.ts'
import type { Rng } from '../../random/rng.ts'
import type { Posterior } from '../chains/posterior.ts'
import type { NumericEstimate } from './numeric-estimate.ts'

/** Posterior of a table of two questions. */
export interface Table {
  /** Posterior means, `mean[u][v]`. */
  readonly mean: number[][]
  /** The central credible interval of each cell, level above 0 and below 1. */
  interval(level: number): [lower: number[][], upper: number[][]]
  /** Convergence diagnostics of each cell: R̂, and effective draws in centre and tails. */
  readonly diagnostics: {
    readonly rhat: number[][]
    readonly essBulk: number[][]
    readonly essTail: number[][]
  }
}

/** Posterior of the association of two questions. */
export interface Association {
  /** Cramér's V, from 0 at independence to 1. */
  readonly cramersV: Scalar
  /** The prior of V. If the posterior of V resembles it, the answers contain little information about V. */
  readonly prior: Scalar
  /** Mutual information, in bits. */
  readonly mutualInformation: Scalar
}

/** Estimates of several questions. */
export interface Tables extends Askable {
  /** Estimate of a single question: the frequencies of its categories, or the estimate of a scale or a number. */
  marginal<E extends Posterior | NumericEstimate = Posterior>(name: string): E
  /**
   * The table of two questions.
   *
   * @throws RangeError if requests were about single questions
   */
  table(a: string, b: string): Table
  /**
   * The association of two questions. In tables of a hundred cells and more, its intervals are too narrow (see the warnings).
   *
   * @throws RangeError if requests were about single questions
   */
  association(a: string, b: string): Association
  /**
   * The draws of the law of one question, or of two together, row by row. The cells of a table are ordered as in a request.
   *
   * @param questions the indices of the questions, increasing
   * @throws RangeError for two, if requests were about single questions
   */
  drawsOf(questions: readonly number[]): Float64Array
  /**
   * Synthetic records: people drawn from the posterior predictive distribution. Their values are labels, numbers of categories without
   * labels, and the values of cells. For questions in one request, tables of many records agree with `table(a, b).mean`. Dependence of
   * three or more questions beyond their tables, and of pairs without requests, comes from the factors: a sample of the factors' law is
   * weighted so that it has the tables (iterative proportional fitting), and records are drawn from it by these weights.
   *
   * @throws RangeError if requests were about single questions
   */
  sampleRecords(n: number, rng: Rng): PersonRecord[]
  /** Warnings about these estimates, in words. */
  readonly warnings: readonly string[]
  /** Means and 95 % intervals of all laws, and the warnings. */
  toJSON(): object
}
