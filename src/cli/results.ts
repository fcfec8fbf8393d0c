import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Command, Option } from 'commander'
import { InputError } from '../data/input-error.ts'
import { publishFile, requireFile } from '../data/publish.ts'
import { withScratchFolder } from '../data/temporary.ts'
import { NOT_KEPT } from '../loop/refused.ts'
import { type TableColumn, textTable } from '../report/text-table.ts'
import { type Answer, queryResults } from '../sweep/results.ts'
import { type Io, print, warn } from './io.ts'
import { addCommonOptions, type CommonOptions } from './options.ts'

const EXAMPLES = `
Examples:
  adobest results out/paper-grid
  adobest results out/paper-grid --sql "SELECT strategy, avg(measures['totalVariation']) FROM runs WHERE rho = 0.01 GROUP BY ALL"
  adobest results out/paper-grid --sql "FROM runs" --parquet runs.parquet`

interface ResultsOptions extends CommonOptions {
  readonly sql?: string
  readonly csv?: boolean
  readonly parquet?: string
}

/** `adobest results`: summarizes the results of a sweep, or runs a query on them. */
export function addResults(program: Command, io: Io): void {
  const command = program
    .command('results')
    .summary('summarize the results of a sweep, or query them by SQL')
    .description(
      'Shows mean errors with their standard errors, and how strategies differ from srr run by run. With --sql, ' +
        "runs any query of DuckDB's SQL on the tables runs and summary; it sees no other files.",
    )
    .argument('<folder>', 'the folder of the sweep')
    .option('--sql <query>', 'on the tables runs (one row per run) and summary (default: FROM summary)')
    .addOption(new Option('--csv', 'print CSV').conflicts(['json', 'parquet']))
    .addOption(new Option('--parquet <file>', 'write a Parquet file').conflicts(['json']))
    .addOption(new Option('--show <query>').hideHelp().argParser(() => refuseShow()))
    .addHelpText('after', EXAMPLES)
    .action((folder: string, options: ResultsOptions) => results(folder, options, io))
  addCommonOptions(command, 'draws nothing')
}

/** Refuses `--show`, because the rows of a sweep do not keep the draws that queries need. */
function refuseShow(): never {
  throw new InputError(`--show: expected to be ${NOT_KEPT.show}`)
}

async function results(folder: string, options: ResultsOptions, io: Io): Promise<void> {
  const { csv, parquet, json } = options
  const query = { folder, ...(options.sql !== undefined && { sql: options.sql }) }
  const ask = async (file?: { path: string; format: 'csv' | 'parquet' }): Promise<Answer> => {
    const answer = await queryResults({ ...query, file })
    for (const warning of answer.warnings) warn(io, warning)
    return answer
  }
  if (csv) {
    await withScratchFolder(async temporary => {
      const path = join(temporary, 'answer.csv')
      await ask({ path, format: 'csv' })
      io.stdout.write(await readFile(path))
    })
  } else if (parquet !== undefined) {
    await requireFile(parquet)
    const file = await publishFile(parquet, async temporary => {
      await ask({ path: join(temporary, basename(parquet)), format: 'parquet' })
    })
    io.stdout.write(`${file}\n`)
  } else {
    const { columns, rows, runs, planned } = await ask()
    // A summary has columns for every kind of plan; columns without values are left out.
    const visible =
      options.sql === undefined ? columns.filter(name => rows.some(row => row[name] !== null)) : columns
    const progress = `${runs.toLocaleString('en')} of ${planned.toLocaleString('en')} runs`
    print(io, json, { json: { runs, planned, results: rows }, text: `${progress}${describe(visible, rows)}` })
  }
}

type Row = Answer['rows'][number]

/** Describes rows as a table, and lists columns with a constant value above it. */
function describe(columns: readonly string[], rows: readonly Row[]): string {
  const isConstant = (column: string) =>
    rows.length > 1 && rows.every(row => text(row, column) === text(rows[0], column))
  const shared = columns.filter(isConstant).map(column => `, ${column}: ${text(rows[0], column)}`)
  const visible = columns.filter(column => !isConstant(column))
  const table: TableColumn<Row>[] = visible.map(title => ({
    title,
    align: rows.every(row => typeof row[title] === 'string') ? 'left' : 'right',
    cell: row => text(row, title),
  }))
  return `${shared.join('')}\n\n${textTable(table, rows)}`
}

/** A value to four digits; a dash for a missing value. */
function text(row: Row, column: string): string {
  const value = row[column]
  if (value === null) return '–'
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Number(value.toPrecision(4)))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
