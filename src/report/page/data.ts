import type { Measure, Measured } from '../../sweep/measures.ts'
import type { Cell, CellSetting } from '../charts/cell.ts'

/** Everything that a page shows of a sweep: aggregates, and single runs answer by answer. It is plain data, which can be written as JSON. */
export interface PageData {
  /** The folder's name. */
  readonly name: string
  /** How many runs are stored. */
  readonly runs: number
  /** How many runs the plan has. */
  readonly planned: number
  /** When the sweep began, ISO 8601. */
  readonly started: string
  /** The versions of the code that began it; the revision is null outside of git. */
  readonly versions: { readonly adobest: string; readonly node: string; readonly revision: string | null }
  /** The sweep's plan as it is shown: long lists of numbers are cut. */
  readonly plan: unknown
  /** The modules with user-defined kinds, in words; empty if there are none. */
  readonly methods: string
  /** What charts are drawn from, in the order of the plan's strategies. */
  readonly cells: readonly Cell[]
  /** A row for each cell, in the order of settings, then of the plan's strategies. */
  readonly summary: readonly SummaryRow[]
  readonly audit: readonly AuditRow[]
  /** A row for each strategy whose first channel is known. */
  readonly risk: readonly RiskRow[]
  /** The first run of each cell, if it was recorded and the page has room for it. */
  readonly trajectories: readonly PageTrajectory[]
  /** The groups of the first run of each cell, if it was recorded and the page has room for it. */
  readonly groups: readonly PageGroups[]
  /** The tables of the first run of each cell, on the same condition. */
  readonly tables: readonly PageTables[]
  /** How many runs were recorded. */
  readonly recorded: number
  /** What is left out, in words. */
  readonly warnings: readonly string[]
}

/** A strategy in a setting: what filters choose from. */
export interface CellKey extends CellSetting {
  readonly strategy: string
}

/** The standard errors of the means of measures; null if there is a single run. */
type MeasureErrors = { readonly [Name in `${Measure}Error`]?: number | null }

/** A row of the table `summary`, with the means of those measures that the runs have. An error is null if there is a single run, a difference if `srr` was not played. */
export interface SummaryRow extends CellKey, Measured<number | null>, MeasureErrors {
  readonly runs: number
  /** Where people hold numbers, of Wasserstein distances; else of total variation. */
  readonly difference: number | null
  readonly differenceError: number | null
  readonly meanSubsetSize: number
  readonly auditedEpsilon: number
  readonly seconds: number
  /** Mean number of people until the goal was settled; null without a goal, like the fields below. */
  readonly people: number | null
  readonly peopleError: number | null
  /** The share of the runs that were settled. */
  readonly settled: number | null
  /** The share of the runs that were settled with a wrong answer. */
  readonly wrong: number | null
  /** The number of people divided by that of subset selection in the same runs; null if that was not played. */
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
  /** The name of the channel's kind. */
  readonly channel: string
  /** Whether later channels may differ from the first. */
  readonly adapts: boolean
  /** Null where they exceed the largest double. */
  readonly odds: number | null
  readonly chance: number
  readonly guess: number
  /** In bits. */
  readonly leakage: number
  readonly worstTotalVariation: number
  /** Null where it is unbounded. */
  readonly liarWeight: number | null
}

/** One run, answer by answer. */
export interface PageTrajectory extends CellKey {
  readonly run: number
  /** The categories that are shown, those with the largest true frequency first. */
  readonly shown: readonly number[]
  /** Their names; absent if they have none but their numbers. */
  readonly names?: readonly string[]
  /** Their true frequencies. */
  readonly truth: readonly number[]
  readonly checkpoints: readonly PageCheckpoint[]
  /** The changes that a detector has noticed; absent if there was no detector. */
  readonly changes?: readonly PageChange[]
}

/** An estimated law, its truth, and the ends of the 95 % intervals. */
export interface PageLaw {
  readonly truth: readonly number[]
  readonly estimate: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
}

/** What a run says of its groups. */
export interface PageGroups extends CellKey {
  readonly run: number
  /** The names of the categories; absent if they have none but their numbers. */
  readonly names?: readonly string[]
  readonly groups: readonly PageGroup[]
}

/** A group: its pooled law and, from its answers alone, the same. */
export interface PageGroup extends PageLaw {
  readonly name: string
  /** How many of its people have answered. */
  readonly people: number
  readonly separate: Omit<PageLaw, 'truth'>
}

/** The tables of a run. */
export interface PageTables extends CellKey {
  readonly run: number
  readonly tables: readonly PageTable[]
}

/** A table of two questions. Its law has the cell `u + size(u)·v` of the categories u and v. */
export interface PageTable extends PageLaw {
  readonly about: readonly [string, string]
  /** The names of the categories of each; a category that has none has its number. */
  readonly categories: readonly [readonly string[], readonly string[]]
  /** Cramér's V: its estimate, its 95 % interval and its truth. */
  readonly cramersV: {
    readonly mean: number
    readonly lower: number
    readonly upper: number
    readonly truth: number
  }
}

/** An alarm of a change detector. */
export interface PageChange {
  /** The answer at which the alarm was given. */
  readonly at: number
  readonly categories: readonly number[]
}

export interface PageCheckpoint {
  readonly answers: number
  /** The posterior means of the categories that are shown, and below, the ends of their 95 % intervals. */
  readonly mean: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  /** The truth of the last person so far, if the truth moves. */
  readonly truthNow?: readonly number[]
  /** The mean of the truths of all people so far, if the truth moves. */
  readonly truthMean?: readonly number[]
  /** The ends of the band that holds at every look, if it was asked for. */
  readonly anytimeLower?: readonly number[]
  readonly anytimeUpper?: readonly number[]
  /** Mean size of the subsets since the checkpoint before. */
  readonly subsetSize: number
  /** Distance of the estimate to the truth, over all categories; if the truth moves, to what the memory is meant to estimate. */
  readonly totalVariation: number
  /** How many of all categories have their true frequency in their 95 % interval. */
  readonly covered: number
}
