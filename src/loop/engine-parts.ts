import type { Limits } from '../catalogue/approve.ts'
import type { Strategy } from '../catalogue/strategy-kind.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { Chain } from './chain.ts'
import type { FollowerStates } from './follower.ts'
import type { Followers } from './followers.ts'
import type { GoalJudge } from './goal/judge.ts'

/** What has come in since the draw last moved. */
export interface Pending {
  readonly answers: number
  readonly batches: number
}

/** The parts of an engine, which `createEngine` makes from options. */
export interface EngineParts {
  /** All answers. */
  readonly tally: Tally
  readonly strategy: Strategy
  /** The draw from the posterior that channels are chosen at, and the estimate. */
  readonly chain: Chain
  /** What follows the answers besides: memory, robust intervals, intervals that hold at every look, signs of changes. */
  readonly followers: Followers
  /** What decides about each goal. */
  readonly judges: readonly GoalJudge[]
  readonly limits: Limits
  readonly pending: Pending
}

/** What an engine continues from, as plain data; it also needs its options and its tally. */
export interface EngineState extends FollowerStates {
  /** What has come in since the chain last moved. */
  readonly pending: Pending
  /** The sampler's own state. */
  readonly chain: unknown
  /** What the strategy remembers; null if that is nothing. */
  readonly strategy: unknown
}
