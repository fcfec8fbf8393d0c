import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { AnswerCountsState } from '../risk/answer-counts.ts'
import type { ChangeDetectorJSON } from '../sequence/change-detector.ts'
import type { Change } from '../sequence/change-json.ts'
import type { ConfidenceSequenceJSON } from '../sequence/confidence-sequence.ts'

/** The answers of a batch, which is the people who answer one request together: each response, and the number of people who gave it. */
export type BatchAnswers = readonly (readonly [response: Response, count: number])[]

/** An observer of the answers, in addition to the tally of all of them. */
export interface Follower {
  /** Its field in a snapshot. */
  readonly field: keyof FollowerStates
  /** The option that turned it on. */
  readonly option: string
  /** Throws a RangeError if it cannot use the answers of this mechanism. */
  admit?(mechanism: Mechanism): void
  /**
   * Takes the answers of a batch, before the tally counts them.
   *
   * @returns the change that they reveal, if any
   */
  observe(mechanism: Mechanism, answers: BatchAnswers, size: number): Change | undefined
  /** Takes answers that come as a tally; absent if it needs the request of each answer. */
  observeTally?(answers: Tally): void
  /** State as plain data. */
  state(): unknown
}

/** The states of all followers; null for those that are off. */
export interface FollowerStates {
  /** Tally of the remembered answers; null if all are remembered. */
  readonly memory: unknown
  /** State of the robust intervals; null if they are off. */
  readonly robust: AnswerCountsState | null
  /** State of the intervals that hold at every interim look; null if they are off. */
  readonly anytime: ConfidenceSequenceJSON | null
  /** State of the change detector; null if it is off. */
  readonly change: ChangeDetectorJSON | null
}
