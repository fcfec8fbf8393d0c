import type { Categories } from '../check/categories.ts'
import type { Vector } from '../check/check.ts'

/**
 * What a person may hold:
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

/** One step of a scale: how many steps there are or what they are called, from the lowest to the highest, and what they score. */
export interface ScaleQuestion {
  /** How many steps there are, or what they are called, from the lowest to the highest. */
  readonly ordered: Categories
  /** The score of each step, increasing; default 1, 2, 3, … */
  readonly scores?: Vector
}

/** A whole number between two others, both included, with a cell each. */
export interface WholeQuestion {
  /** The lowest and the highest of them. */
  readonly whole: readonly [from: number, to: number]
  /** Where other whole numbers belong; default `'cells'`. */
  readonly outside?: Outside
}

/** A number, public and fixed before anybody is asked: equal bins from `from` to `to`, or bins between `edges`. */
export type NumberQuestion =
  | { readonly from: number; readonly to: number; readonly bins: number; readonly outside?: Outside }
  | { readonly edges: Vector; readonly outside?: Outside }

/** Where values of the right kind outside of a range belong: to two cells of their own, or to the nearest end. */
export type Outside = 'cells' | 'clamp'

/** Any of some items, each of which is a question of its own, yes or no: where there are several questions. */
export interface ItemsQuestion {
  /** What they are called. */
  readonly items: readonly string[]
}
