import type { Box } from './tukey-box.ts'

/** What runs that are summarized together have in common, besides the strategy. */
export interface CellSetting {
  readonly categories: number
  readonly users: number
  /** Where the truth comes from. */
  readonly truthName: string
  /** Concentration of the truth's Dirichlet law; null where the truth is not drawn. */
  readonly rho: number | null
  readonly epsilon: number
  readonly sampler: string
  readonly prior: string
  readonly groupSize: number
  /** How much old answers count: `all`, `learned`, `window:1000`, `half-life:1000`. */
  readonly memory: string
  /** The goal; `'none'` if there was none. */
  readonly goal: string
}

/**
 * The summary of the runs of one strategy in one setting: everything that a chart is drawn from. It has plain numbers and
 * strings only, so it can be written as JSON.
 */
export interface Cell extends CellSetting {
  readonly strategy: string
  readonly runs: number
  /** Summary of the distances to the truth: total variation or, where people hold numbers, Wasserstein. */
  readonly error: Errors
  /** Whether people hold numbers. */
  readonly areNumbers: boolean
  /** The number of people until the goal was settled; null without a goal. */
  readonly people: People | null
  /** Mean over runs of the mean over people. */
  readonly meanSubsetSize: number
  /** Estimates against the truth, in bins of the true frequency, from 0 up; empty bins are left out. */
  readonly bins: readonly TruthBin[]
  /** How many runs are in the bins; they are the first ones. */
  readonly binnedRuns: number
}

/** What the errors of cells are called. */
export const errorName = ([{ areNumbers }]: readonly Cell[]) =>
  areNumbers ? 'Wasserstein distance' : 'Total variation distance'

/** Errors of runs: a box plot's numbers, and a mean. */
export interface Errors extends Box {
  readonly mean: number
  /** Null where there is a single run. */
  readonly standardError: number | null
}

/** How many people it took to settle a goal. */
export interface People {
  readonly mean: number
  /** Null where there is a single run. */
  readonly standardError: number | null
  /** The share of the runs in which the goal was settled. Other runs count with all their people. */
  readonly settled: number
}

/** The pairs of a true frequency and its estimate, over categories and runs, whose true frequency is in a range. */
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
