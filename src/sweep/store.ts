import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlName, sqlPath, sqlText, withDatabase } from '../data/duckdb.ts'
import { orFailure } from '../data/failure.ts'
import { makeFolder } from '../data/publish.ts'
import { NO_GOAL } from './asked-goal.ts'
import { type RunRow, UNASKED } from './run-row.ts'
import { IS_SOUND } from './sound-row.ts'

/** The columns of a part, with their DuckDB types. */
const COLUMNS: Readonly<Record<keyof RunRow, string>> = {
  name: 'VARCHAR',
  strategy: 'VARCHAR',
  epsilon: 'DOUBLE',
  rho: 'DOUBLE',
  truthName: 'VARCHAR',
  categories: 'INTEGER',
  users: 'BIGINT',
  run: 'INTEGER',
  seed: 'VARCHAR',
  sampler: 'VARCHAR',
  prior: 'VARCHAR',
  groupSize: 'BIGINT',
  memory: 'VARCHAR',
  goal: 'VARCHAR',
  totalVariation: 'DOUBLE',
  totalVariationNow: 'DOUBLE',
  wasserstein: 'DOUBLE',
  separate: 'DOUBLE',
  association: 'DOUBLE',
  meanSubsetSize: 'DOUBLE',
  auditedEpsilon: 'DOUBLE',
  seconds: 'DOUBLE',
  estimate: 'DOUBLE[]',
  truth: 'DOUBLE[]',
  intervalWidth: 'DOUBLE',
  coverage: 'DOUBLE',
  answers: 'BIGINT',
  settled: 'BOOLEAN',
  decision: 'VARCHAR',
  correct: 'BOOLEAN',
  trajectory:
    'STRUCT(answers DOUBLE, "mean" DOUBLE[], "lower" DOUBLE[], "upper" DOUBLE[], subsetSize DOUBLE, ' +
    'truthNow DOUBLE[], truthMean DOUBLE[], anytimeLower DOUBLE[], anytimeUpper DOUBLE[])[]',
  changes: 'STRUCT("at" DOUBLE, since DOUBLE, categories INTEGER[])[]',
  groups:
    'STRUCT("names" VARCHAR[], people DOUBLE[], separate DOUBLE[], "lower" DOUBLE[], "upper" DOUBLE[], ' +
    'separateLower DOUBLE[], separateUpper DOUBLE[])',
  tables:
    'STRUCT(views VARCHAR[][], cramersV DOUBLE[], cramersVLower DOUBLE[], cramersVUpper DOUBLE[], ' +
    'cramersVTruth DOUBLE[], "lower" DOUBLE[], "upper" DOUBLE[])',
}

/** The values, in SQL, that older parts have in columns that they lack. */
const LACKING: Readonly<Record<string, string>> = { memory: "'all'", goal: `'${NO_GOAL}'` }

/** The columns that may be null. Older parts lack all of these but the first. */
const NULLABLE: readonly string[] = [
  'rho',
  'totalVariationNow',
  'wasserstein',
  'separate',
  'association',
  'intervalWidth',
  'coverage',
  ...Object.keys(UNASKED),
  'trajectory',
  'changes',
  'groups',
  'tables',
]

/** The folder of the parts, in that of a sweep. It has Parquet files and nothing else, so that any reader can take it as one table. */
export function partsFolder(folder: string): string {
  return join(folder, 'runs')
}

/**
 * Writes finished runs as a Parquet file of their own, which appears whole or not at all. Any number of processes can
 * write parts into one folder.
 *
 * @throws Failure if it cannot be written
 */
export async function writePart(folder: string, rows: readonly RunRow[]): Promise<void> {
  const parts = partsFolder(folder)
  await makeFolder(parts)
  const name = `${new Date().toISOString().replace(/\D/g, '')}-${randomUUID().slice(0, 8)}.parquet`
  // Because of the dot before its name, no reader takes it for a part.
  const unfinished = join(parts, `.${name}`)
  const copy = `COPY (${fromJson}) TO ${sqlText(unfinished)} (FORMAT parquet)`
  await orFailure(
    `${parts}: expected room for results; those in it are safe, sweep again for the rest`,
    async () => {
      try {
        await withDatabase(connection => connection.run(copy, { rows: JSON.stringify(rows) }))
        await rename(unfinished, join(parts, name))
      } finally {
        await rm(unfinished, { force: true })
      }
    },
  )
}

/** The rows of the parameter `rows`, a JSON text, as a table: the outer list and its objects are unnested, the lists in them are not. */
const fromJson = `SELECT unnest(from_json_strict($rows, ${sqlText(JSON.stringify([COLUMNS]))}), max_depth := 2)`

/**
 * Makes two views of all parts in a folder, with each run once, however often it was played: `runs`, sorted by name, and
 * `stored`, in any order, for sums over many runs. Rows are read from the parts when a view is used, and only the columns
 * that are asked for.
 *
 * @returns warnings, one line each, about parts that cannot be read and rows that no run gives; these are left out
 */
export async function loadRuns(connection: DuckDBConnection, folder: string): Promise<string[]> {
  const parts = await listParts(folder)
  if (await tryLoad(connection, parts)) return unsoundRows(connection)
  const corrupt: string[] = []
  for (const part of parts) if (!(await tryLoad(connection, [part]))) corrupt.push(part)
  await tryLoad(
    connection,
    parts.filter(part => !corrupt.includes(part)),
  )
  const lines = corrupt.map(
    part =>
      `${part}: expected a whole Parquet file of runs; it is left out. Delete it, and sweep again for its runs`,
  )
  return [...lines, ...(await unsoundRows(connection))]
}

async function unsoundRows(connection: DuckDBConnection): Promise<string[]> {
  const found = await connection.runAndReadAll(
    'SELECT filename, count(*)::INTEGER FROM unsound GROUP BY ALL ORDER BY ALL',
  )
  return found.getRows().map(([part, count]) => {
    const rows = count === 1 ? 'a row' : `${count} rows`
    return `${part}: expected rows such as runs give; ${rows} left out. Sweep again for what is missing`
  })
}

async function listParts(folder: string): Promise<string[]> {
  try {
    const names = await readdir(partsFolder(folder))
    const parts = names.filter(name => name.endsWith('.parquet') && !name.startsWith('.'))
    return parts.sort().map(name => join(partsFolder(folder), name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Makes the views. Returns whether all of these parts have all the required columns and can be read to their ends. */
async function tryLoad(connection: DuckDBConnection, parts: readonly string[]): Promise<boolean> {
  const names = Object.keys(COLUMNS).map(sqlName)
  const required = names.filter((_, i) => !NULLABLE.includes(Object.keys(COLUMNS)[i]))
  const counts = required.map(name => `count(${name})`)
  try {
    await connection.run(`CREATE OR REPLACE VIEW read AS ${readParts(parts)}`)
    // Counting all values reads all of them; in a part that lacks a column, the column has none.
    const result = await connection.runAndReadAll(
      `SELECT count(COLUMNS(*)), least(${counts.join(', ')}) = count(*) AS complete FROM read`,
    )
    const [{ complete }] = result.getRowObjectsJS()
    await connection.run(
      `CREATE OR REPLACE TABLE unsound AS SELECT ${PLACE} FROM read WHERE (${IS_SOUND}) IS NOT TRUE`,
    )
    await connection.run(`CREATE OR REPLACE TABLE again AS ${PLAYED_AGAIN}`)
    await connection.run(
      `CREATE OR REPLACE VIEW stored AS
        SELECT ${names.join(', ')} FROM ${SOUND} ANTI JOIN again USING (${PLACE})`,
    )
    await connection.run('CREATE OR REPLACE VIEW runs AS FROM stored ORDER BY name')
    return complete === true
  } catch {
    return false
  }
}

/** Where a row is: its file, and its number in the file. */
const PLACE = 'filename, file_row_number'

const SOUND = `read ANTI JOIN unsound USING (${PLACE})`

/** Of the runs that were played several times, the places of all rows but the fastest. */
const PLAYED_AGAIN = `
  SELECT ${PLACE} FROM ${SOUND}
  WHERE name IN (SELECT name FROM ${SOUND} GROUP BY name HAVING count(*) > 1)
  QUALIFY row_number() OVER (PARTITION BY name ORDER BY seconds, ${PLACE}) > 1`

/** All rows of some parts, with their places. The files are read together by the names of their columns. */
function readParts(parts: readonly string[]): string {
  const columns = Object.entries({ ...COLUMNS, filename: 'VARCHAR', file_row_number: 'BIGINT' })
  const typed = columns.map(([column, type]) => {
    const name = sqlName(column)
    const value = column in LACKING ? `coalesce(${name}, ${LACKING[column]})` : name
    return `${value}::${type} AS ${name}`
  })
  // A table without rows makes all columns known, even if there are no parts, or only older ones.
  const noRows = `SELECT ${columns.map(([column]) => `NULL AS ${sqlName(column)}`).join(', ')} WHERE false`
  if (parts.length === 0) return `SELECT ${typed.join(', ')} FROM (${noRows})`
  const files = parts.map(sqlPath).join(', ')
  const how = 'union_by_name = true, filename = true, file_row_number = true'
  return `SELECT ${typed.join(', ')} FROM (FROM read_parquet([${files}], ${how}) UNION ALL BY NAME ${noRows})`
}
