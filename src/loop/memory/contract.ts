import type { Mechanism, Response } from '../../mechanism/mechanism.ts'
import type { Tally } from '../../posterior/tally/tally.ts'

/** Equal answers that came together. */
export interface Counted {
  /** The number of their column in the tally of all answers. */
  readonly column: number
  readonly count: number
  /** What they answer, and how; absent where only their columns are known. */
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

/** What is remembered of the answers. It is told of each answer after the tally of all has counted it. */
export interface Recollection {
  /** How many answers are remembered, each as much as it counts. */
  readonly size: number
  /** The answers as they count now, for what goes by one tally: the draw and the designs. It is good until the next answer. */
  tally(): Tally
  /** The tallies that the estimate draws from; the weights sum to one. */
  parts(): readonly Part[]
  /** Whether it must know what each answer answers, and not only its column. */
  readonly needsRequests?: true
  /** How well each memory has predicted the answers, of those that find out. */
  weights?(): MemoryWeight[]
  /** Makes ready for the answers of a mechanism; throws a RangeError if they are of no use here. */
  admit?(mechanism: Mechanism): void
  /** Takes in answers that came together: one person's, or those of a group. */
  take(answers: readonly Counted[], total: number): void
  /** Plain data to go on from. */
  state(): unknown
}
