import { refuseName, type Vector } from '../../check/check.ts'
import { listNames } from '../../check/quote.ts'
import type { Query } from '../../query/query.ts'
import type { Scalar } from '../../query/scalar.ts'
import type { Posterior } from '../chains/posterior.ts'

/** A weight of each group, by its name or in the order of the groups, at least 0; their sum need not be 1. */
export type GroupShares = Vector | Readonly<Record<string, number>>

/** What is believed of each group of people, and what is wrong with it. */
export interface ByGroup<Belief> {
  /** The names of the groups. */
  readonly names: readonly string[]
  /**
   * What is believed of a group.
   *
   * @throws RangeError if there is no such group
   */
  group(name: string): Belief
  /**
   * What is believed of a query. About groups that are not named it is about all people.
   *
   * @param shares a weight of each group, as for the total of all groups; default the numbers of answers
   * @throws RangeError if the text is no query about what people were asked; its message shows where
   */
  of(query: string | Query, shares?: GroupShares): Scalar
  /** Whether groups borrow from each other; otherwise each is estimated from its own answers alone. */
  readonly isPooled: boolean
  /** What is wrong, in words. */
  readonly warnings: readonly string[]
  /** The beliefs as plain data, without draws: what `JSON.stringify` writes. */
  toJSON(): object
}

/** How a group's law differs from another's: vectors of length K. */
export interface Difference {
  /** Posterior mean of `θ_g − θ_h`. */
  readonly mean: Float64Array
  /** Posterior standard deviation. */
  readonly sd: Float64Array
  /** Central credible interval of each category's difference, level above 0 and below 1. */
  interval(level: number): [lower: Float64Array, upper: Float64Array]
}

/** What is believed about the laws of several groups. The i-th draws of all groups belong together. */
export interface Grouped extends ByGroup<Posterior> {
  /**
   * The posterior of `Σ_g w_g θ_g`, the law of all groups together.
   *
   * @param shares a weight of each group, by its name or in the order of `names`, at least 0, whose sum need not be 1; default the numbers
   * of answers, and equal ones while there are none
   * @throws RangeError unless each group has such a weight, and one is above 0
   */
  total(shares?: GroupShares): Posterior
  /**
   * The posterior of `θ_g − θ_h`.
   *
   * @throws RangeError unless these are two different groups
   */
  difference(g: string, h: string): Difference
  /** How much groups borrow from each other: α, in people whose category is known. Undefined where they are not pooled. */
  readonly pooling: Scalar | undefined
}

/** The most names that a sentence lists. */
export const MOST_NAMED = 5

/** The place of a group among its names. @throws RangeError if there is none */
export function placeOf(names: readonly string[], argument: string, name: string): number {
  const index = names.indexOf(name)
  if (index >= 0) return index
  return refuseName(argument, name, names, `one of the groups, which are ${listNames(names, MOST_NAMED)}`)
}
