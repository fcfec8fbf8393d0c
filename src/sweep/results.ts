import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlText, withDatabase } from '../data/duckdb.ts'
import { InputError } from '../data/input-error.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { loadRuns } from './store.ts'

/** What is asked, and of which sweep. */
export interface QueryOptions {
  /** A sweep's. */
  readonly folder: string
  /** A query of the tables `runs` and `summary`; default all of `summary`. */
  readonly sql?: string
  /** Where to write the answer, too. */
  readonly file?: { readonly path: string; readonly format: 'csv' | 'parquet' }
}

/** What a query gave. */
export interface Answer {
  /** The names of the columns. */
  readonly columns: string[]
  /** The rows, by the names of the columns. */
  readonly rows: Record<string, unknown>[]
  /** How many runs there are, and how many the plan has. */
  readonly runs: number
  /** How many runs the plan has. */
  readonly planned: number
  /** What should be said of parts and rows that were left out, a line each. */
  readonly warnings: string[]
}

/** The strategy that others are compared with. */
const REFERENCE = 'srr'
/** The one whose people others are compared with, where there is a goal: of the fixed channels the best at small ε. */
export const GOAL_REFERENCE = 'subset-selection'

/** All that runs that are summarized together have in common, besides the strategy. */
export const SETTING = [
  'categories',
  'users',
  'truthName',
  'rho',
  'epsilon',
  'sampler',
  'prior',
  'groupSize',
  'memory',
  'goal',
] as const

/**
 * Asks for the results of a sweep, finished or not, in DuckDB's SQL.
 *
 * The table `runs` has a row for every run. `summary` has one for every strategy in every setting: the mean of the total
 * variation distance and its standard error; `difference`, the mean of the distance less that of plain randomized
 * response in the same run, and its standard error, from which what both have in common has dropped out; the mean size of the
 * subsets, the largest audited level, the mean width of the 95 % intervals and how often they hold the truth, the mean time. Of runs with
 * a goal, the mean number of people until it was settled (where it was not, all), the share that was settled, the share that was settled
 * wrongly, and `ratio`, the people over those of subset selection in the same runs.
 *
 * @throws InputError if the folder is no sweep's, or the query is refused
 * @example
 * const { rows } = await queryResults({ folder: 'out/paper-grid', sql: 'SELECT count(*) AS runs FROM runs' })
 * rows // [{ runs: 4 }]
 */
export async function queryResults({ folder, sql = 'FROM summary', file }: QueryOptions): Promise<Answer> {
  return withResults(folder, async ({ connection, ...about }) => {
    // Then what a query sums does not depend on how threads come and go.
    await connection.run('SET threads TO 1')
    await answer(connection, sql)
    if (file) await connection.run(`COPY answer TO ${sqlText(file.path)} (FORMAT ${file.format})`)
    const result = await connection.runAndReadAll('FROM answer')
    return {
      columns: result.columnNames(),
      rows: result.getRowObjectsJS().map(plainNumbers),
      runs: about.runs,
      planned: about.manifest.runs,
      warnings: about.warnings,
    }
  })
}

/** A sweep's results in a database. */
export interface Results {
  /** Has the tables `runs`, `stored` (the same, in any order) and `summary`. */
  readonly connection: DuckDBConnection
  readonly manifest: Manifest
  readonly runs: number
  /** What should be said of parts and rows that were left out, a line each. */
  readonly warnings: string[]
}

/**
 * Runs `body` with the results of a sweep, finished or not.
 *
 * @throws InputError if the folder is no sweep's
 */
export async function withResults<T>(folder: string, body: (results: Results) => Promise<T>): Promise<T> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) {
    throw new InputError(`${folder}: expected the folder of a sweep, with a manifest.json; found none`)
  }
  return withDatabase(async connection => {
    const warnings = await loadRuns(connection, folder)
    await connection.run(summaryView(manifest.plan.strategies))
    const [[runs]] = (await connection.runAndReadAll('SELECT count(*) FROM stored')).getRowsJS()
    return body({ connection, manifest, runs: Number(runs), warnings })
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

/** A sum over the runs that subset selection was played in; of whole numbers, so in any order. */
const paired = (value: string) => `sum(${value}) FILTER (fixed IS NOT NULL)`

function summaryView(strategies: readonly string[]): string {
  const setting = SETTING.join(', ')
  // In increasing order, so that a sum does not depend on how the runs are spread over parts and threads.
  const inOrder = (aggregate: string, value: string) => `${aggregate}(${value} ORDER BY ${value})`
  return `
    CREATE VIEW summary AS
    WITH base AS (SELECT seed, totalVariation AS reference FROM stored WHERE strategy = '${REFERENCE}'),
    fixed AS (SELECT seed, answers::DOUBLE AS fixed FROM stored WHERE strategy = '${GOAL_REFERENCE}'),
    own AS (
      SELECT * REPLACE (answers::DOUBLE AS answers),
        CASE WHEN strategy <> '${REFERENCE}' THEN totalVariation - reference END AS difference
      FROM stored LEFT JOIN base USING (seed) LEFT JOIN fixed USING (seed)
    ),
    grouped AS (
    SELECT ${setting}, strategy,
      count(*)::INTEGER AS runs,
      ${inOrder('avg', 'totalVariation')} AS totalVariation,
      ${inOrder('stddev_samp', 'totalVariation')} / sqrt(count(*)) AS standardError,
      ${inOrder('avg', 'difference')} AS difference,
      ${inOrder('stddev_samp', 'difference')} / sqrt(count(difference)) AS differenceError,
      ${inOrder('avg', 'meanSubsetSize')} AS meanSubsetSize,
      max(auditedEpsilon) AS auditedEpsilon,
      ${inOrder('avg', 'intervalWidth')} AS intervalWidth,
      ${inOrder('avg', 'coverage')} AS coverage,
      ${inOrder('avg', 'seconds')} AS seconds,
      ${inOrder('avg', 'answers')} AS people,
      ${inOrder('stddev_samp', 'answers')} / sqrt(count(answers)) AS peopleError,
      avg(settled::DOUBLE) AS settled,
      avg((settled AND NOT correct)::DOUBLE) AS wrong,
      ${paired('answers')} / ${paired('fixed')} AS ratio,
      sqrt(greatest(0, ${paired('answers * answers')} - 2 * ratio * ${paired('answers * fixed')}
        + ratio * ratio * ${paired('fixed * fixed')}) * count(fixed) / nullif(count(fixed) - 1, 0))
        / ${paired('fixed')} AS ratioError
    FROM own
    GROUP BY ${setting}, strategy
    )
    FROM grouped
    ORDER BY ${setting}, ${planOrder(strategies)}, strategy`
}

/** What sorts strategies as a plan does. */
export function planOrder(strategies: readonly string[]): string {
  return `list_position([${strategies.map(sqlText).join(', ')}], strategy)`
}

/** BIGINT comes as a bigint, which JSON does not know. */
function plainNumbers(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  )
}
