import { distinctValues } from './distinct-values.ts'
import type { TableFile } from './plain-file.ts'
import { readRows } from './read-rows.ts'

/** The people of a file, each with a category of every column. */
export interface PeopleWithRecords {
  /** The names of each column's categories, sorted by their text. */
  readonly attributes: { readonly [column: string]: readonly string[] }
  /** Of each person, the numbers of the categories in the order of the columns. */
  readonly records: readonly (readonly number[])[]
  /** The number of rows left out because a value was missing. */
  readonly dropped: number
}

/**
 * Reads several columns of a CSV, TSV, JSON, NDJSON or Parquet file: the attributes that people hold.
 *
 * @throws InputError, one line, if the file or a column does not exist, the file is malformed, or a column has fewer than two values
 */
export async function readRecords(table: TableFile, columns: readonly string[]): Promise<PeopleWithRecords> {
  const rows: (readonly string[])[] = []
  let dropped = 0
  await readRows(table, columns, texts => {
    if (texts.includes('')) dropped++
    else rows.push([...texts])
  })
  const categories = columns.map((name, j) =>
    distinctValues(
      table.file,
      name,
      rows.map(row => row[j]),
    ),
  )
  const places = categories.map(names => new Map(names.map((text, x) => [text, x])))
  return {
    attributes: Object.fromEntries(columns.map((name, j) => [name, categories[j]])),
    records: rows.map(row => row.map((text, j) => places[j].get(text)!)),
    dropped,
  }
}
