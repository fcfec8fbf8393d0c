import { join } from 'node:path'
import { sqlName, sqlText, withDatabase } from './duckdb.ts'

/** The columns of a table, in order, with their DuckDB types. */
export type Schema<Row> = Readonly<Record<keyof Row & string, 'VARCHAR' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN'>>

const FORMS = { parquet: 'FORMAT parquet', csv: 'FORMAT csv, HEADER' } as const

/** A file format in which a table is written. */
export type TableForm = keyof typeof FORMS

export const TABLE_FORMS = Object.keys(FORMS) as TableForm[]

/**
 * Writes a table as `name.parquet` and `name.csv`, or one of them. A null is a null in Parquet and an empty field in CSV.
 *
 * @param folder where the files go; `publish` makes files appear whole or not at all
 * @throws MissingPackages without `@duckdb/node-api`; Failure if the folder cannot be written
 * @example
 * await writeTable('.', 'heights', { name: 'VARCHAR', height: 'DOUBLE' }, [{ name: 'Ada', height: 1.65 }], ['csv'])
 * readFileSync('heights.csv', 'utf8') // 'name,height\nAda,1.65\n'
 */
export async function writeTable<Row extends object>(
  folder: string,
  name: string,
  schema: Schema<Row>,
  rows: readonly Row[],
  forms: readonly TableForm[] = TABLE_FORMS,
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
        else if (type === 'BOOLEAN') appender.appendBoolean(Boolean(value))
        else if (type === 'INTEGER') appender.appendInteger(Number(value))
        else appender.appendDouble(Number(value))
      }
      appender.endRow()
    }
    appender.closeSync()
    for (const form of forms) {
      const file = sqlText(join(folder, `${name}.${form}`))
      await connection.run(`COPY rows TO ${file} (${FORMS[form]})`)
    }
  })
}
