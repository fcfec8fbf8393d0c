import type { OrderedQuestion, Question } from './question.ts'

/** A checked question: its cells, which are the categories of channels, and the cell of each value. */
export interface QuestionKind {
  /** Its type. */
  readonly kind: 'categories' | 'scale' | 'whole' | 'number'
  /** The number of cells: the categories of every channel. */
  readonly cells: number
  /** The names of the cells; absent if they have only numbers. */
  readonly names?: readonly string[]
  /**
   * The cell of a private value. The time is the same for every value.
   *
   * @param argument name of the value in errors
   * @throws RangeError on every invalid value, with the same message, which does not reveal the value
   */
  cell(held: unknown, argument?: string): number
  /** The question as plain data. */
  toJSON(): Question
}

/** A question about categories, which have no order. */
export interface CategoriesKind extends QuestionKind {
  /** Its cells have no order. */
  readonly kind: 'categories'
}

/**
 * A question whose cells have an order and values, in the units of the question. The cells inside of its range are called bins, of
 * whatever kind they are: steps of a scale, whole numbers, bins of a number.
 */
export interface OrderedKind extends QuestionKind {
  /** Its type; a number has bins between edges. */
  readonly kind: 'scale' | 'whole' | 'number'
  readonly names: readonly string[]
  /** The number of cells inside of the range. */
  readonly bins: number
  /** The index of the first bin: 1 if there are cells *below* and *above*, otherwise 0. */
  readonly first: 0 | 1
  /** The lowest value of the range, which also represents values below. */
  readonly from: number
  /** The highest value of the range, which also represents values above. */
  readonly to: number
  /**
   * The ends of the intervals over which quantiles spread the mass of each bin: the edges of bins; v − ½ and v + ½ for a whole number; the
   * midpoints between the scores of a scale. Length `bins + 1`, increasing.
   */
  readonly edges: Float64Array
  /** The value of each cell, for means: a bin's midpoint, a whole number, a score. */
  readonly values: Float64Array
  toJSON(): OrderedQuestion
}
