import type { Limits } from '../catalogue/approve.ts'
import type { Strategy } from '../catalogue/strategy-kind.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { Chain } from './chain.ts'
import type { FollowerStates } from './follower.ts'
import type { Followers } from './followers.ts'
import type { GoalJudge } from './goal/judge.ts'

/** Answers since the last move of the draw. */
export interface Pending {
  readonly answers: number
  readonly batches: number
}

/** Parts of an engine, as `createEngine` makes them from options. */
export interface EngineParts {
  /** All answers. */
  readonly tally: Tally
  readonly strategy: Strategy
  /** The posterior draw at which channels are chosen, and the estimate. */
  readonly chain: Chain
  /** The optional observers of the answers: memory, robust intervals, confidence sequence, change detector. */
  readonly followers: Followers
  /** The judge of each goal. */
  readonly judges: readonly GoalJudge[]
  readonly limits: Limits
  readonly pending: Pending
}

/** State of an engine as plain data, without its options and its tally. */
export interface EngineState extends FollowerStates {
  /** Answers since the last move of the chain. */
  readonly pending: Pending
  /** The sampler's own state. */
  readonly chain: unknown
  /** State of the strategy; null if it has none. */
  readonly strategy: unknown
}
