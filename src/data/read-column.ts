import { quote } from '../check/quote.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName } from './plain-file.ts'
import { readRows } from './read-rows.ts'

/** What becomes of rows without a value: they do not count, or they are a category of their own. */
export const MISSING_RULES = ['drop', 'category'] as const

/** What becomes of rows without a value. */
export type MissingRule = (typeof MISSING_RULES)[number]

export interface ReadColumnOptions extends TableFile {
  /** The name of the column. */
  readonly column: string
  /** The column whose values put the rows in order: as numbers or dates if all of them are, else as text. Default: the file's order. */
  readonly orderBy?: string | undefined
  /** What becomes of rows without a value (null, the empty text, or a JSON row without the key). Default: `drop`. */
  readonly missing?: MissingRule
}

/** A categorical column: one category for each person. */
export interface CategoricalColumn {
  /** The categories, sorted by their text (by code units, so that the order is the same everywhere); the missing one is `''`. */
  readonly categories: string[]
  /** `data[t]` is the category of the t-th row, in the file's order. */
  readonly data: Uint32Array
  /** The number of rows left out because their value was missing, or the value that they are ordered by. */
  readonly dropped: number
}

/**
 * Reads a categorical column from a CSV, TSV, JSON, NDJSON or Parquet file. All values are taken as text, as they are
 * written.
 *
 * @throws InputError, one line, if the file or the column does not exist, the file is malformed, or the column has fewer
 *   than two categories
 * @example
 * await readColumn({ file: 'people.csv', column: 'job' }) // { categories: ['baker', 'cook'], data: [1, 0], dropped: 0 }
 */
export async function readColumn(options: ReadColumnOptions): Promise<CategoricalColumn> {
  const { column, orderBy, missing = 'drop' } = options
  // Categories are numbered in the order in which they first appear, and sorted afterwards.
  const codes = new Map<string, number>()
  const rows: number[] = []
  const keys: string[] = []
  let dropped = 0
  await readRows(options, orderBy === undefined ? [column] : [column, orderBy], ([text, key]) => {
    if ((text === '' && missing === 'drop') || key === '') {
      dropped++
      return
    }
    let code = codes.get(text)
    if (code === undefined) codes.set(text, (code = codes.size))
    rows.push(code)
    if (key !== undefined) keys.push(key)
  })
  const categories = [...codes.keys()].sort()
  if (categories.length < 2) {
    const found =
      categories.length === 0
        ? `no values${dropped > 0 ? `, ${dropped} missing` : ''}`
        : `one category, ${quote(categories[0])}`
    throw new InputError(
      `${tableName(options)}: column ${quote(column)} has ${found}; expected at least 2 categories`,
    )
  }
  const place = new Uint32Array(codes.size)
  categories.forEach((text, at) => {
    place[codes.get(text)!] = at
  })
  const ordered = orderBy === undefined ? rows : orderOf(keys).map(row => rows[row])
  return { categories, data: Uint32Array.from(ordered, code => place[code]), dropped }
}

/** The indices of the keys, from the least key to the largest; equal keys keep their order. */
function orderOf(keys: readonly string[]): number[] {
  const values = [Number, Date.parse].map(read => keys.map(read)).find(read => !read.some(Number.isNaN))
  const at: readonly (number | string)[] = values ?? keys
  return Array.from(keys.keys()).sort((i, j) => (at[i] < at[j] ? -1 : Number(at[i] > at[j])) || i - j)
}
