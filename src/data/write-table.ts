import { join } from 'node:path'
import { isList, refuse, requireInteger, requireOneOf } from '../check/check.ts'
import { sqlName, sqlText, withDatabase } from './duckdb.ts'

/** The columns of a table, in order, with their DuckDB types. */
export type Schema<Row> = Readonly<Record<keyof Row & string, (typeof TYPES)[number]>>

const TYPES = ['VARCHAR', 'INTEGER', 'DOUBLE', 'BOOLEAN'] as const
const FORMS = { parquet: 'FORMAT parquet', csv: 'FORMAT csv, HEADER' } as const

/** A file format of written tables. */
export type TableForm = keyof typeof FORMS

export const TABLE_FORMS = Object.keys(FORMS) as TableForm[]

/**
 * Writes a table as `name.parquet` and `name.csv`, or one of them. A null is a null in Parquet and an empty field in CSV. In CSV, text that
 * begins with =, +, -, @, a tab or a carriage return, and is no number, gets an apostrophe before it, because spreadsheets would take it
 * for a formula.
 *
 * @param folder the folder of the files; use `publish` to make files appear whole or not at all
 * @throws RangeError on a bad argument; MissingPackages without `@duckdb/node-api`; Failure if the folder cannot be written
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
  requireTable({ folder, name, schema, rows, forms })
  await withDatabase(async connection => {
    const columns = Object.entries(schema) as [keyof Row & string, string][]
    const definitions = columns.map(([column, type]) => `${sqlName(column)} ${type}`)
    await connection.run(`CREATE TABLE rows (${definitions.join(', ')})`)
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
    const cells = { parquet: '*', csv: columns.map(([column, type]) => csvCell(column, type)).join(', ') }
    for (const form of forms) {
      const file = sqlText(join(folder, `${name}.${form}`))
      await connection.run(`COPY (SELECT ${cells[form]} FROM rows) TO ${file} (${FORMS[form]})`)
    }
  })
}

/** SQL: a column of a CSV file. Text that a spreadsheet would take for a formula begins with an apostrophe. */
function csvCell(column: string, type: string): string {
  const cell = sqlName(column)
  if (type !== 'VARCHAR') return cell
  const isFormula = `regexp_matches(${cell}, '^[=+@\\t\\r-]') AND TRY_CAST(${cell} AS DOUBLE) IS NULL`
  return `CASE WHEN ${isFormula} THEN '''' || ${cell} ELSE ${cell} END AS ${cell}`
}

/** Refuses bad arguments, before DuckDB does so with less helpful messages. */
function requireTable(table: Record<'folder' | 'name' | 'schema' | 'rows' | 'forms', unknown>): void {
  const { schema, rows, forms } = table
  for (const argument of ['folder', 'name'] as const) {
    const text = table[argument]
    if (typeof text !== 'string' || text === '') refuse(argument, text, 'a non-empty string')
  }
  if (typeof schema !== 'object' || schema === null || Object.keys(schema).length === 0) {
    refuse('schema', schema, "an object with a column or more, such as { name: 'VARCHAR' }")
  }
  const columns = Object.entries(schema)
  for (const [column, type] of columns) requireOneOf(`schema.${column}`, type, TYPES)
  if (!isList(rows)) refuse('rows', rows, 'a list of objects')
  Array.from(rows).forEach((row, i) => {
    if (typeof row !== 'object' || row === null) refuse(`rows[${i}]`, row, 'an object')
    for (const [column, type] of columns)
      requireValue(`rows[${i}].${column}`, (row as Record<string, unknown>)[column], type)
  })
  if (!isList(forms) || forms.length === 0) refuse('forms', forms, `a list of ${TABLE_FORMS.join(' and ')}`)
  for (const form of Array.from(forms)) requireOneOf('each of forms', form, TABLE_FORMS)
}

const LARGEST_INTEGER = 2 ** 31 - 1

function requireValue(argument: string, value: unknown, type: (typeof TYPES)[number]): void {
  if (value === null) return
  // DuckDB returns BIGINT columns as bigint. They are accepted, so that a table can be read and written again.
  const plain = typeof value === 'bigint' ? Number(value) : value
  if (type === 'INTEGER') requireInteger(argument, plain, -LARGEST_INTEGER - 1, LARGEST_INTEGER)
  else if (type === 'DOUBLE' && typeof value !== 'number') refuse(argument, value, 'a number or null')
  else if (value === undefined) refuse(argument, value, 'a value or null')
}
