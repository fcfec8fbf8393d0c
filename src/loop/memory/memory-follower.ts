import type { Mechanism } from '../../mechanism/mechanism.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { BatchAnswers, Follower } from '../follower.ts'

/** Equal answers of a batch. */
export interface Counted {
  /** Index of their column in the tally of all answers. */
  readonly column: number
  readonly count: number
}

/** A tally, and the share of the estimate that is drawn from its posterior. */
export interface Part {
  readonly tally: Tally
  readonly weight: number
}

/** The weight of one of several memories. */
export interface MemoryWeight {
  /** Half-life in answers; Infinity forgets nothing. */
  readonly halfLife: number
  /** Weight; all weights sum to one. */
  readonly weight: number
}

/** Tally of the remembered answers. */
export interface MemoryFollower extends Follower {
  /** The number of remembered answers, each counted with its weight. */
  readonly size: number
  /** The answers with their present weights as a single tally, for the draw and for designs. It is valid until the next answer. */
  tally(): Tally
  /** The tallies from which the estimate is drawn; the weights sum to one. */
  parts(): readonly Part[]
  /** The weight of each memory, a measure of how well it has predicted the answers; absent if there is one memory only. */
  weights?(): MemoryWeight[]
}

/** The answers of a batch by their columns in the tally of all answers. A new column gets its index before it is counted. */
export function columnsOf(all: Tally, mechanism: Mechanism, answers: BatchAnswers): Counted[] {
  return answers.map(([response, count]) => ({ column: all.table.intern(mechanism.column(response)), count }))
}

/** The answers of a tally by their columns in the tally of all answers. */
export function columnsOfTally(all: Tally, answers: Tally): Counted[] {
  const counted: Counted[] = []
  for (let c = 0; c < answers.distinct; c++) {
    const count = answers.counts[c]
    if (count > 0) counted.push({ column: all.table.intern(answers.table.column(c)), count })
  }
  return counted
}
