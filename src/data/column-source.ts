import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlName, sqlPath, sqlText } from './duckdb.ts'
import type { FileKind } from './file-format.ts'
import { firstRecord } from './first-record.ts'
import { InputError } from './input-error.ts'

/** A table in a file: the names of its columns, and SQL to read some of them as text. */
export interface ColumnSource {
  readonly columns: readonly string[]
  /** SQL that returns the values of some columns, which are given by their index. */
  select(columns: readonly number[]): string
}

/**
 * Opens a table for reading.
 *
 * @param name what errors call the table
 */
export function columnSource(
  connection: DuckDBConnection,
  path: string,
  name: string,
  kind: FileKind,
): Promise<ColumnSource> | ColumnSource {
  switch (kind.format) {
    case 'csv':
      return delimitedText(path, name, kind, delimiterOf(kind.head.toString()))
    case 'tsv':
      return delimitedText(path, name, kind, '\t')
    case 'json':
      return jsonObjects(connection, path, 'auto')
    case 'ndjson':
      return jsonObjects(connection, path, 'newline_delimited')
    case 'parquet':
      return parquet(connection, path)
  }
}

/** The delimiter between fields: of the usual ones, that which occurs most often in the first record outside of quotes. */
function delimiterOf(text: string): string {
  const [bare] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const count = (sign: string) => bare.split(sign).length
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/**
 * The columns are named by the first record and read by their index. DuckDB's guessing is switched off, because only then
 * does its error name the line where a row is too long or too short.
 */
function delimitedText(
  path: string,
  name: string,
  { head, isWhole }: FileKind,
  delimiter: string,
): ColumnSource {
  const text = head.toString()
  if (!isWhole && !/[\r\n]/.test(text)) {
    throw new InputError(`${name}: expected a header of ${head.length.toLocaleString('en')} bytes or fewer`)
  }
  const columns = firstRecord(text, delimiter)
  const options = [
    'auto_detect=false',
    'header=true',
    `columns={${columns.map((_, i) => `'c${i}': 'VARCHAR'`).join(', ')}}`,
    `delim=${sqlText(delimiter)}`,
    `quote='"'`,
    `escape='"'`,
  ]
  return {
    columns,
    select: asked =>
      `SELECT ${asked.map(column => `c${column}`).join(', ')} FROM read_csv(${sqlPath(path)}, ${options.join(', ')})`,
  }
}

/** Values are read as they are written, so that "007" and 1.0 stay what they are; a row may lack a key. */
async function jsonObjects(
  connection: DuckDBConnection,
  path: string,
  layout: 'auto' | 'newline_delimited',
): Promise<ColumnSource> {
  const rows = `read_json_objects(${sqlPath(path)}, format='${layout}')`
  const keys = await connection.runAndReadAll(`SELECT DISTINCT unnest(json_keys(json)) AS key FROM ${rows}`)
  const columns = keys.getRows().map(([key]) => String(key))
  const pointer = (key: string) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const value = (column: number) => `json ->> ${sqlText(pointer(columns[column]))}`
  return { columns: columns.sort(), select: asked => `SELECT ${asked.map(value).join(', ')} FROM ${rows}` }
}

/** The types of columns whose values are lists or records. */
const NESTED = /^(STRUCT|MAP|UNION)|\]$/

async function parquet(connection: DuckDBConnection, path: string): Promise<ColumnSource> {
  const table = `read_parquet(${sqlPath(path)})`
  const description = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${table}`)
  const rows = description.getRows()
  const columns = rows.map(([name]) => String(name))
  const value = (column: number) => {
    const name = sqlName(columns[column])
    // Lists and records are read as JSON.
    return NESTED.test(String(rows[column][1])) ? `to_json(${name})::VARCHAR` : `${name}::VARCHAR`
  }
  return { columns, select: asked => `SELECT ${asked.map(value).join(', ')} FROM ${table}` }
}
