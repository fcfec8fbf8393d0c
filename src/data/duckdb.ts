import { basename, dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { requirePackages } from './node-packages.ts'

/** Keeps DuckDB from fetching missing extensions from the network; those that are needed here are built in. */
const OFFLINE = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' }

/** Runs `body` with a connection to an empty database in memory, and closes it afterwards. DuckDB is loaded by this call. */
export async function withDatabase<T>(body: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const {
    '@duckdb/node-api': { DuckDBInstance },
  } = await requirePackages('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', OFFLINE)
  const connection = await instance.connect()
  try {
    return await body(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Confines all further statements to the files of one folder, and to writing one target. No statement can undo this. */
export async function confine(connection: DuckDBConnection, folder: string, target?: string): Promise<void> {
  // DuckDB checks patterns before it resolves them.
  await connection.run(`SET allowed_directories = [${sqlText(folder)}, ${sqlPath(folder)}]`)
  // DuckDB replaces an existing file by way of a temporary one.
  const targets = target ? [target, join(dirname(target), `tmp_${basename(target)}`)] : []
  await connection.run(`SET allowed_paths = [${targets.map(sqlText).join(', ')}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET lock_configuration = true')
}

/** A string as an SQL literal. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name as an SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A file's path as an SQL literal; characters that DuckDB would take for a pattern are escaped. */
export function sqlPath(path: string): string {
  return sqlText(path.replace(/[[*?]/g, '[$&]'))
}
