import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlText, withDatabase } from '../data/duckdb.ts'
import { InputError } from '../data/input-error.ts'
import { readManifest } from './manifest.ts'
import { loadRuns } from './store.ts'

export interface QueryOptions {
  /** A sweep's. */
  readonly folder: string
  /** A query of the tables `runs` and `summary`; default all of `summary`. */
  readonly sql?: string
  /** Where to write the answer, too. */
  readonly file?: { readonly path: string; readonly format: 'csv' | 'parquet' }
}

export interface Answer {
  readonly columns: string[]
  readonly rows: Record<string, unknown>[]
  /** How many runs there are, and how many the plan has. */
  readonly runs: number
  readonly planned: number
  /** Parts that cannot be read, and were left out. */
  readonly corrupt: string[]
}

/** The strategy that others are compared with. */
const REFERENCE = 'srr'

/** All that runs have in common which are summarized together, but the strategy. */
const SETTING = [
  'categories',
  'users',
  'truthName',
  'rho',
  'epsilon',
  'sampler',
  'prior',
  'groupSize',
] as const

/**
 * Asks for the results of a sweep, finished or not, in DuckDB's SQL.
 *
 * The table `runs` has a row for every run. `summary` has one for every strategy in every setting: the mean of the total
 * variation distance and its standard error; `difference`, the mean of the distance less that of plain randomized
 * response in the same run, and its standard error, from which what both have in common has dropped out; the mean size of the
 * subsets, the largest audited level, the mean time.
 *
 * @throws InputError if the folder is no sweep's, or the query is refused
 */
export async function queryResults({ folder, sql = 'FROM summary', file }: QueryOptions): Promise<Answer> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) {
    throw new InputError(`${folder}: expected the folder of a sweep, with a manifest.json; found none`)
  }
  return withDatabase(async connection => {
    // Sums do not depend on how the runs are spread over parts and threads.
    await connection.run('SET threads TO 1')
    const corrupt = await loadRuns(connection, folder)
    await connection.run(summaryView(manifest.plan.strategies))
    await answer(connection, sql)
    if (file) await connection.run(`COPY answer TO ${sqlText(file.path)} (FORMAT ${file.format})`)
    const result = await connection.runAndReadAll('FROM answer')
    const [[runs]] = (await connection.runAndReadAll('SELECT count(*) FROM runs')).getRowsJS()
    return {
      columns: result.columnNames(),
      rows: result.getRowObjectsJS().map(plainNumbers),
      runs: Number(runs),
      planned: manifest.runs,
      corrupt,
    }
  })
}

async function answer(connection: DuckDBConnection, sql: string): Promise<void> {
  try {
    await connection.run(`CREATE TABLE answer AS SELECT * FROM (${sql.replace(/;\s*$/, '')}\n)`)
  } catch (error) {
    const [line] = (error as Error).message.split('\n', 1)
    throw new InputError(`sql: expected a query of runs or summary (${line})`)
  }
}

function summaryView(strategies: readonly string[]): string {
  const setting = SETTING.join(', ')
  const order = `list_position([${strategies.map(sqlText).join(', ')}], strategy)`
  return `
    CREATE VIEW summary AS
    SELECT ${setting}, strategy,
      count(*)::INTEGER AS runs,
      avg(totalVariation) AS totalVariation,
      stddev_samp(totalVariation) / sqrt(count(*)) AS standardError,
      avg(difference) AS difference,
      stddev_samp(difference) / sqrt(count(difference)) AS differenceError,
      avg(meanSubsetSize) AS meanSubsetSize,
      max(auditedEpsilon) AS auditedEpsilon,
      avg(seconds) AS seconds
    FROM (
      SELECT own.*, own.totalVariation - base.totalVariation AS difference
      FROM runs AS own LEFT JOIN runs AS base
      ON base.seed = own.seed AND base.strategy = '${REFERENCE}' AND own.strategy <> '${REFERENCE}'
      ORDER BY own.name
    )
    GROUP BY ${setting}, strategy
    ORDER BY ${setting}, ${order}, strategy`
}

/** BIGINT comes as a bigint, which JSON does not know. */
function plainNumbers(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )
}
