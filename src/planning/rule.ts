import type { Catalogue } from '../catalogue/catalogue.ts'
import type { SeededRng } from '../random/rng.ts'

/** What is known about the errors of a collection whose goal is planned for. */
export interface Collected {
  /** The truth. */
  readonly theta: Float64Array
  /**
   * The precision, after n answers, of the estimate that the goal is about: a frequency, or the difference of two. It is n/(n·Var) where
   * the channel stays the same.
   */
  information(n: number): number
  /** Whether the answers tell one category from all others and nothing else, so that its posterior is exact. */
  readonly isBinary: boolean
  /** How far liars may shift that estimate, at worst away from what settles the goal. */
  readonly shift: number
}

/** Plays the collection of answers up to the look that settles the goal. Returns their number; Infinity if it takes too many. */
export type Path = (rng: SeededRng) => number

/** The rule by which a goal is settled, with what does not depend on the channel worked out. */
export type Rule = (collected: Collected) => Path

/** A path that takes more answers than this is not settled. */
export const MOST_ANSWERS = 1e12

/** The plan of one goal. */
export interface GoalPlanner {
  /** How many people have to be invited until the goal is settled, sorted, for about so many paths. */
  people(epsilon: number, paths: number): Float64Array
  /** The margins ± within that are reached with so many people, sorted, for at most so many paths. */
  margins(epsilon: number, people: number, paths: number): Float64Array
}

/** What all planners of goals about numbers, groups and tables are told. */
export interface PartSetting {
  readonly strategy: string
  readonly catalogue: Catalogue
  readonly confidence: number
  readonly nonresponse: number
  readonly seed: string | number
}
