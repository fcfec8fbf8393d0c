import type { Cell, CellSetting } from '../charts/cell.ts'

/** All that a page shows of a sweep: aggregates, and single runs on their way. Plain data, which goes through JSON. */
export interface PageData {
  /** The folder's name. */
  readonly name: string
  /** How many runs there are, and how many the plan has. */
  readonly runs: number
  readonly planned: number
  /** ISO 8601. */
  readonly started: string
  /** Of the code that began it; the revision is null outside of git. */
  readonly versions: { readonly adobest: string; readonly node: string; readonly revision: string | null }
  /** The sweep's plan, to be shown: longer lists of numbers are cut. */
  readonly plan: unknown
  /** The modules with kinds of one's own, in words; empty where there are none. */
  readonly methods: string
  /** What charts are drawn from, in the order of the plan's strategies. */
  readonly cells: readonly Cell[]
  /** A row for each cell, in the order of settings, then of the plan's strategies. */
  readonly summary: readonly SummaryRow[]
  readonly audit: readonly AuditRow[]
  /** Of strategies whose first channel is known. */
  readonly risk: readonly RiskRow[]
  /** Of the first run of each cell, as far as they were recorded and there is room. */
  readonly trajectories: readonly PageTrajectory[]
  /** How many were recorded. */
  readonly recorded: number
  /** What is left out, in words. */
  readonly warnings: readonly string[]
}

/** A strategy in a setting: what filters choose from. */
export interface CellKey extends CellSetting {
  readonly strategy: string
}

/** A row of the table `summary`; an error is null where a single run gives none, a difference where there is no `srr`. */
export interface SummaryRow extends CellKey {
  readonly runs: number
  readonly totalVariation: number
  readonly standardError: number | null
  readonly difference: number | null
  readonly differenceError: number | null
  readonly meanSubsetSize: number
  readonly auditedEpsilon: number
  readonly seconds: number
  /** Mean people until the goal was settled; null without one, as the others. */
  readonly people: number | null
  readonly peopleError: number | null
  /** Shares of the runs: settled at all, and by a wrong answer. */
  readonly settled: number | null
  readonly wrong: number | null
  /** People over those of subset selection in the same runs; null where that was not played. */
  readonly ratio: number | null
  readonly ratioError: number | null
}

/** What a strategy really spent at a nominal level. */
export interface AuditRow {
  readonly strategy: string
  readonly epsilon: number
  /** The largest exact level of all its channels in all its runs. */
  readonly largest: number
  readonly isWithin: boolean
}

/** What an answer by the first channel of a strategy means for the person who gives it (`riskReport`). */
export interface RiskRow {
  readonly strategy: string
  readonly categories: number
  readonly epsilon: number
  /** The name of its kind. */
  readonly channel: string
  /** Whether later channels may be others. */
  readonly adapts: boolean
  readonly odds: number
  readonly chance: number
  readonly guess: number
  /** In bits. */
  readonly leakage: number
  readonly worstTotalVariation: number
  /** Null where it is unbounded. */
  readonly liarWeight: number | null
}

/** One run on its way. */
export interface PageTrajectory extends CellKey {
  readonly run: number
  /** The categories that are shown, those with the largest true frequency first. */
  readonly shown: readonly number[]
  /** Their true frequencies. */
  readonly truth: readonly number[]
  readonly checkpoints: readonly PageCheckpoint[]
  /** The changes that a detector has noticed; absent where there was none. */
  readonly changes?: readonly PageChange[]
}

/** An alarm of a change detector. */
export interface PageChange {
  /** The answer at which it was given. */
  readonly at: number
  readonly categories: readonly number[]
}

export interface PageCheckpoint {
  readonly answers: number
  /** Of the categories that are shown. */
  readonly mean: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  /** The truth of the last person, and the mean of all people's so far, where it moves. */
  readonly truthNow?: readonly number[]
  readonly truthMean?: readonly number[]
  /** The band that holds at every look, where it was asked for. */
  readonly anytimeLower?: readonly number[]
  readonly anytimeUpper?: readonly number[]
  /** Since the checkpoint before. */
  readonly subsetSize: number
  /** Distance of the estimate to the truth, over all categories; where it moves, to what its memory is after. */
  readonly totalVariation: number
  /** How many of all categories have their true frequency inside their 95 % interval. */
  readonly covered: number
}
