import type { Decision, SimulateOptions } from '../../src/index.ts'

/** A message from the page to the worker that plays a run. */
export type Order =
  | { readonly kind: 'start'; readonly options: SimulateOptions; readonly isPaused: boolean }
  | { readonly kind: 'pause' | 'resume' | 'step' }
  | { readonly kind: 'crowd'; readonly crowd: number; readonly options: SimulateOptions }

/** The summary of a posterior. */
export interface Estimate {
  readonly answers: number
  /** The truth of the last person. */
  readonly truth: Float64Array
  readonly mean: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly totalVariation: number
}

/** Progress of a run: a message from its worker to the page. */
export interface Progress {
  readonly kind: 'progress'
  readonly answers: number
  readonly truth: Float64Array
  /** The estimates so far; the last one is shown. */
  readonly estimates: readonly Estimate[]
  /** The number of draws of the last estimate, if it is the library's final one for these answers; undefined if it is a rough one. */
  readonly draws: number | undefined
  /** The channel of the last answer. */
  readonly channel: string
  /** The exact level of that channel. */
  readonly epsilon: number
  /** The decision about the goal, if there is one. */
  readonly decision: Decision | undefined
  /** The library's warnings about the shown estimate. */
  readonly warnings: readonly string[]
  /** Whether everybody has answered, or the goal is settled. */
  readonly isOver: boolean
}

/** Result of one strategy for a crowd. */
export interface CrowdRun {
  readonly strategy: string
  /** The numbers of answers at its checkpoints, and the error at each. */
  readonly errors: readonly { readonly answers: number; readonly totalVariation: number }[]
  /** Number of answers at the end. */
  readonly answers: number
  /** Whether the goal was settled, and whether the answer is right; undefined without a goal. */
  readonly settled: boolean | undefined
  readonly correct: boolean | undefined
}

/** A crowd, with the results of all strategies. */
export interface Crowd {
  readonly kind: 'crowd'
  readonly crowd: number
  /** The results, in the order of the strategies. */
  readonly runs: readonly CrowdRun[]
}

export type Report = Progress | Crowd | { readonly kind: 'refused'; readonly message: string }
