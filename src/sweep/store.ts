import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlName, sqlPath, sqlText, withDatabase } from '../data/duckdb.ts'
import { orFailure } from '../data/failure.ts'
import { makeFolder } from '../data/publish.ts'
import { ROW, type RunRow } from './run-row.ts'

/** The columns of a part, with their DuckDB types. */
const COLUMNS = Object.fromEntries(Object.entries(ROW.fields).map(([name, { sql }]) => [name, sql]))

/** The folder of a sweep's parts. It contains only Parquet files, so that any reader can read it as one table. */
export function partsFolder(folder: string): string {
  return join(folder, 'runs')
}

/**
 * Writes finished runs as a new Parquet file, which appears whole or not at all. Any number of processes can write parts into one folder,
 * and parts can be copied between folders, because the name of a part contains its checksum.
 *
 * @throws Failure if the file cannot be written
 */
export async function writePart(folder: string, rows: readonly RunRow[]): Promise<void> {
  const parts = partsFolder(folder)
  await makeFolder(parts)
  // The dot before the name hides an unfinished file from readers of parts.
  const unfinished = join(parts, `.${randomUUID()}.parquet`)
  const copy = `COPY (${fromJson}) TO ${sqlText(unfinished)} (FORMAT parquet)`
  await orFailure(
    `${parts}: expected room for results; those in it are safe, sweep again for the rest`,
    async () => {
      try {
        await withDatabase(connection => connection.run(copy, { rows: JSON.stringify(rows) }))
        const time = new Date().toISOString().replace(/\D/g, '')
        await rename(unfinished, join(parts, `${time}-${await checksumOf(unfinished)}.parquet`))
      } finally {
        await rm(unfinished, { force: true })
      }
    },
  )
}

/** The rows of the parameter `rows`, a JSON text, as a table: the outer list and its objects are unnested, the lists in them are not. */
const fromJson = `SELECT unnest(from_json_strict($rows, ${sqlText(JSON.stringify([COLUMNS]))}), max_depth := 2)`

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * Makes two views of all parts in a folder, in which each run appears once, however often it was played: `runs`, sorted by name, and
 * `stored`, in any order, for sums over many runs. Using a view reads only the required columns from the parts.
 *
 * @returns warnings, one line each, about parts that cannot be read or were changed; these are left out
 */
export async function loadRuns(connection: DuckDBConnection, folder: string): Promise<string[]> {
  const parts = await listParts(folder)
  const whole: string[] = []
  for (const part of parts) if (await isWhole(part)) whole.push(part)
  const names = Object.keys(COLUMNS).map(sqlName).join(', ')
  await connection.run(`CREATE VIEW read AS ${readParts(whole)}`)
  await connection.run(`CREATE TABLE again AS ${PLAYED_AGAIN}`)
  await connection.run(`CREATE VIEW stored AS SELECT ${names} FROM read ANTI JOIN again USING (${PLACE})`)
  await connection.run('CREATE VIEW runs AS FROM stored ORDER BY name')
  return parts
    .filter(part => !whole.includes(part))
    .map(
      part =>
        `${part}: expected a whole part, as it was written; it cannot be read or was changed, and is left out. Delete it, and sweep again for its runs`,
    )
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

/** Whether a part is undamaged, by the checksum in its name. */
async function isWhole(part: string): Promise<boolean> {
  try {
    return part.endsWith(`-${await checksumOf(part)}.parquet`)
  } catch {
    return false
  }
}

/** SQL: the position of a row, its file and its number in the file. */
const PLACE = 'filename, file_row_number'

/** SQL: the positions of superfluous rows, which are all but the fastest row of each run. */
const PLAYED_AGAIN = `
  SELECT ${PLACE} FROM read
  WHERE name IN (SELECT name FROM read GROUP BY name HAVING count(*) > 1)
  QUALIFY row_number() OVER (PARTITION BY name ORDER BY seconds, ${PLACE}) > 1`

/** SQL: all rows of some parts, with their positions; without parts, an empty table. */
function readParts(parts: readonly string[]): string {
  const places = { filename: 'VARCHAR', file_row_number: 'BIGINT' }
  if (parts.length > 0) {
    const columns = Object.keys({ ...COLUMNS, ...places }).map(sqlName)
    return `SELECT ${columns.join(', ')} FROM read_parquet([${parts.map(sqlPath).join(', ')}], filename = true, file_row_number = true)`
  }
  const none = Object.entries({ ...COLUMNS, ...places }).map(
    ([name, type]) => `NULL::${type} AS ${sqlName(name)}`,
  )
  return `SELECT ${none.join(', ')} WHERE false`
}
