import type { DuckDBConnection } from '@duckdb/node-api'

/** DuckDB would fetch missing extensions from the network; those needed here are built in. */
const OFFLINE = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' }

/** Lends a connection to an empty database in memory. DuckDB is loaded here and not before. */
export async function withDatabase<T>(body: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', OFFLINE)
  const connection = await instance.connect()
  try {
    return await body(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** A piece of text as SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name as SQL. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A file's path as SQL; the signs that DuckDB would take for a pattern stand for themselves. */
export function sqlPath(path: string): string {
  return sqlText(path.replace(/[[*?]/g, '[$&]'))
}
