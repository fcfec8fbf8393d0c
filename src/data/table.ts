import type { FileKind } from './file-format.ts'
import type { TableLayout } from './table-layout.ts'

/** The values of a row; null for a missing value. */
export type Cells = readonly (string | null)[]

/** An open table: the names of its columns, and its rows in the file's order. */
export interface TableSource {
  readonly columns: readonly string[]
  /** Visits the rows, with the values of the columns with these indices. */
  read(columns: readonly number[], visit: (cells: Cells) => void): Promise<void>
}

/** A regular file that is not zipped. */
export interface PlainTable {
  readonly path: string
  /** Name of the file in errors. */
  readonly name: string
  readonly kind: FileKind
  readonly layout: TableLayout
}

/** Largest number of rows of a table, a little less than the length of the longest list in JavaScript. */
export const MOST_ROWS = 1e8
