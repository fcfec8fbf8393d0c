import { refuseName, type Vector } from '../../check/check.ts'
import { listNames } from '../../check/quote.ts'
import type { Query } from '../../query/query.ts'
import type { Scalar } from '../../query/scalar.ts'
import type { Posterior } from '../chains/posterior.ts'
import type { NumericEstimate } from './numeric-estimate.ts'

/** A weight of each group, by its name or in the order of the groups, at least 0; their sum need not be 1. */
export type GroupShares = Vector | Readonly<Record<string, number>>

/** Estimates of each group of people, with warnings. */
export interface ByGroup<Belief> {
  /** The names of the groups. */
  readonly names: readonly string[]
  /**
   * The posterior of a group.
   *
   * @throws RangeError if there is no such group
   */
  group(name: string): Belief
  /**
   * The posterior of a query. A query without a group is about all people.
   *
   * @param shares a weight of each group, as for the total of all groups; default the numbers of answers
   * @throws RangeError if the text is no query about these questions; its message shows the faulty place
   */
  of(query: string | Query, shares?: GroupShares): Scalar
  /** Whether groups are pooled; otherwise each is estimated from its own answers alone. */
  readonly isPooled: boolean
  /** Warnings, in words. */
  readonly warnings: readonly string[]
  /** The beliefs as plain data, without draws, for `JSON.stringify`. */
  toJSON(): object
}

/** Posterior of the difference of two groups' laws: vectors with an entry for each category or cell. */
export interface Difference {
  /** Posterior mean of `θ_g − θ_h`. */
  readonly mean: Float64Array
  /** Posterior standard deviation. */
  readonly sd: Float64Array
  /** Central credible interval of each category's difference, level above 0 and below 1. */
  interval(level: number): [lower: Float64Array, upper: Float64Array]
}

/** Joint posterior of the distributions of several groups, of categories, numbers or scales. The i-th draws of all groups belong together. */
export interface Grouped<Belief extends Posterior | NumericEstimate = Posterior> extends ByGroup<Belief> {
  /**
   * The posterior of `Σ_g w_g θ_g`, the law of all groups together.
   *
   * @param shares a weight of each group, by its name or in the order of `names`, at least 0, whose sum need not be 1; default the numbers
   *   of answers, or equal weights without answers
   * @throws RangeError unless each group has such a weight, and one is above 0
   */
  total(shares?: GroupShares): Belief
  /**
   * The posterior of `θ_g − θ_h`, cell by cell.
   *
   * @throws RangeError unless these are two different groups
   */
  difference(g: string, h: string): Difference
  /**
   * The strength of pooling. For categories α, in equivalent people whose category is known: the larger, the stronger. For numbers and
   * scales τ, the spread of groups: the smaller, the stronger. Undefined without pooling.
   */
  readonly pooling: Scalar | undefined
}

/** Largest number of names in a sentence. */
export const MOST_NAMED = 5

/** The index of a group among the names. @throws RangeError if there is no such group */
export function placeOf(names: readonly string[], argument: string, name: string): number {
  const index = names.indexOf(name)
  if (index >= 0) return index
  return refuseName(argument, name, names, `one of the groups, which are ${listNames(names, MOST_NAMED)}`)
}
