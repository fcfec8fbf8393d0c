import type { Setting } from '../../mechanism/kind.ts'
import type { Channel } from '../../mechanism/mechanism.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { Rng } from '../../random/rng.ts'
import type { Robust } from '../../risk/robust-means.ts'
import type { Goal } from '../goal/goal.ts'

/** How the mechanism of the next request is chosen. */
export interface Strategy {
  /** Whether the choice depends on θ; if not, every request is the same. */
  readonly adaptive: boolean
  /** It is adaptive, but goes by the tally alone: no draw has to be made for it. */
  readonly ignoresTheta?: true
  /** The channel to be used next, where `theta` is a draw from the posterior. It is audited before it is used. */
  choose(theta: Float64Array, state: LoopState): Channel
  /** What it remembers from choice to choice, as plain data to continue from; absent where that is nothing. */
  memory?(): unknown
}

/** How far the loop is. */
export interface LoopState {
  /** The answers as they are remembered: all of them, unless there is a `memory` of another kind. */
  readonly tally: Tally
  /** How many there are in it, each as much as it counts. */
  readonly size: number
  /** How many there have been. */
  readonly answers: number
  /** For strategies that draw. */
  readonly rng: Rng
}

/** A question that a collection is to answer, for strategies that choose their channels for it. */
export interface GoalSetting {
  readonly goal: Goal
  /**
   * Draws of θ from the posterior given a tally, row by row.
   *
   * @param start where θ is about, if that is known
   */
  draws(tally: Tally, count: number, rng: Rng, start?: Float64Array): Float64Array
}

/** What a strategy is made from. */
export interface StrategySetting extends Setting {
  /** The goal of the collection, where it has one. */
  readonly goal?: GoalSetting | undefined
  /** What stands after the name, of kinds that have a share. */
  readonly share?: number | undefined
  /** The share of the people who may send what they like, where it is reckoned with. */
  readonly robust?: Robust | undefined
}

/** A kind of strategy. */
export interface StrategyKind {
  /** The name that `strategy` has for it. */
  readonly name: string
  /** With it a number above 0, at most 1, may stand after the name, or has to: `fisher@0.9`, `semi:0.8`. */
  readonly share?: { readonly after: ':' | '@'; readonly called: string; readonly required: boolean }
  /** @param memory what a strategy of this kind remembered, if it goes on from there */
  /** The strategy for a collection; `memory` is what an earlier one of it remembered. */
  create(setting: StrategySetting, memory?: unknown): Strategy
}
