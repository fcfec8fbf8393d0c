import type { TableFile } from './plain-file.ts'
import { readRecords } from './read-records.ts'

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
  const { attributes, records, dropped } = await readRecords(table, [column, by])
  return {
    by: [...attributes[by]],
    categories: [...attributes[column]],
    data: records.map(([category, group]) => ({ group: attributes[by][group], category })),
    dropped,
  }
}
