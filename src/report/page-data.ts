import { basename, resolve } from 'node:path'
import { isWithin } from '../mechanism/audit.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import { describeModules } from '../sweep/own-methods.ts'
import type { Plan } from '../sweep/plan.ts'
import { SETTING, withResults } from '../sweep/results.ts'
import type { StoredChange, StoredCheckpoint } from '../sweep/run-row.ts'
import { truthName } from '../sweep/truth.ts'
import { settingOf } from './charts/chart.ts'
import type { AuditRow, CellKey, PageCheckpoint, PageData, PageTrajectory, SummaryRow } from './page/data.ts'
import { cellOfEachView, type LawsRun, pageGroups, pageTables, questionsByTruth } from './page-tables.ts'
import { riskRows } from './risk-rows.ts'
import { readCells } from './sweep-cells.ts'

/** A recorded run, as in the table `runs`. */
export interface RecordedRun extends CellKey {
  readonly run: number
  readonly truth: readonly number[]
  readonly trajectory: readonly StoredCheckpoint[]
  readonly changes: readonly StoredChange[] | null
}

/** Largest number of shown categories of a trajectory. */
const MOST_SHOWN = 40
/** Number of significant digits of drawn numbers. */
const DIGITS = 4
/** Largest length of an uncut list of a plan. */
const LONG = 50
/** Number of shown entries of a cut list. */
const KEPT = 10

/** Largest number of recorded runs on a page. */
const MOST_TRAJECTORIES = 300
/** Largest number of runs with groups, and of runs with tables, on a page. */
const MOST_LAWS = 100

/**
 * Reads the data of a page from the folder of a sweep, finished or not.
 *
 * @throws InputError if the folder is not that of a sweep
 */
export async function readPageData(folder: string): Promise<PageData> {
  return withResults(folder, async results => {
    const { connection, manifest, runs, warnings } = results
    const ask = async <Row>(sql: string) =>
      (await connection.runAndReadAll(sql)).getRowObjectsJS() as unknown as Row[]
    const summary = await ask<SummaryRow>(SUMMARY)
    const found = await ask<RecordedRun & { recorded: number }>(RECORDED)
    const order = new Map(summary.map((row, i) => [keyOf(row), i]))
    const names = categoryNames(manifest.plan)
    const trajectories = found.map(({ recorded, ...run }) => pageTrajectory(run, names.get(run.truthName)))
    const ofGroups = await ask<LawsRun>(recordedLaws('separate'))
    const groups = ofGroups.map(run => pageGroups(run, names.get(run.truthName), rounded))
    const questions = questionsByTruth(manifest.plan)
    const ofTables = await ask<LawsRun>(recordedLaws('cramersV'))
    const tables = ofTables.map(run => pageTables(run, questions.get(run.truthName)!, rounded))
    for (const runs of [trajectories, groups, tables] as CellKey[][]) {
      runs.sort((a, b) => order.get(keyOf(a))! - order.get(keyOf(b))!)
    }
    const ofViews = summary.flatMap(row =>
      cellOfEachView(row, questions.get(row.truthName), manifest.plan.ask),
    )
    return {
      name: basename(resolve(folder)),
      runs,
      planned: manifest.runs,
      started: manifest.started,
      versions: manifest.versions,
      plan: shownPlan(manifest.plan),
      methods: describeModules(manifest.plan.use ?? []),
      cells: await readCells(results),
      summary,
      audit: auditRows(summary),
      risk: riskRows(ofViews),
      trajectories,
      groups,
      tables,
      recorded: found[0]?.recorded ?? 0,
      warnings,
    }
  })
}

/** Names of categories by the name of the truth, for truths that are columns of a file. */
function categoryNames({ truth }: Plan): Map<string, readonly string[]> {
  return new Map(
    truth.flatMap(each => ('column' in each && each.names ? [[truthName(each), each.names]] : [])),
  )
}

/**
 * The data of a recorded run on a page: the categories with the largest true frequencies, and summaries over all categories.
 *
 * @param names of all categories, if they have any
 */
export function pageTrajectory(
  { truth, trajectory, changes, ...key }: RecordedRun,
  names?: readonly string[],
): PageTrajectory {
  const order = truth
    .map((_, x) => x)
    .sort((a, b) => truth[b] - truth[a])
    .slice(0, MOST_SHOWN)
  const pick = (values: readonly number[]) => order.map(x => rounded(values[x]))
  const checkpoint = (stored: StoredCheckpoint): PageCheckpoint => {
    const { answers, mean, lower, upper, subsetSize, truthNow, truthMean, anytimeLower, anytimeUpper } =
      stored
    const target = (key.memory === 'all' ? truthMean : truthNow) ?? truth
    return {
      answers,
      mean: pick(mean),
      lower: pick(lower),
      upper: pick(upper),
      subsetSize: rounded(subsetSize),
      totalVariation: rounded(totalVariation(mean, target)),
      covered: target.filter((value, x) => lower[x] <= value && value <= upper[x]).length,
      ...(truthNow && truthMean && { truthNow: pick(truthNow), truthMean: pick(truthMean) }),
      ...(anytimeLower &&
        anytimeUpper && { anytimeLower: pick(anytimeLower), anytimeUpper: pick(anytimeUpper) }),
    }
  }
  return {
    ...key,
    shown: order,
    ...(names && { names: order.map(x => names[x]) }),
    truth: pick(truth),
    checkpoints: trajectory.map(checkpoint),
    changes: changes?.map(({ at, categories }) => ({ at, categories })),
  }
}

/** The largest audited level of each strategy, over all settings with the same nominal level. */
export function auditRows(summary: readonly SummaryRow[]): AuditRow[] {
  const found = new Map<string, AuditRow>()
  for (const { strategy, epsilon, auditedEpsilon } of summary) {
    const key = JSON.stringify([strategy, epsilon])
    const largest = Math.max(auditedEpsilon, found.get(key)?.largest ?? 0)
    found.set(key, { strategy, epsilon, largest, isWithin: isWithin(largest, epsilon) })
  }
  return [...found.values()]
}

/** A plan with long lists cut, because the truth of a file may have thousands of numbers. */
export function shownPlan(plan: object): unknown {
  const cut = (_: string, value: unknown) =>
    Array.isArray(value) && value.length > LONG
      ? [...value.slice(0, KEPT), `… ${value.length.toLocaleString('en')} in all`]
      : value
  return JSON.parse(JSON.stringify(plan, cut))
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

/** DuckDB returns a BIGINT as a bigint, which JSON cannot represent. */
const PLAIN = 'users::DOUBLE AS users, groupSize::DOUBLE AS groupSize'

const SUMMARY = `SELECT * REPLACE (${PLAIN}) FROM summary`

/** SQL: the recorded runs, up to the limit; each row also has the number of all of them. */
const RECORDED = `
  SELECT ${[...SETTING, 'strategy'].join(', ')}, run, laws[1].truth AS truth, trajectory, changes, (count(*) OVER ())::INTEGER AS recorded
  FROM (SELECT * REPLACE (${PLAIN}) FROM stored)
  WHERE trajectory IS NOT NULL ORDER BY name LIMIT ${MOST_TRAJECTORIES}`

/** SQL: the recorded runs with this field in one of their laws, at most `MOST_LAWS`, without runs that lack intervals. */
const recordedLaws = (part: 'separate' | 'cramersV') => `
  SELECT ${[...SETTING, 'strategy'].join(', ')}, run, laws
  FROM (SELECT * REPLACE (${PLAIN}) FROM stored)
  WHERE laws[1]."lower" IS NOT NULL AND len(list_filter(laws, lambda law: law.${part} IS NOT NULL)) > 0 ORDER BY name LIMIT ${MOST_LAWS}`

/** Strategy and setting as one string. */
function keyOf(cell: CellKey): string {
  return JSON.stringify([cell.strategy, ...settingOf(cell)])
}
