import { delimitedSource } from './delimited-source.ts'
import { withDatabase } from './duckdb.ts'
import type { FileKind } from './file-format.ts'
import { inOneLine } from './in-one-line.ts'
import { InputError } from './input-error.ts'
import { jsonSource, parquetSource, withJSONFile } from './sql-source.ts'
import type { TableLayout } from './table-layout.ts'

/** The values of a row; null where one is missing. */
export type Cells = readonly (string | null)[]

/** A table that can be read: the names of its columns, and its rows in the file's order. */
export interface TableSource {
  readonly columns: readonly string[]
  /** Goes through the rows, with the values of some columns, which are given by their index. */
  read(columns: readonly number[], visit: (cells: Cells) => void): Promise<void>
}

/** A regular file that is not zipped. */
export interface PlainTable {
  readonly path: string
  /** What errors call the file. */
  readonly name: string
  readonly kind: FileKind
  readonly layout: TableLayout
}

/** The most rows of a table: somewhat fewer than the longest list that JavaScript can have. */
export const MOST_ROWS = 1e8

/**
 * Opens a table for reading, while `body` runs.
 *
 * @throws InputError if it is malformed, or laid out as its format cannot be
 */
export async function withTable(
  table: PlainTable,
  body: (source: TableSource) => Promise<void>,
): Promise<void> {
  const { path, name, kind, layout } = table
  const { format } = kind
  if (format === 'csv' || format === 'tsv') return body(delimitedSource(table))
  if (layout.header === false || layout.skip) {
    const option = layout.header === false ? '--no-header' : '--skip'
    throw new InputError(`${name}: expected csv or tsv with ${option}, found ${format}`)
  }
  const open = (file: string) =>
    withDatabase(connection =>
      inOneLine(name, async () => {
        const source =
          format === 'parquet' ? parquetSource(connection, file) : jsonSource(connection, file, name, format)
        await body(await source)
      }),
    )
  return format === 'parquet' ? open(path) : withJSONFile(table, open)
}
