import { type ColumnSource, columnSource } from './column-source.ts'
import { withDatabase } from './duckdb.ts'
import { type FileKind, recognize } from './file-format.ts'
import { inOneLine } from './in-one-line.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName, withPlainFile } from './plain-file.ts'

/**
 * Goes through some columns of a CSV, TSV, JSON, NDJSON or Parquet file, row by row in the file's order: all values are
 * text as it stands, and a missing one (null, the empty text, a JSON row without the key) is `''`.
 *
 * @param columns their names, or `all` of them in the file's order (JSON has none: sorted)
 * @throws InputError, one line, if the file or a column is not there, or the file is malformed
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

/** Is handed the texts of a row, in the order of the columns that were asked for, and the columns' names. */
export type Visit = (texts: readonly string[], columns: readonly string[]) => void

/**
 * As `readRows`, of a regular file that is not zipped.
 *
 * @param table.name what an error calls it
 */
export async function readPlainRows(
  { path, name, kind }: { path: string; name: string; kind: FileKind },
  columns: readonly string[] | 'all',
  visit: Visit,
): Promise<void> {
  await withDatabase(connection =>
    inOneLine(name, async () => {
      const source = await columnSource(connection, path, name, kind)
      // Not as a stream: DuckDB would end it in silence at the first malformed row.
      const asked = columns === 'all' ? source.columns : columns
      const result = await connection.run(
        source.select(asked.map(column => findColumn(source, column, name))),
      )
      for await (const chunk of result.yieldRows()) {
        for (const row of chunk) {
          visit(
            row.map(value => (value as string | null) ?? ''),
            asked,
          )
        }
      }
    }),
  )
}

/** Most columns that an error lists. */
const MOST_LISTED = 30

function findColumn({ columns }: ColumnSource, column: string, name: string): number {
  const at = columns.indexOf(column)
  const asked = JSON.stringify(column)
  if (at < 0) {
    const listed = columns.slice(0, MOST_LISTED).map(each => JSON.stringify(each))
    if (columns.length > MOST_LISTED) listed.push(`… ${columns.length} in all`)
    throw new InputError(`${name}: no column ${asked}; expected one of ${listed.join(', ') || '(none)'}`)
  }
  if (columns.lastIndexOf(column) !== at) {
    throw new InputError(`${name}: expected one column ${asked}, found several of that name`)
  }
  return at
}
