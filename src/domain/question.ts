import type { Categories } from '../check/categories.ts'
import type { Vector } from '../check/check.ts'

/**
 * The type of a private value:
 *
 * - one of some categories, by their number or their names: `4`, `['cook', 'baker']`;
 * - one step of a scale: `{ ordered: ['never', 'sometimes', 'often'] }`, whose steps score 1, 2, 3 unless `scores` says otherwise;
 * - a whole number, with a cell each: `{ whole: [0, 12] }`;
 * - a number, in equal bins or between edges: `{ from: 0, to: 120, bins: 120 }`, `{ edges: [0, 10, 100] }`.
 *
 * Values outside of a range belong to two cells of their own, below and above, or with `outside: 'clamp'` to its ends.
 */
export type Question = Categories | OrderedQuestion

/** A question whose cells have an order. */
export type OrderedQuestion = ScaleQuestion | WholeQuestion | NumberQuestion

/** One step of a scale: the steps from the lowest to the highest, and their scores. */
export interface ScaleQuestion {
  /** The number of steps, or their names, from the lowest to the highest. */
  readonly ordered: Categories
  /** The score of each step, increasing; default 1, 2, 3, … */
  readonly scores?: Vector
}

/** A whole number between two others, both included, with a cell each. */
export interface WholeQuestion {
  /** The lowest and the highest number. */
  readonly whole: readonly [from: number, to: number]
  /** The treatment of other whole numbers; default `'cells'`. */
  readonly outside?: Outside
}

/** A number, in equal bins from `from` to `to`, or in bins between `edges`, which are public and fixed before anybody is asked. */
export type NumberQuestion =
  | { readonly from: number; readonly to: number; readonly bins: number; readonly outside?: Outside }
  | { readonly edges: Vector; readonly outside?: Outside }

/** The treatment of valid values outside of the range: two cells of their own, or the nearest end. */
export type Outside = 'cells' | 'clamp'

/** Any of several items, each of which is a yes-no question of its own. Only allowed as one of several questions. */
export interface ItemsQuestion {
  /** The names of the items. */
  readonly items: readonly string[]
}
