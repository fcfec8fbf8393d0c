import { distinctValues } from './distinct-values.ts'
import type { TableFile } from './plain-file.ts'
import { readRows } from './read-rows.ts'

/** The people of a file, each with a group and a category. */
export interface PeopleByGroup {
  /** The names of the groups, sorted by their text. */
  readonly by: string[]
  /** The names of the categories, sorted by their text. */
  readonly categories: string[]
  readonly data: readonly { readonly group: string; readonly category: number }[]
  /** The number of rows left out because one of the two was missing. */
  readonly dropped: number
}

/**
 * Reads two columns of a CSV, TSV, JSON, NDJSON or Parquet file: what people hold, and the groups that they belong to.
 *
 * @param by the column of the groups
 * @throws InputError, one line, if the file or a column does not exist, the file is malformed, or a column has fewer than two values
 */
export async function readGroups(table: TableFile, column: string, by: string): Promise<PeopleByGroup> {
  const rows: { readonly group: string; readonly text: string }[] = []
  let dropped = 0
  await readRows(table, [column, by], ([text, group]) => {
    if (text === '' || group === '') dropped++
    else rows.push({ group, text })
  })
  const categories = distinctValues(
    table.file,
    column,
    rows.map(({ text }) => text),
  )
  const place = new Map(categories.map((text, x) => [text, x]))
  return {
    by: distinctValues(
      table.file,
      by,
      rows.map(({ group }) => group),
    ),
    categories,
    data: rows.map(({ group, text }) => ({ group, category: place.get(text)! })),
    dropped,
  }
}
