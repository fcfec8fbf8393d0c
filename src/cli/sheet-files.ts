import { InputError } from '../data/input-error.ts'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { publish, requireFolder } from '../data/publish.ts'
import { writeTable } from '../data/write-table.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import { heatTable } from '../report/charts/heat-table.ts'
import { writePlot } from '../report/comparison-files.ts'
import { groupPlot, heatMap } from '../report/lazy-plots.ts'
import {
  byAssociation,
  isList,
  isTable,
  type ListLaw,
  type Sheet,
  sortedGroups,
  type TableLaw,
} from './sheet.ts'

/** Options about files of results. */
export interface SheetFileOptions {
  readonly out?: string
  readonly table?: readonly string[]
  readonly sortBy?: string | undefined
  readonly top: number
}

/** Largest number of panels of a figure. */
const MOST_PANELS = 6

/** Checks the files before any work. @param names names of several questions */
export async function requireFiles(
  { out, table }: SheetFileOptions,
  names: readonly string[] | undefined,
  ask: 'pairs' | 'singles',
): Promise<void> {
  if (table !== undefined) {
    if (names === undefined) throw new InputError('--table: expected only with several questions')
    if (table.length !== 2 || table[0] === table[1] || !table.every(name => names.includes(name))) {
      throw new InputError(`--table: expected two of the columns ${names.join(',')}; got ${table.join(',')}`)
    }
    if (out === undefined) throw new InputError('--table: expected only with --out')
  }
  if (out === undefined) return
  if (names && ask === 'singles') {
    throw new InputError('--out: expected only where people are asked about two questions')
  }
  await requirePackages(...FIGURE_PACKAGES)
  if (names) await requirePackages('@duckdb/node-api')
  await requireFolder(out)
}

/** Writes a figure of groups; or tables and associations as CSV and Parquet, with a figure of one table. Returns the names of the files. */
export async function writeSheet(
  sheet: Sheet,
  options: SheetFileOptions,
  subtitle: string,
): Promise<string[]> {
  const { out, table } = options
  if (out === undefined) return []
  const lists = sheet.laws.filter(isList)
  const tables = sheet.laws.filter(isTable)
  if (sheet.domain.isSingle) {
    const svg = await drawGroups(sheet, lists, options, subtitle)
    return publish(out, temporary => writePlot(temporary, 'groups', svg))
  }
  const chosenTable = table && tables.find(({ about }) => table.every(name => about!.includes(name)))
  const svg = await drawTable(chosenTable ?? byAssociation(tables)[0], subtitle)
  const group = sheet.by ? ({ group: 'VARCHAR' } as const) : {}
  const interval = { estimate: 'DOUBLE', lower: 'DOUBLE', upper: 'DOUBLE', truth: 'DOUBLE' } as const
  const pair = { ...group, first: 'VARCHAR', second: 'VARCHAR' } as const
  return publish(out, async folder => {
    const category = { column: 'VARCHAR', category: 'VARCHAR' } as const
    await writeTable<object>(
      folder,
      'frequencies',
      { ...group, ...category, ...interval },
      lists.flatMap(shareRows),
    )
    const cells = { category1: 'VARCHAR', category2: 'VARCHAR' } as const
    await writeTable<object>(folder, 'tables', { ...pair, ...cells, ...interval }, tables.flatMap(cellRows))
    await writeTable<object>(folder, 'associations', { ...pair, measure: 'VARCHAR', ...interval }, [
      ...tables.map(law => associationRow(law, 'cramersV')),
      ...tables.map(law => associationRow(law, 'mutualInformation')),
    ])
    await writePlot(folder, 'table', svg)
  })
}

function shareRows({ about, group, labels, estimate, interval, truth }: ListLaw) {
  return (labels as readonly string[]).map((category, x) => ({
    group,
    column: about,
    category,
    estimate: estimate[x],
    lower: interval.lower[x],
    upper: interval.upper[x],
    truth: truth?.[x] ?? null,
  }))
}

function cellRows(law: TableLaw) {
  const [first, second] = law.about as readonly string[]
  const [rows, columns] = law.labels as readonly (readonly string[])[]
  return rows.flatMap((category1, u) =>
    columns.map((category2, v) => ({
      ...{ group: law.group, first, second, category1, category2 },
      ...cellOf(law, u, v),
    })),
  )
}

function cellOf({ estimate, interval, truth }: TableLaw, u: number, v: number) {
  return {
    estimate: estimate[u][v],
    lower: interval.lower[u][v],
    upper: interval.upper[u][v],
    truth: truth?.[u][v] ?? null,
  }
}

function associationRow(law: TableLaw, measure: 'cramersV' | 'mutualInformation') {
  const [first, second] = law.about as readonly string[]
  const { mean: estimate, lower, upper, truth = null } = law[measure]!
  return { group: law.group, first, second, measure, estimate, lower, upper, truth }
}

function drawTable(law: TableLaw, subtitle: string): Promise<string> {
  const [first, second] = law.about as readonly string[]
  const [rows, columns] = law.labels as readonly (readonly string[])[]
  const { table, left } = heatTable({
    about: [first, second],
    categories: [rows, columns],
    cell(u, v) {
      const { estimate: mean, truth, ...ends } = cellOf(law, u, v)
      return { mean, ...ends, ...(truth !== null && { truth }) }
    },
  })
  const { mean, lower, upper } = law.cramersV!
  const association = `Cramér's V ${mean.toFixed(2)} (${lower.toFixed(2)} to ${upper.toFixed(2)})`
  const title = `${law.group === undefined ? '' : `${law.group}: `}${first} and ${second}`
  return heatMap(table, { title, subtitle: [association, ...left, subtitle].join('; ') }, INTERVAL_LEVEL)
}

/** The likeliest categories of all groups. */
function drawGroups(
  sheet: Sheet,
  laws: readonly ListLaw[],
  { sortBy, top }: SheetFileOptions,
  subtitle: string,
): Promise<string> {
  const { x: first, rows } = sortedGroups(sheet, laws, sortBy)
  const estimate = sheet.total!.estimate!
  const others = estimate.map((_, x) => x).filter(x => x !== first)
  others.sort((x, y) => estimate[y] - estimate[x])
  const groups = rows.slice(0, top)
  return groupPlot(
    [first, ...others].slice(0, MOST_PANELS).map(x => ({
      category: laws[0].labels[x] as string,
      shares: groups.map(({ group, estimate, interval, separate, truth }) => ({
        name: group!,
        mean: estimate[x],
        lower: interval.lower[x],
        upper: interval.upper[x],
        low: separate!.interval.lower[x],
        high: separate!.interval.upper[x],
        truth: truth?.[x],
      })),
    })),
    groups.map(({ group }) => group!),
    { title: 'Shares by group', subtitle },
    INTERVAL_LEVEL,
  )
}
