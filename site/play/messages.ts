import type { Decision, SimulateOptions } from '../../src/index.ts'

/** What the page says to the worker that plays a run. */
export type Order =
  | { readonly kind: 'warm-up' }
  | { readonly kind: 'start'; readonly options: SimulateOptions; readonly isPaused: boolean }
  | { readonly kind: 'pause' | 'resume' | 'step' }

/** A posterior in short. */
export interface Estimate {
  readonly answers: number
  /** The truth of the last person. */
  readonly truth: Float64Array
  readonly mean: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly totalVariation: number
}

/** How far a run is: what its worker says to the page. */
export interface Progress {
  readonly kind: 'progress'
  readonly answers: number
  readonly truth: Float64Array
  /** The estimates so far; the last is the one that is shown. */
  readonly estimates: readonly Estimate[]
  /** Of how many draws the last of them is, where it is the library's own for these answers; undefined for one on the way. */
  readonly draws: number | undefined
  /** The channel that was answered last. */
  readonly channel: string
  /** The exact level of that channel. */
  readonly epsilon: number
  /** What the answers say about the goal, if there is one. */
  readonly decision: Decision | undefined
  /** What the library says against the estimate that is shown. */
  readonly warnings: readonly string[]
  /** Whether nobody is left to answer, or the goal is settled. */
  readonly isOver: boolean
}

export type Report = Progress | { readonly kind: 'refused'; readonly message: string }
