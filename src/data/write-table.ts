import { join } from 'node:path'
import { sqlName, sqlText, withDatabase } from './duckdb.ts'

/** The columns of a table, in order, with their DuckDB types. */
export type Schema<Row> = Readonly<Record<keyof Row & string, 'VARCHAR' | 'INTEGER' | 'DOUBLE'>>

/**
 * Writes a table as `name.parquet` and `name.csv`. A null is a null in the one and an empty field in the other.
 *
 * @param folder where; see `publish` for files that are whole or not there at all
 */
export async function writeTable<Row extends object>(
  folder: string,
  name: string,
  schema: Schema<Row>,
  rows: readonly Row[],
): Promise<void> {
  await withDatabase(async connection => {
    const columns = Object.entries(schema) as [keyof Row & string, string][]
    const declared = columns.map(([column, type]) => `${sqlName(column)} ${type}`)
    await connection.run(`CREATE TABLE rows (${declared.join(', ')})`)
    const appender = await connection.createAppender('rows')
    for (const row of rows) {
      for (const [column, type] of columns) {
        const value = row[column]
        if (value === null) appender.appendNull()
        else if (type === 'VARCHAR') appender.appendVarchar(String(value))
        else if (type === 'INTEGER') appender.appendInteger(Number(value))
        else appender.appendDouble(Number(value))
      }
      appender.endRow()
    }
    appender.closeSync()
    await connection.run(`COPY rows TO ${sqlText(join(folder, `${name}.parquet`))} (FORMAT parquet)`)
    await connection.run(`COPY rows TO ${sqlText(join(folder, `${name}.csv`))} (FORMAT csv, HEADER)`)
  })
}
