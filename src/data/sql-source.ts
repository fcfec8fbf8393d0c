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
const LINE_END = /\r\n?/g
const LONE_RETURN = /\r(?!\n)/

/**
 * Runs `body` with the path of a file that contains the same JSON in a form that DuckDB can read: without a byte order mark, which DuckDB
 * takes for a value, and in NDJSON with a line feed in place of a single carriage return at the end of a line.
 *
 * @throws InputError, which names the line, if the file is not UTF-8
 */
export async function withJSONFile(
  { path, name, kind }: PlainTable,
  body: (path: string) => Promise<void>,
): Promise<void> {
  let isPlain = !kind.head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
  const isByLine = kind.format === 'ndjson'
  // Always read to the end, because errors in the text name the line.
  for await (const piece of whole(textOf(path, name))) {
    if (isByLine && LONE_RETURN.test(piece)) isPlain = false
  }
  if (isPlain) return body(path)
  await withScratchFolder(async folder => {
    const copy = join(folder, 'input')
    const text = isByLine ? withLineFeeds(textOf(path, name)) : textOf(path, name)
    await orFailure(`${tmpdir()}: expected room for a copy of ${name}`, () =>
      pipeline(text, createWriteStream(copy)),
    )
    await body(copy)
  })
}

/** Ends all lines in a line feed. No text is changed, because JSON's strings contain no raw line ends. */
async function* withLineFeeds(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of whole(text)) yield piece.replace(LINE_END, '\n')
}

/** Divides text into pieces that keep a carriage return together with the line feed after it. */
async function* whole(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const buffer = rest + piece
    rest = buffer.endsWith('\r') ? '\r' : ''
    yield rest ? buffer.slice(0, -1) : buffer
  }
  yield rest
}

/**
 * A table in JSON, one object a row. Values are read as written, so that "007" and 1.0 stay unchanged; a row may lack a key. NaN is a
 * missing value.
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

/** Refuses a document that is a single object with the values of each column, or of each row. */
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
  // Columns are read by their index, because DuckDB renames columns whose names differ in upper and lower case alone.
  const table = `read_parquet(${file}) AS rows(${types.map((_, i) => `c${i}`).join(', ')})`
  const value = (column: number) => {
    if (NESTED.test(types[column])) return `to_json(c${column})::VARCHAR`
    const text = `c${column}::VARCHAR`
    return FLOATING.test(types[column]) ? `CASE WHEN NOT isnan(c${column}) THEN ${text} END` : text
  }
  return { columns: await parquetNames(connection, file), read: reader(connection, table, value) }
}

/** The names of a file's columns, as written in it. */
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
