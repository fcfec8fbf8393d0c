import type { Measure, Measured } from '../../sweep/measures.ts'
import type { Cell, CellSetting } from '../charts/cell.ts'

/** The data of a page about a sweep: aggregates, and single runs answer by answer. They are plain data, which can be written as JSON. */
export interface PageData {
  /** The folder's name. */
  readonly name: string
  /** Number of stored runs. */
  readonly runs: number
  /** Number of runs of the plan. */
  readonly planned: number
  /** Time at which the sweep began, ISO 8601. */
  readonly started: string
  /** The versions of the code that began the sweep; the revision is null outside of git. */
  readonly versions: { readonly adobest: string; readonly node: string; readonly revision: string | null }
  /** The sweep's plan, with long lists of numbers cut. */
  readonly plan: unknown
  /** The modules with user-defined kinds, in words; empty if there are none. */
  readonly methods: string
  /** Data of the charts, in the order of the plan's strategies. */
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
  /** The tables of the first run of each cell, if it was recorded and the page has room for it. */
  readonly tables: readonly PageTables[]
  /** Number of recorded runs. */
  readonly recorded: number
  /** A note on omitted data. */
  readonly warnings: readonly string[]
}

/** A strategy in a setting, as filters select it. */
export interface CellKey extends CellSetting {
  readonly strategy: string
}

/** The standard errors of the means of measures; null if there is a single run. */
type MeasureErrors = { readonly [Name in `${Measure}Error`]?: number | null }

/** A row of the table `summary`, with the means of those measures that the runs have. An error is null if there is a single run, a difference if `srr` was not played. */
export interface SummaryRow extends CellKey, Measured<number | null>, MeasureErrors {
  readonly runs: number
  /** Mean difference of Wasserstein distances for numbers, else of total variation. */
  readonly difference: number | null
  readonly differenceError: number | null
  readonly meanSubsetSize: number
  readonly auditedEpsilon: number
  readonly seconds: number
  /** Mean number of people until the goal was settled; null without a goal, like the fields below. */
  readonly people: number | null
  readonly peopleError: number | null
  /** Share of settled runs. */
  readonly settled: number | null
  /** Share of runs settled with a wrong answer. */
  readonly wrong: number | null
  /** The number of people divided by the number of subset selection in the same runs; null if it was not played. */
  readonly ratio: number | null
  readonly ratioError: number | null
}

/** The audited ε of a strategy at a nominal ε. */
export interface AuditRow {
  readonly strategy: string
  readonly epsilon: number
  /** The largest exact level of all its channels in all its runs. */
  readonly largest: number
  readonly isWithin: boolean
}

/** Risk of an answer by the first channel of a strategy (`riskReport`). */
export interface RiskRow {
  readonly strategy: string
  readonly categories: number
  readonly epsilon: number
  /** The name of the channel's kind. */
  readonly channel: string
  /** Whether later channels may differ from the first. */
  readonly adapts: boolean
  /** Largest factor by which an answer changes the odds between two categories, e^ε; null beyond the largest double. */
  readonly odds: number | null
  readonly chance: number
  readonly guess: number
  /** Leakage, in bits. */
  readonly leakage: number
  readonly worstTotalVariation: number
  /** Influence of an arbitrary answer; null if unbounded. */
  readonly liarWeight: number | null
}

/** One run, answer by answer. */
export interface PageTrajectory extends CellKey {
  readonly run: number
  /** The shown categories, those with the largest true frequency first. */
  readonly shown: readonly number[]
  /** Names of the shown categories; absent without names. */
  readonly names?: readonly string[]
  /** True frequencies of the shown categories. */
  readonly truth: readonly number[]
  readonly checkpoints: readonly PageCheckpoint[]
  /** The detected changes; absent without a change detector. */
  readonly changes?: readonly PageChange[]
}

/** An estimated law, its truth, and the ends of the 95 % intervals. */
export interface PageLaw {
  readonly truth: readonly number[]
  readonly estimate: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
}

/** Estimates of a run's groups. */
export interface PageGroups extends CellKey {
  readonly run: number
  /** The names of the categories; absent without names. */
  readonly names?: readonly string[]
  readonly groups: readonly PageGroup[]
}

/** A group: its pooled estimate, and the estimate from its answers alone. */
export interface PageGroup extends PageLaw {
  readonly name: string
  /** Number of answers of the group. */
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
  /** The names of the categories of each question; numbers for categories without names. */
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
  /** The posterior means of the shown categories; the next fields are the ends of their 95 % intervals. */
  readonly mean: readonly number[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  /** The truth of the last person so far, if the truth moves. */
  readonly truthNow?: readonly number[]
  /** The mean of the truths of all people so far, if the truth moves. */
  readonly truthMean?: readonly number[]
  /** The ends of the band that holds at every look, if requested. */
  readonly anytimeLower?: readonly number[]
  readonly anytimeUpper?: readonly number[]
  /** Mean size of the subsets since the checkpoint before. */
  readonly subsetSize: number
  /** Distance of the estimate to the truth, over all categories. If the truth moves, the target is the memory's estimand. */
  readonly totalVariation: number
  /** Number of categories whose 95 % interval covers the true frequency. */
  readonly covered: number
}
