import type { Box } from './tukey-box.ts'

/** The settings of runs that are summarized together, without the strategy. */
export interface CellSetting {
  readonly categories: number
  readonly users: number
  /** The name of the truth. */
  readonly truthName: string
  /** Concentration of the truth's Dirichlet law; null for a truth that is not drawn. */
  readonly rho: number | null
  readonly epsilon: number
  readonly sampler: string
  readonly prior: string
  readonly groupSize: number
  /** The weights of old answers: `all`, `learned`, `window:1000`, `half-life:1000`. */
  readonly memory: string
  /** The goal; `'none'` if there was none. */
  readonly goal: string
}

/**
 * The summary of the runs of one strategy in one setting, from which charts are drawn. It has only plain numbers and strings, so it can be
 * written as JSON.
 */
export interface Cell extends CellSetting {
  readonly strategy: string
  readonly runs: number
  /** Summary of the distances to the truth: total variation or, for numbers, Wasserstein. */
  readonly error: Errors
  /** Whether the private values are numbers. */
  readonly areNumbers: boolean
  /** The number of people until the goal was settled; null without a goal. */
  readonly people: People | null
  /** Mean over runs of the mean over people. */
  readonly meanSubsetSize: number
  /** Estimates against the truth, in bins of the true frequency, from 0 up; empty bins are left out. */
  readonly bins: readonly TruthBin[]
  /** Number of runs in the bins; they are the first ones. */
  readonly binnedRuns: number
}

/** Name of the measure of error. */
export const errorName = ([{ areNumbers }]: readonly Cell[]) =>
  areNumbers ? 'Wasserstein distance' : 'Total variation distance'

/** Errors of runs: a box plot's numbers, and a mean. */
export interface Errors extends Box {
  readonly mean: number
  /** Null for a single run. */
  readonly standardError: number | null
}

/** Number of people until a goal was settled. */
export interface People {
  readonly mean: number
  /** Null for a single run. */
  readonly standardError: number | null
  /** The share of the runs in which the goal was settled. Other runs count with all their people. */
  readonly settled: number
}

/** A range of the true frequency, with the pairs of a true frequency and its estimate in it, over categories and runs. */
export interface TruthBin {
  readonly from: number
  readonly to: number
  readonly count: number
  /** The 5 % quantile, the median and the 95 % quantile of the estimates. */
  readonly low: number
  readonly median: number
  readonly high: number
  /** At most `MOST_DOTS` of the pairs: truth, estimate. */
  readonly dots: readonly (readonly [truth: number, estimate: number])[]
}

export const MOST_DOTS = 6
