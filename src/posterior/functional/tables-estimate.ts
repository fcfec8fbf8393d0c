import type { PersonRecord } from '../../domain/domain.ts'
import type { Askable } from '../../query/of-query.ts'
import type { Scalar } from '../../query/scalar.ts'
import type { Rng } from '../../random/rng.ts'
import type { Posterior } from '../chains/posterior.ts'
import type { NumericEstimate } from './numeric-estimate.ts'

/** What is believed about a table of two questions. */
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

/** What is believed about how two questions go together. */
export interface Association {
  /** Cramér's V, from 0 at independence to 1. */
  readonly cramersV: Scalar
  /** In bits. */
  readonly mutualInformation: Scalar
}

/** What is believed about the questions of people. */
export interface Tables extends Askable {
  /** What is believed of a question by itself: the frequencies of its categories, or the estimate of a scale or a number. */
  marginal<E extends Posterior | NumericEstimate = Posterior>(name: string): E
  /**
   * The table of two questions.
   *
   * @throws RangeError if only single questions were asked for
   */
  table(a: string, b: string): Table
  /**
   * How two questions go together. In tables of a hundred cells and more, its intervals are too narrow (see the warnings).
   *
   * @throws RangeError if only single questions were asked for
   */
  association(a: string, b: string): Association
  /**
   * The draws of the law of one question, or of two together, row by row: the cells of a table stand as in a request.
   *
   * @param questions their numbers, increasing
   * @throws RangeError for two, if only single questions were asked for
   */
  drawsOf(questions: readonly number[]): Float64Array
  /**
   * Synthetic records: each is drawn from the law of a posterior draw of its own. They hold labels, numbers of categories that have none,
   * and the values of cells.
   *
   * @throws RangeError if only single questions were asked for
   */
  sampleRecords(n: number, rng: Rng): PersonRecord[]
  /** What is wrong with these estimates, in words; empty if nothing is. */
  readonly warnings: readonly string[]
  /** Means and 95 % intervals of everything that was asked about, and the warnings. */
  toJSON(): object
}
