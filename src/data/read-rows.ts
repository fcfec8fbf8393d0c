import { type ColumnSource, columnSource } from './column-source.ts'
import { withDatabase } from './duckdb.ts'
import { type FileKind, recognize } from './file-format.ts'
import { inOneLine } from './in-one-line.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName, withPlainFile } from './plain-file.ts'

/**
 * Goes through some columns of a CSV, TSV, JSON, NDJSON or Parquet file, row by row in the file's order. All values are
 * text as it is written, and a missing one (null, the empty text, a JSON row without the key) is `''`.
 *
 * @param columns their names, or `all` of them in the file's order (in JSON, which has no order of columns, sorted)
 * @throws InputError, one line, if the file or a column does not exist, or the file is malformed
 */
export async function readRows(
  table: TableFile,
  columns: readonly string[] | 'all',
  visit: Visit,
): Promise<void> {
  await withPlainFile(table, async path => {
    const name = tableName(table)
    const kind = await recognize(path, name, table.format)
    await readPlainRows({ path, name, kind }, columns, visit)
  })
}

/** Called with the texts of a row, in the order of the columns that were asked for, and the names of these columns. */
export type Visit = (texts: readonly string[], columns: readonly string[]) => void

/**
 * Like `readRows`, for a regular file that is not zipped.
 *
 * @param table.name what errors call the file
 */
export async function readPlainRows(
  { path, name, kind }: { path: string; name: string; kind: FileKind },
  columns: readonly string[] | 'all',
  visit: Visit,
): Promise<void> {
  await withDatabase(connection =>
    inOneLine(name, async () => {
      const source = await columnSource(connection, path, name, kind)
      const selected = columns === 'all' ? source.columns : columns
      // The result is not streamed, because DuckDB would end a stream silently at the first malformed row.
      const result = await connection.run(
        source.select(selected.map(column => findColumn(source, column, name))),
      )
      for await (const chunk of result.yieldRows()) {
        for (const row of chunk) {
          visit(
            row.map(value => (value as string | null) ?? ''),
            selected,
          )
        }
      }
    }),
  )
}

/** The most columns that an error lists. */
const MOST_LISTED = 30

function findColumn({ columns }: ColumnSource, column: string, name: string): number {
  const at = columns.indexOf(column)
  const quoted = JSON.stringify(column)
  if (at < 0) {
    const listed = columns.slice(0, MOST_LISTED).map(each => JSON.stringify(each))
    if (columns.length > MOST_LISTED) listed.push(`… ${columns.length} in all`)
    throw new InputError(`${name}: no column ${quoted}; expected one of ${listed.join(', ') || '(none)'}`)
  }
  if (columns.lastIndexOf(column) !== at) {
    throw new InputError(`${name}: expected one column ${quoted}, found several of that name`)
  }
  return at
}
