import { copyList, refuse, requireFields, requireNumber } from '../check/check.ts'
import type { RecordsGoal } from '../goal/records-goal.ts'
import { cramersVOf } from '../posterior/functional/of-tables.ts'
import { RecordDomain, type View } from '../records/attributes.ts'
import { askedViews } from './asked-views.ts'
import type { Run, Setting } from './expansion.ts'
import { ROUNDING, requireEnds } from './laws.ts'
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

/** The views that a run is about; none where people have no attributes. */
export function viewsOfRun({ attributes, ask, goal }: Setting): readonly View[] {
  return attributes ? askedViews(attributes, ask!, goal?.goal as RecordsGoal | undefined) : []
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
  const strengths = (name: 'cramersV' | 'cramersVTruth') => {
    if (isAbout) {
      return list(name, views.length).map((value, i) =>
        requireNumber(`row.tables.${name}[${i}]`, value, { min: -ROUNDING, max: 1 + ROUNDING }),
      )
    }
    if (given[name] !== null) refuse(`row.tables.${name}`, given[name], 'null: this run records none')
    return null
  }
  const isAbout = run.setting.ask === 'pairs'
  const recorded = recordsTables(run) ? truth.length : undefined
  const tables: StoredTables = {
    views: views.map(({ about }) => [...about]),
    cramersV: strengths('cramersV'),
    cramersVTruth: strengths('cramersVTruth'),
    ...requireEnds(
      'row.tables',
      given,
      ['cramersVLower', 'cramersVUpper'],
      isAbout ? views.length : undefined,
    ),
    ...requireEnds('row.tables', given, ['lower', 'upper'], recorded),
  }
  requireTrueStrengths(run.setting, tables, truth)
  const { cramersV, cramersVTruth } = tables
  const association = cramersV && cramersVTruth && meanDifference(cramersV, cramersVTruth)
  if (row.association !== association) {
    refuse('row.association', row.association, `${association}, the mean error of Cramér's V`)
  }
  return { association, tables }
}

/** Refuses true associations that are not those of the true tables. */
function requireTrueStrengths(
  setting: Setting,
  { cramersVTruth }: StoredTables,
  truth: readonly number[],
): void {
  if (cramersVTruth === null) return
  const theta = Float64Array.from(truth)
  const { sizes, names } = new RecordDomain(setting.attributes!)
  let from = 0
  viewsOfRun(setting).forEach(({ about, cells }, i) => {
    const [a, b] = about.map(name => sizes[names.indexOf(name)])
    const expected = cramersVOf(a, b).value(theta, from)
    if (Math.abs(cramersVTruth[i] - expected) > ROUNDING) {
      refuse(`row.tables.cramersVTruth[${i}]`, cramersVTruth[i], `${expected}, that of the true table`)
    }
    from += cells
  })
}
