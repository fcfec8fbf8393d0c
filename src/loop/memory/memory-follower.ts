import type { Mechanism } from '../../mechanism/mechanism.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { BatchAnswers, Follower } from '../follower.ts'

/** Equal answers of a batch. */
export interface Counted {
  /** The number of their column in the tally of all answers. */
  readonly column: number
  readonly count: number
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

/** What is remembered of the answers. */
export interface MemoryFollower extends Follower {
  /** The number of answers that are remembered, each weighted by how much it counts. */
  readonly size: number
  /** The answers as they count now, for what needs a single tally: the draw and the designs. It is good until the next answer. */
  tally(): Tally
  /** The tallies that the estimate draws from; the weights sum to one. */
  parts(): readonly Part[]
  /** The weight of each memory, by how well it has predicted the answers; present if memories are weighted. */
  weights?(): MemoryWeight[]
}

/** The answers of a batch by their columns in the tally of all answers, where a new column has a place before it is counted. */
export function columnsOf(all: Tally, mechanism: Mechanism, answers: BatchAnswers): Counted[] {
  return answers.map(([response, count]) => ({ column: all.table.intern(mechanism.column(response)), count }))
}

/** The same for answers that come as a tally. */
export function columnsOfTally(all: Tally, answers: Tally): Counted[] {
  const counted: Counted[] = []
  for (let c = 0; c < answers.distinct; c++) {
    const count = answers.counts[c]
    if (count > 0) counted.push({ column: all.table.intern(answers.table.column(c)), count })
  }
  return counted
}
