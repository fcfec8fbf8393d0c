import { delimitedSource } from './delimited-source.ts'
import { withDatabase } from './duckdb.ts'
import { inOneLine } from './in-one-line.ts'
import { InputError } from './input-error.ts'
import { jsonSource, parquetSource, withJSONFile } from './sql-source.ts'
import type { PlainTable, TableSource } from './table.ts'

/**
 * Opens a table for reading, while `body` runs.
 *
 * @throws InputError if it is malformed, or its layout is impossible for its format
 */
export async function withTable(
  table: PlainTable,
  body: (source: TableSource) => Promise<void>,
): Promise<void> {
  const { path, name, kind, layout } = table
  const { format } = kind
  if (format === 'csv' || format === 'tsv') return body(delimitedSource(table))
  if (layout.header === false || layout.delimiter !== undefined || layout.skip) {
    const option =
      layout.header === false ? '--no-header' : layout.delimiter !== undefined ? '--delimiter' : '--skip'
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
