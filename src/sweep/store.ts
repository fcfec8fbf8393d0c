import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlName, sqlPath, sqlText, withDatabase } from '../data/duckdb.ts'
import { orFailure } from '../data/failure.ts'
import { makeFolder } from '../data/publish.ts'
import type { RunRow } from './play-run.ts'

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
  totalVariation: 'DOUBLE',
  meanSubsetSize: 'DOUBLE',
  auditedEpsilon: 'DOUBLE',
  seconds: 'DOUBLE',
  estimate: 'DOUBLE[]',
  truth: 'DOUBLE[]',
}

/** The folder with the parts, in that of a sweep: Parquet files and nothing else, for any reader to take as one table. */
export function partsFolder(folder: string): string {
  return join(folder, 'runs')
}

/**
 * Writes finished runs as a Parquet file of their own, which is there whole or not at all. Any number of processes can
 * write parts into one folder.
 *
 * @throws Failure if it cannot be written
 */
export async function writePart(folder: string, rows: readonly RunRow[]): Promise<void> {
  const parts = partsFolder(folder)
  await makeFolder(parts)
  const name = `${new Date().toISOString().replace(/\D/g, '')}-${randomUUID().slice(0, 8)}.parquet`
  // With a dot before it no reader takes it for a part.
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

/** The rows of the parameter `rows`, a JSON text, as a table: the outer list and its objects are opened, no list in them. */
const fromJson = `SELECT unnest(from_json_strict($rows, ${sqlText(JSON.stringify([COLUMNS]))}), max_depth := 2)`

/**
 * Makes the table `runs` of all parts in a folder, sorted by name: each run once, however often it was played.
 *
 * @returns the parts that cannot be read, which are left out
 */
export async function loadRuns(connection: DuckDBConnection, folder: string): Promise<string[]> {
  const parts = await listParts(folder)
  if (await tryLoad(connection, parts)) return []
  const corrupt: string[] = []
  for (const part of parts) if (!(await tryLoad(connection, [part]))) corrupt.push(part)
  await tryLoad(
    connection,
    parts.filter(part => !corrupt.includes(part)),
  )
  return corrupt
}

/** What to say of a part that cannot be read. */
export function corruptPart(part: string): string {
  return `${part}: expected a whole Parquet file of runs; it is left out. Delete it, and sweep again for its runs`
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

async function tryLoad(connection: DuckDBConnection, parts: readonly string[]): Promise<boolean> {
  const columns = Object.keys(COLUMNS).map(sqlName)
  const declared = Object.entries(COLUMNS).map(([column, type]) => `${sqlName(column)} ${type}`)
  try {
    await connection.run(`CREATE OR REPLACE TABLE runs (${declared.join(', ')})`)
    if (parts.length === 0) return true
    await connection.run(
      `INSERT INTO runs SELECT DISTINCT ON (name) ${columns.join(', ')} ` +
        `FROM read_parquet([${parts.map(sqlPath).join(', ')}]) ORDER BY name, seconds`,
    )
    return true
  } catch {
    return false
  }
}
