import type { OrderedKind } from '../domain/kind.ts'
import type { Channel } from '../mechanism/mechanism.ts'
import type { Setting } from '../mechanism/mechanism-kind.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { AimedGoal } from '../query/aimed-goal.ts'
import type { Rng } from '../random/rng.ts'
import type { Robust } from '../risk/robust-means.ts'

/** How the mechanism of the next request is chosen. */
export interface Strategy {
  /** Whether the choice depends on θ; if not, every request is the same. */
  readonly adaptive: boolean
  /** Set if it is adaptive but only looks at the tally, so that no draw has to be made for it. */
  readonly ignoresTheta?: true
  /** The channel to be used next, where `theta` is a draw from the posterior. It is audited before it is used. */
  choose(theta: Float64Array, state: LoopState): Channel
  /** What it remembers from choice to choice, as plain data to continue from; absent if that is nothing. */
  memory?(): unknown
}

/** The state of the loop at a choice. */
export interface LoopState {
  /** The answers as they are remembered: all of them, unless there is a `memory` of another kind. */
  readonly tally: Tally
  /** The number of answers in `tally`, each weighted by how much it counts. */
  readonly size: number
  /** The number of all answers so far. */
  readonly answers: number
  /** The source of randomness for strategies that draw. */
  readonly rng: Rng
}

/** A goal of a collection, for strategies that choose their channels for it. */
export interface GoalSetting {
  /** The goal, with what its queries are as functionals of θ. */
  readonly aimed: AimedGoal
  /** How sure the answer has to be. */
  readonly confidence: number
  /**
   * Draws of θ from the posterior given a tally, row by row.
   *
   * @param start the posterior mean, about, if it is known
   */
  draws(tally: Tally, count: number, rng: Rng, start?: Float64Array): Float64Array
  /** How many more answers the goal takes, about, in multiples of those in the tally; 0 once it is settled. */
  needed(tally: Tally, rng: Rng): number
}

/** What a strategy is made from. */
export interface StrategySetting extends Setting {
  /** Present where people hold numbers or steps of a scale: the cells, in their order. */
  readonly range?: OrderedKind | undefined
  /** The goals of the collection, if it has some. */
  readonly goals?: readonly GoalSetting[] | undefined
  /** The number after the name, for kinds that have a share. */
  readonly share?: number | undefined
  /** The share of people who may send arbitrary answers, if it is taken into account. */
  readonly robust?: Robust | undefined
}

/** A kind of strategy. */
export interface StrategyKind {
  /** The name by which the option `strategy` refers to it. */
  readonly name: string
  /** What commands print of it: one line. */
  readonly says?: string | undefined
  /** What papers and other libraries call it; who uses such a name is told the kind's. */
  readonly synonyms?: readonly string[] | undefined
  /** Present if a number above 0, at most 1, may follow the name, or has to: `fisher@0.9`, `semi:0.8`. */
  readonly share?: { readonly after: ':' | '@'; readonly called: string; readonly required: boolean }
  /**
   * The strategy for a collection.
   *
   * @param memory what an earlier strategy of this kind remembered, if it continues from there
   */
  create(setting: StrategySetting, memory?: unknown): Strategy
}
