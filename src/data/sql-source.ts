import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlPath, sqlText } from './duckdb.ts'
import { orFailure } from './failure.ts'
import { InputError } from './input-error.ts'
import { type Cells, MOST_ROWS, type PlainTable, type TableSource } from './table.ts'
import { withScratchFolder } from './temporary.ts'
import { textOf } from './text-of.ts'

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/**
 * Runs `body` with the path of a file that has the same JSON without a byte order mark, which DuckDB takes for a value.
 *
 * @throws InputError, which names the line, if the file is not UTF-8
 */
export async function withJSONFile(
  { path, name, kind }: PlainTable,
  body: (path: string) => Promise<void>,
): Promise<void> {
  if (!kind.head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
    // Read for its errors alone, which name the line.
    for await (const _ of textOf(path, name)) {
    }
    return body(path)
  }
  await withScratchFolder(async folder => {
    const copy = join(folder, 'input')
    await orFailure(`${tmpdir()}: expected room for a copy of ${name}`, () =>
      pipeline(textOf(path, name), createWriteStream(copy)),
    )
    await body(copy)
  })
}

/**
 * A table in JSON, one object a row. Values are read as they are written, so that "007" and 1.0 stay what they are; a row may
 * lack a key. NaN is a missing value.
 */
export async function jsonSource(
  connection: DuckDBConnection,
  path: string,
  name: string,
  format: 'json' | 'ndjson',
): Promise<TableSource> {
  const layout = format === 'json' ? 'auto' : 'newline_delimited'
  const rows = `read_json_objects(${sqlPath(path)}, format='${layout}')`
  const keys = await connection.runAndReadAll(`SELECT DISTINCT unnest(json_keys(json)) AS key FROM ${rows}`)
  const columns = keys.getRows().map(([key]) => String(key))
  await requireRows(connection, rows, name)
  const value = (column: number) => {
    const pointer = sqlText(`/${columns[column].replaceAll('~', '~0').replaceAll('/', '~1')}`)
    const text = `(json ->> ${pointer})`
    return `CASE WHEN json_type(json, ${pointer}) = 'DOUBLE' AND ${text} ILIKE '%nan' THEN NULL ELSE ${text} END`
  }
  return { columns: columns.sort(), read: reader(connection, rows, value) }
}

/** Requires that a document is not a single object with all the values of each column, or of each row. */
async function requireRows(connection: DuckDBConnection, rows: string, name: string): Promise<void> {
  const types = await connection.runAndReadAll(
    `SELECT DISTINCT unnest(list_transform(json_keys(json), key -> json_type(json -> key))) FROM ${rows} WHERE (SELECT count(*) FROM (FROM ${rows} LIMIT 2)) = 1`,
  )
  const [type, ...others] = types.getRows().map(([type]) => type)
  if (others.length > 0 || (type !== 'OBJECT' && type !== 'ARRAY')) return
  throw new InputError(
    `${name}: expected one object a row, as pandas writes by orient="records"; found one object for all rows`,
  )
}

/** The types of columns whose values are lists or records. */
const NESTED = /^(STRUCT|MAP|UNION)|\]$/
const FLOATING = /^(FLOAT|DOUBLE)$/

/** A table in Parquet. Lists and records are read as JSON; NaN is a missing value. */
export async function parquetSource(connection: DuckDBConnection, path: string): Promise<TableSource> {
  const file = sqlPath(path)
  const description = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${file})`)
  const types = description.getRows().map(([, type]) => String(type))
  // Columns are read by their place: DuckDB renames those whose names differ by upper and lower case only.
  const table = `read_parquet(${file}) AS rows(${types.map((_, i) => `c${i}`).join(', ')})`
  const value = (column: number) => {
    if (NESTED.test(types[column])) return `to_json(c${column})::VARCHAR`
    const text = `c${column}::VARCHAR`
    return FLOATING.test(types[column]) ? `CASE WHEN NOT isnan(c${column}) THEN ${text} END` : text
  }
  return { columns: await parquetNames(connection, file), read: reader(connection, table, value) }
}

/** The names of a file's columns, as they are written in it. */
async function parquetNames(connection: DuckDBConnection, file: string): Promise<string[]> {
  const schema = await connection.runAndReadAll(`SELECT name, num_children FROM parquet_schema(${file})`)
  const nodes = schema
    .getRows()
    .map(([name, children]) => ({ name: String(name), children: Number(children ?? 0) }))
  const names: string[] = []
  // Each node is followed by those below it; the first one is the table.
  for (let i = 1; i < nodes.length; ) {
    names.push(nodes[i].name)
    for (let below = 1; below > 0; below--) below += nodes[i++].children
  }
  return names
}

function reader(
  connection: DuckDBConnection,
  table: string,
  value: (column: number) => string,
): TableSource['read'] {
  return async (columns, visit) => {
    // The result is not streamed, because DuckDB would end a stream silently at the first malformed row.
    const result = await connection.run(
      `SELECT ${columns.map(value).join(', ')} FROM ${table} LIMIT ${MOST_ROWS + 1}`,
    )
    for await (const chunk of result.yieldRows()) {
      for (const row of chunk) visit(row as Cells)
    }
  }
}
