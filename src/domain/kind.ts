import type { OrderedQuestion, Question } from './question.ts'

/** A question that has been read and checked: the cells that channels are over, and which of them a value belongs to. */
export interface QuestionKind {
  /** Of which type it is. */
  readonly kind: 'categories' | 'scale' | 'whole' | 'number'
  /** The number of cells: the categories of every channel. */
  readonly cells: number
  /** The names of the cells; absent where they are only numbered. */
  readonly names?: readonly string[]
  /**
   * The cell of what somebody holds. It takes the same work for every value.
   *
   * @param argument what the value is called where it is refused
   * @throws RangeError on everything that the question does not hold, in the same words, which do not say what it was
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
  /** Of which type it is; a number has bins between edges. */
  readonly kind: 'scale' | 'whole' | 'number'
  readonly names: readonly string[]
  /** The number of cells inside of the range. */
  readonly bins: number
  /** The number of the first of them: 1 where there is a cell *below*, and then one *above*, too; otherwise 0. */
  readonly first: 0 | 1
  /** The lowest value inside, which is that of values below. */
  readonly from: number
  /** The highest value inside, which is that of values above. */
  readonly to: number
  /**
   * Between which values the mass of each bin is spread where quantiles are read: the edges of bins; v − ½ and v + ½ of a whole number;
   * the midpoints between the scores of a scale. Length `bins + 1`, increasing.
   */
  readonly edges: Float64Array
  /** The value of each cell, by which means are taken: a bin's midpoint, a whole number, a score. */
  readonly values: Float64Array
  toJSON(): OrderedQuestion
}
