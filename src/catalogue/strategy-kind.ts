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
  /** Set if the strategy is adaptive but uses the tally alone, so that no posterior draw is needed. */
  readonly ignoresTheta?: true
  /** The next channel, given a draw `theta` from the posterior. It is audited before use. */
  choose(theta: Float64Array, state: LoopState): Channel
  /** The strategy's state between choices, as plain data; absent if it has none. */
  memory?(): unknown
}

/** The state of the loop at a choice. */
export interface LoopState {
  /** The answers that count: all of them, unless a `memory` forgets some. */
  readonly tally: Tally
  /** The number of answers in `tally`, each weighted by how much it counts. */
  readonly size: number
  /** Number of answers so far, each counted as one. */
  readonly answers: number
  /** The source of randomness for strategies that draw. */
  readonly rng: Rng
}

/** A goal of a collection, for strategies that choose their channels for it. */
export interface GoalSetting {
  /** The goal, with its queries as functionals of θ. */
  readonly aimed: AimedGoal
  /** The required probability of the answer. */
  readonly confidence: number
  /**
   * Draws of θ from the posterior given a tally, row by row.
   *
   * @param start the approximate posterior mean, if it is known
   */
  draws(tally: Tally, count: number, rng: Rng, start?: Float64Array): Float64Array
  /** The approximate number of further answers until the goal is settled, in multiples of the tally's answers; 0 once it is settled. */
  needed(tally: Tally, rng: Rng): number
}

/** Options of a strategy. */
export interface StrategySetting extends Setting {
  /** For numbers and scales: the cells, in their order. */
  readonly range?: OrderedKind | undefined
  /** The goals of the collection, if it has some. */
  readonly goals?: readonly GoalSetting[] | undefined
  /** The number after the name, for kinds with `share`. */
  readonly share?: number | undefined
  /** The share of people who may send arbitrary answers, for robust estimates. */
  readonly robust?: Robust | undefined
}

/** A kind of strategy. */
export interface StrategyKind {
  /** The name by which the option `strategy` refers to it. */
  readonly name: string
  /** One line for commands to print. */
  readonly says?: string | undefined
  /** Names of the strategy in papers and other libraries. An error about such a name suggests the name in this library. */
  readonly synonyms?: readonly string[] | undefined
  /** Present if a number above 0, at most 1, may or must follow the name: `fisher@0.9`, `semi:0.8`. */
  readonly share?: { readonly after: ':' | '@'; readonly called: string; readonly required: boolean }
  /**
   * The strategy for a collection.
   *
   * @param memory the state to continue from, as `memory()` returned it
   */
  create(setting: StrategySetting, memory?: unknown): Strategy
}
