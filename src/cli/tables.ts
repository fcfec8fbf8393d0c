import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { publish, requireFolder } from '../data/publish.ts'
import { writeTable } from '../data/write-table.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import type { TableJSON, TablesJSON } from '../posterior/hierarchical/tables-json.ts'
import { heatTable } from '../report/charts/heat-table.ts'
import { writePlot } from '../report/comparison-files.ts'
import { heatMap } from '../report/heat-map.ts'
import { textTable } from '../report/text-table.ts'
import { type AskOption, addAskOption } from './attributes-option.ts'
import { texts } from './parsers.ts'

/** Options that say which columns are the attributes of people. */
export interface ColumnsOptions extends AskOption {
  readonly columns?: readonly string[]
  readonly table?: readonly string[]
  readonly out?: string
}

/** What else the folder of `--out` is for. */
export const tablesOut = (option: string) =>
  `; with ${option}: for all tables, as CSV and Parquet, and a figure of one`

export function addColumnsOptions(command: Command): Command {
  command.option(
    '--columns <names>',
    'several columns, separated by commas: each person is asked about two',
    texts,
  )
  return addTableOption(addAskOption(command, '--columns'), '--columns')
}

/** @param other the option that it needs */
export function addTableOption(command: Command, other: string): Command {
  return command.option(
    '--table <names>',
    `with ${other} and --out: the two of them to draw (default: those that go together most)`,
    texts,
  )
}

/** Refuses options of several columns, or attributes, where there is one. */
export function refuseTable({ table, ask }: ColumnsOptions, other: string): void {
  if (table !== undefined) throw new InputError(`--table: expected only with ${other}`)
  if (ask !== undefined) throw new InputError(`--ask: expected only with ${other}`)
}

/** Checks the names of columns. */
export function requireColumns(columns: readonly string[]): void {
  if (columns.length < 2 || new Set(columns).size < columns.length) {
    throw new InputError(`--columns: expected two or more different names; got ${columns.join(',')}`)
  }
}

/** Checks what can be checked before any work is done. */
export async function requireColumnsOptions(options: ColumnsOptions): Promise<void> {
  const { columns = [], table, out, ask } = options
  requireColumns(columns)
  if (table !== undefined) {
    if (table.length !== 2 || table[0] === table[1] || !table.every(name => columns.includes(name))) {
      throw new InputError(
        `--table: expected two of the columns ${columns.join(',')}; got ${table.join(',')}`,
      )
    }
    if (out === undefined) throw new InputError('--table: expected only with --out')
  }
  if (out === undefined) return
  if (ask === 'singles') throw new InputError('--out: expected only where people are asked about two columns')
  await requirePackages('@duckdb/node-api', ...FIGURE_PACKAGES)
  await requireFolder(out)
}

/** How each two columns go together, those that do most first. */
export function associationTable({ tables }: TablesJSON, top: number): string {
  const rows = byAssociation(tables)
  const column = (title: string, of: (row: TableJSON) => number) => ({
    title,
    align: 'right' as const,
    cell: (row: TableJSON) => of(row).toFixed(4),
  })
  const table = textTable<TableJSON>(
    [
      { title: 'columns', cell: ({ columns }) => columns.join(', ') },
      column("Cramér's V", ({ cramersV }) => cramersV.mean),
      column(`lower ${100 * INTERVAL_LEVEL} %`, ({ cramersV }) => cramersV.interval.lower),
      column('upper', ({ cramersV }) => cramersV.interval.upper),
      ...(rows[0].cramersV.truth === undefined ? [] : [column('truth', ({ cramersV }) => cramersV.truth!)]),
    ],
    rows.slice(0, top),
  )
  const more = rows.length - top
  return more > 0 ? `${table}… ${more} more table${more === 1 ? '' : 's'} (--top)\n` : table
}

function byAssociation(tables: readonly TableJSON[]): TableJSON[] {
  return tables.slice().sort((one, other) => other.cramersV.mean - one.cramersV.mean)
}

/** Writes frequencies, tables and associations as CSV and Parquet, and a figure of one table; returns the names of the files. */
export async function writeTables(
  shown: TablesJSON,
  { out, table }: ColumnsOptions,
  subtitle: string,
): Promise<string[]> {
  if (out === undefined) return []
  const [a, b] = table ?? byAssociation(shown.tables)[0].columns
  const svg = await drawTable(shown, [a, b], subtitle)
  const interval = { estimate: 'DOUBLE', lower: 'DOUBLE', upper: 'DOUBLE', truth: 'DOUBLE' } as const
  const pair = { first: 'VARCHAR', second: 'VARCHAR' } as const
  return publish(out, async folder => {
    await writeTable<object>(
      folder,
      'frequencies',
      { column: 'VARCHAR', category: 'VARCHAR', ...interval },
      frequencyRows(shown),
    )
    await writeTable<object>(
      folder,
      'tables',
      { ...pair, category1: 'VARCHAR', category2: 'VARCHAR', ...interval },
      cellRows(shown),
    )
    await writeTable<object>(folder, 'associations', { ...pair, measure: 'VARCHAR', ...interval }, [
      ...associationRows(shown, 'cramersV'),
      ...associationRows(shown, 'mutualInformation'),
    ])
    await writePlot(folder, 'table', svg)
  })
}

function frequencyRows({ frequencies }: TablesJSON) {
  return frequencies.flatMap(({ column, categories, estimate, interval, truth }) =>
    categories.map((category, x) => ({
      column,
      category,
      estimate: estimate[x],
      lower: interval.lower[x],
      upper: interval.upper[x],
      truth: truth?.[x] ?? null,
    })),
  )
}

function cellRows(shown: TablesJSON) {
  return shown.tables.flatMap(table => {
    const [first, second] = table.columns
    const [rows, columns] = table.columns.map(name => categoriesOf(shown, name))
    return rows.flatMap((category1, u) =>
      columns.map((category2, v) => ({ first, second, category1, category2, ...cellOf(table, u, v) })),
    )
  })
}

function cellOf({ estimate, interval, truth }: TableJSON, u: number, v: number) {
  return {
    estimate: estimate[u][v],
    lower: interval.lower[u][v],
    upper: interval.upper[u][v],
    truth: truth?.[u][v] ?? null,
  }
}

function associationRows({ tables }: TablesJSON, measure: 'cramersV' | 'mutualInformation') {
  return tables.map(({ columns: [first, second], [measure]: { mean, interval, truth = null } }) => ({
    first,
    second,
    measure,
    estimate: mean,
    lower: interval.lower,
    upper: interval.upper,
    truth,
  }))
}

function categoriesOf({ frequencies }: TablesJSON, name: string): readonly string[] {
  return frequencies.find(({ column }) => column === name)!.categories
}

/** A figure of two columns. */
function drawTable(shown: TablesJSON, pair: readonly [string, string], subtitle: string): Promise<string> {
  const found = shown.tables.find(({ columns }) => columns.every(name => pair.includes(name)))!
  const [first, second] = found.columns
  const { table, left } = heatTable({
    about: [first, second],
    categories: [categoriesOf(shown, first), categoriesOf(shown, second)],
    cell(u, v) {
      const { estimate: mean, truth, ...ends } = cellOf(found, u, v)
      return { mean, ...ends, ...(truth !== null && { truth }) }
    },
  })
  const { mean, interval } = found.cramersV
  const association = `Cramér's V ${mean.toFixed(2)} (${interval.lower.toFixed(2)} to ${interval.upper.toFixed(2)})`
  return heatMap(
    table,
    { title: `${first} and ${second}`, subtitle: [association, ...left, subtitle].join('; ') },
    INTERVAL_LEVEL,
  )
}
