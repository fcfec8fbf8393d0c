import type { DuckDBConnection, DuckDBValueConverter, JS } from '@duckdb/node-api'
import { shorten } from '../check/quote.ts'
import { confine, sqlText, withDatabase } from '../data/duckdb.ts'
import { InputError } from '../data/input-error.ts'
import { requirePackages } from '../data/node-packages.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { MEASURE_NAMES, type Measure } from './measures.ts'
import type { Plan } from './plan.ts'
import { loadRuns, partsFolder } from './store.ts'

/** A query on the results of a sweep. */
export interface QueryOptions {
  /** The folder of the sweep. */
  readonly folder: string
  /** A query on the tables `runs` and `summary`; default: all of `summary`. */
  readonly sql?: string
  /** A file for the answer, in addition. */
  readonly file?: { readonly path: string; readonly format: 'csv' | 'parquet' }
}

/** The answer to a query. */
export interface Answer {
  /** The names of the columns. */
  readonly columns: string[]
  /** The rows, by the names of the columns. */
  readonly rows: Record<string, unknown>[]
  /** Number of stored runs. */
  readonly runs: number
  /** Number of runs of the plan. */
  readonly planned: number
  /** Warnings about parts and rows that were left out, one line each. */
  readonly warnings: string[]
}

/** Reference strategy of differences. */
const REFERENCE = 'srr'
/** Reference strategy for numbers of people until a goal is settled: the best fixed channel at small ε. */
export const goalReference = (areNumbers: boolean): string => (areNumbers ? 'arcs' : 'subset-selection')

/** The settings of runs that are summarized together, without the strategy. */
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

/** SQL: whether a field is true for all goals of a run; null without goals. */
export const allAre = (field: 'settled' | 'correct') =>
  `list_bool_and(list_transform(decisions, lambda decision: decision.${field}))`

/** SQL: the measure of error, which is the Wasserstein distance for numbers, and else total variation. */
export const ERROR = "coalesce(measures['wasserstein'], measures['totalVariation'])"

/**
 * Queries the results of a sweep, finished or not, in DuckDB's SQL. A query sees no other files.
 *
 * The table `runs` has a row for every run, as `RunRow` describes it: `measures['totalVariation']` is a measure, `laws[1].estimate` an
 * estimate. `summary` has a row for every strategy in every setting: for each measure of the runs, such as `totalVariation`, its mean and,
 * as `totalVariationError`, the standard error of that; `difference`, the mean of the total variation distance minus that of plain
 * randomized response in the same run, and its standard error, in which the variation that both share cancels; the mean size of the
 * subsets, the largest audited level, and the mean time. For runs with a goal it also has the mean number of people until the goal was
 * settled (all of them if it was not), the share that was settled, the share that was settled wrongly, and `ratio`: the number of people
 * divided by that of subset selection in the same runs. For numbers, `difference` is about Wasserstein distances, and the reference of
 * `ratio` is arcs. Measures of groups and tables are means over their laws.
 *
 * @throws InputError if the folder is not that of a sweep, or the query is refused
 * @example
 * const { rows } = await queryResults({ folder: 'out/paper-grid', sql: 'SELECT count(*) AS runs FROM runs' })
 * rows // [{ runs: 4 }]
 */
export async function queryResults({ folder, sql = 'FROM summary', file }: QueryOptions): Promise<Answer> {
  return withResults(folder, async ({ connection, manifest, runs, warnings }) => {
    // With one thread, the sums of a query do not depend on how threads are scheduled.
    await connection.run('SET threads TO 1')
    await confine(connection, partsFolder(folder), file?.path)
    await answer(connection, sql)
    if (file) await connection.run(`COPY answer TO ${sqlText(file.path)} (FORMAT ${file.format})`)
    const result = await connection.runAndReadAll('FROM answer')
    return {
      columns: result.columnNames(),
      rows: result.convertRowObjects(await withMaps()).map(row => plainValue(row) as Answer['rows'][number]),
      runs,
      planned: manifest.runs,
      warnings,
    }
  })
}

/** The results of a sweep in a database. */
export interface Results {
  /** Has the tables `runs`, `stored` (the same, in any order) and `summary`. */
  readonly connection: DuckDBConnection
  /** The measures that runs have. */
  readonly measures: readonly Measure[]
  readonly manifest: Manifest
  readonly runs: number
  /** Warnings about parts and rows that were left out, one line each. */
  readonly warnings: string[]
}

/**
 * Runs `body` with the results of a sweep, finished or not.
 *
 * @throws InputError if the folder is not that of a sweep
 */
export async function withResults<T>(folder: string, body: (results: Results) => Promise<T>): Promise<T> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) {
    throw new InputError(`${folder}: expected the folder of a sweep, with a manifest.json; found none`)
  }
  return withDatabase(async connection => {
    const warnings = await loadRuns(connection, folder)
    const [[runs, names]] = (await connection.runAndReadAll(COUNTED)).getRowsJS()
    const measures = MEASURE_NAMES.filter(name => (names as string[])?.includes(name))
    await connection.run(summaryView(manifest.plan, measures))
    return body({ connection, measures, manifest, runs: Number(runs), warnings })
  })
}

/** SQL: the number of runs, and the names of all their measures. */
const COUNTED = 'SELECT count(*), flatten(list(DISTINCT map_keys(measures))) FROM stored'

async function answer(connection: DuckDBConnection, sql: string): Promise<void> {
  try {
    await connection.run(`CREATE TABLE answer AS SELECT * FROM (${sql.replace(/;\s*$/, '')}\n)`)
  } catch (error) {
    const [line] = (error as Error).message.split('\n', 1)
    throw new InputError(`sql: expected a query of runs or summary (${shorten(line)})`)
  }
}

/** SQL: a sum over the runs that subset selection was played in, too. The summands are whole numbers, so their order does not matter. */
const sumOfPairs = (value: string) => `sum(${value}) FILTER (fixed IS NOT NULL)`

function summaryView({ strategies, question }: Plan, measures: readonly Measure[]): string {
  const setting = SETTING.join(', ')
  // SQL: a mean. Values are added in increasing order, so that it does not depend on the division of runs into parts and threads.
  const mean = (value: string, name = value) => `avg(${value} ORDER BY ${value}) AS ${name},`
  const meanWithError = (value: string, name = value) =>
    `${mean(value, name)} stddev_samp(${value} ORDER BY ${value}) / sqrt(count(${value})) AS ${name}Error,`
  return `
    CREATE VIEW summary AS
    WITH base AS (SELECT seed, ${ERROR} AS reference FROM stored WHERE strategy = '${REFERENCE}'),
    fixed AS (
      SELECT seed, decisions[1].answers::DOUBLE AS fixed FROM stored
      WHERE strategy = '${goalReference(question !== undefined)}'
    ),
    own AS (
      SELECT *, decisions[1].answers::DOUBLE AS answers, ${allAre('settled')} AS isSettled, ${allAre('correct')} AS correct,
        CASE WHEN strategy <> '${REFERENCE}' THEN ${ERROR} - reference END AS difference
      FROM stored LEFT JOIN base USING (seed) LEFT JOIN fixed USING (seed)
    ),
    grouped AS (
    SELECT ${setting}, strategy,
      count(*)::INTEGER AS runs,
      ${measures.map(name => meanWithError(`measures['${name}']`, name)).join('\n      ')}
      ${meanWithError('difference')}
      ${mean('meanSubsetSize')}
      max(auditedEpsilon) AS auditedEpsilon,
      ${mean('seconds')}
      ${meanWithError('answers', 'people')}
      avg(isSettled::DOUBLE) AS settled,
      avg((isSettled AND NOT correct)::DOUBLE) AS wrong,
      ${sumOfPairs('answers')} / ${sumOfPairs('fixed')} AS ratio,
      sqrt(greatest(0, ${sumOfPairs('answers * answers')} - 2 * ratio * ${sumOfPairs('answers * fixed')}
        + ratio * ratio * ${sumOfPairs('fixed * fixed')}) * count(fixed) / nullif(count(fixed) - 1, 0))
        / ${sumOfPairs('fixed')} AS ratioError
    FROM own
    GROUP BY ${setting}, strategy
    )
    FROM grouped
    ORDER BY ${setting}, ${planOrder(strategies)}, strategy`
}

/** The SQL expression that sorts strategies as a plan does. */
export function planOrder(strategies: readonly string[]): string {
  return `list_position([${strategies.map(sqlText).join(', ')}], strategy)`
}

/** A converter that reads DuckDB's maps as objects, and other values as DuckDB's own reader does. */
async function withMaps(): Promise<DuckDBValueConverter<JS>> {
  const {
    '@duckdb/node-api': { DuckDBMapType, DuckDBMapValue, JSDuckDBValueConverter },
  } = await requirePackages('@duckdb/node-api')
  return (value, type, convert) => {
    if (!(value instanceof DuckDBMapValue && type instanceof DuckDBMapType)) {
      return JSDuckDBValueConverter(value, type, convert)
    }
    const { keyType, valueType } = type
    return Object.fromEntries(
      value.entries.map(({ key, value }) => [
        String(convert(key, keyType, convert)),
        convert(value, valueType, convert),
      ]),
    )
  }
}

/** Converts a value of DuckDB's to JSON. Whole numbers, also inside of intervals and lists, may be too large for a double. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainValue(part)]))
}
