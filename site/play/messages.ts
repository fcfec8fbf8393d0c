import type { SimulateOptions } from '../../src/index.ts'

/** What the page says to the worker that plays a run. */
export type Order =
  | { readonly kind: 'start'; readonly options: SimulateOptions; readonly isPaused: boolean }
  | { readonly kind: 'pause' | 'resume' | 'step' }

/** A posterior in short. */
export interface Estimate {
  readonly answers: number
  readonly mean: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly totalVariation: number
}

/** How far a run is: what its worker says to the page. */
export interface Progress {
  readonly kind: 'progress'
  readonly answers: number
  readonly users: number
  readonly truth: Float64Array
  /** The estimates so far; the last is the one that is shown. */
  readonly estimates: readonly Estimate[]
  /** The channel that was answered last. */
  readonly channel: string
  /** The exact level of that channel. */
  readonly epsilon: number
  /** What the library says against the estimate that is shown. */
  readonly warnings: readonly string[]
  readonly isDone: boolean
}

export type Report = Progress | { readonly kind: 'refused'; readonly message: string }
