import { copyList, refuse, requireFields, requireNumber } from '../check/check.ts'
import type { RecordsGoal } from '../goal/records-goal.ts'
import { cramersVOf } from '../posterior/functional/of-tables.ts'
import type { View } from '../records/attributes.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { askedViews } from './asked-views.ts'
import type { Run, Setting } from './expansion.ts'
import { meanDifference } from './play-records.ts'
import { recordsTables } from './recorded.ts'
import type { RunRow, StoredTables } from './run-row.ts'

const FIELDS: Readonly<Record<keyof StoredTables, true>> = {
  views: true,
  cramersV: true,
  cramersVLower: true,
  cramersVUpper: true,
  cramersVTruth: true,
  lower: true,
  upper: true,
}

/** How far rounding may put the end of an interval below 0 or above 1, and a measure of association off. */
const ROUNDING = 1e-9

/** The views that a run is about; none where people have no attributes. */
export function viewsOfRun({ attributes, ask, goal }: Setting): readonly View[] {
  return attributes ? askedViews(attributes, ask!, goal?.goal as RecordsGoal | undefined) : []
}

/** The laws of views, one after another. */
export function requireViewLaws(argument: string, value: unknown, views: readonly View[]): number[] {
  const all = views.reduce((sum, { cells }) => sum + cells, 0)
  const laws = copyList(argument, value, all, all, `a list of ${all} numbers`) as number[]
  eachView(views, (from, cells) => probabilities(argument, laws.slice(from, from + cells), cells))
  return laws
}

/**
 * Checks what a row from a worker says of its tables.
 *
 * @param truth the views' laws, one after another
 * @throws RangeError if it cannot be that of this run
 */
export function requireStoredTables(
  run: Run,
  row: { readonly [field: string]: unknown },
  truth: readonly number[],
): Pick<RunRow, 'association' | 'tables'> {
  const views = viewsOfRun(run.setting)
  const given = requireFields(row.tables as StoredTables, FIELDS, 'row.tables')
  const list = (name: keyof StoredTables, length: number) =>
    copyList(`row.tables.${name}`, given[name], length, length, `a list of ${length} values`)
  const named = list('views', views.length)
  if (named.some((about, i) => JSON.stringify(about) !== JSON.stringify(views[i].about))) {
    refuse('row.tables.views', given.views, 'those of its job')
  }
  const shares = (name: keyof StoredTables, length: number, isGiven: boolean): number[] | null => {
    if (isGiven) {
      const ends = { min: -ROUNDING, max: 1 + ROUNDING }
      return list(name, length).map((value, i) => requireNumber(`row.tables.${name}[${i}]`, value, ends))
    }
    if (given[name] !== null) refuse(`row.tables.${name}`, given[name], 'null: this run records none')
    return null
  }
  const isAbout = run.setting.ask === 'pairs'
  const strengths = (name: keyof StoredTables) => shares(name, views.length, isAbout)
  const isRecorded = recordsTables(run)
  const tables: StoredTables = {
    views: views.map(({ about }) => [...about]),
    cramersV: strengths('cramersV'),
    cramersVLower: strengths('cramersVLower'),
    cramersVUpper: strengths('cramersVUpper'),
    cramersVTruth: strengths('cramersVTruth'),
    lower: shares('lower', truth.length, isRecorded),
    upper: shares('upper', truth.length, isRecorded),
  }
  requireOrder(tables, 'lower', 'upper')
  requireOrder(tables, 'cramersVLower', 'cramersVUpper')
  requireTrueStrengths(run, tables, truth)
  const { cramersV, cramersVTruth } = tables
  const association = cramersV && cramersVTruth && meanDifference(cramersV, cramersVTruth)
  if (row.association !== association) {
    refuse('row.association', row.association, `${association}, the mean error of Cramér's V`)
  }
  return { association, tables }
}

type Ends = 'lower' | 'upper' | 'cramersVLower' | 'cramersVUpper'

/** Refuses upper ends below their lower ones. */
function requireOrder(tables: StoredTables, lower: Ends, upper: Ends): void {
  tables[lower]?.forEach((low, i) => {
    requireNumber(`row.tables.${upper}[${i}]`, tables[upper]![i], { min: low })
  })
}

/** Refuses true associations that are not those of the true tables. */
function requireTrueStrengths(
  { setting }: Run,
  { cramersVTruth }: StoredTables,
  truth: readonly number[],
): void {
  if (cramersVTruth === null) return
  const theta = Float64Array.from(truth)
  const sizes = setting.attributes!
  const sizeOf = (name: string) => {
    const value = sizes[name]
    return typeof value === 'number' ? value : value.length
  }
  const views = viewsOfRun(setting)
  eachView(views, (from, _, i) => {
    const [a, b] = views[i].about
    const expected = cramersVOf(sizeOf(a), sizeOf(b)).value(theta, from)
    if (Math.abs(cramersVTruth[i] - expected) > ROUNDING) {
      refuse(`row.tables.cramersVTruth[${i}]`, cramersVTruth[i], `${expected}, that of the true table`)
    }
  })
}

function eachView(views: readonly View[], visit: (from: number, cells: number, i: number) => void): void {
  let from = 0
  views.forEach(({ cells }, i) => {
    visit(from, cells, i)
    from += cells
  })
}
