import type { Mechanism, Response } from '../../mechanism/mechanism.ts'
import type { Tally } from '../../posterior/tally/tally.ts'

/** Equal answers that came in together. */
export interface Counted {
  /** The number of their column in the tally of all answers. */
  readonly column: number
  readonly count: number
  /** The mechanism that was answered, and the response; absent if only the columns of the answers are known. */
  readonly answered?: { readonly mechanism: Mechanism; readonly response: Response }
}

/** A tally, and how much of the estimate is drawn from its posterior. */
export interface Part {
  readonly tally: Tally
  readonly weight: number
}

/** How much a memory counts among several. */
export interface MemoryWeight {
  /** In answers; Infinity forgets nothing. */
  readonly halfLife: number
  /** The weights sum to one. */
  readonly weight: number
}

/** What is remembered of the answers. Each answer is passed to it after the tally of all answers has counted it. */
export interface Recollection {
  /** The number of answers that are remembered, each weighted by how much it counts. */
  readonly size: number
  /** The answers as they count now, for what needs a single tally: the draw and the designs. It is good until the next answer. */
  tally(): Tally
  /** The tallies that the estimate draws from; the weights sum to one. */
  parts(): readonly Part[]
  /** Set if it has to know the request of each answer, and not only its column. */
  readonly needsRequests?: true
  /** The weight of each memory, by how well it has predicted the answers; present if memories are weighted. */
  weights?(): MemoryWeight[]
  /** Prepares for the answers of a mechanism. Throws a RangeError if they cannot be used here. */
  admit?(mechanism: Mechanism): void
  /** Takes in answers that came in together: one person's, or those of a group. */
  take(answers: readonly Counted[], total: number): void
  /** Plain data to continue from. */
  state(): unknown
}
