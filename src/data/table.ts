import type { FileKind } from './file-format.ts'
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
