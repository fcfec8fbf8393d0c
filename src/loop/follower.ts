import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { AnswerCountsState } from '../risk/answer-counts.ts'
import type { ChangeDetectorJSON } from '../sequence/change-detector.ts'
import type { Change } from '../sequence/change-json.ts'
import type { ConfidenceSequenceJSON } from '../sequence/confidence-sequence.ts'

/** The answers of a batch, the people who answer one request together: each response, and how many gave it. */
export type BatchAnswers = readonly (readonly [response: Response, count: number])[]

/** Something that follows the answers, beside the tally of all of them. */
export interface Follower {
  /** The field of a snapshot that holds its state. */
  readonly field: keyof FollowerStates
  /** The option that asked for it. */
  readonly option: string
  /** Throws a RangeError if the answers of a mechanism cannot be followed. */
  admit?(mechanism: Mechanism): void
  /**
   * Takes the answers of a batch of so many people, before the tally has counted them.
   *
   * @returns the change that they have shown, if there is one
   */
  observe(mechanism: Mechanism, answers: BatchAnswers, size: number): Change | undefined
  /** Takes answers that come as a tally; absent if it has to know the request of each answer. */
  observeTally?(answers: Tally): void
  /** Plain data to continue from. */
  state(): unknown
}

/** The states of all followers; null for those that were not asked for. */
export interface FollowerStates {
  /** What is remembered of the answers; null if all of them are. */
  readonly memory: unknown
  /** The counted answers that robust intervals are made from; null if these were not asked for. */
  readonly robust: AnswerCountsState | null
  /** The intervals that hold at every look; null if they were not asked for. */
  readonly anytime: ConfidenceSequenceJSON | null
  /** The state of the change detector; null if changes are not looked for. */
  readonly change: ChangeDetectorJSON | null
}
