import { InputError } from './input-error.ts'
import { type TableFile, tableName } from './plain-file.ts'
import { readRows } from './read-rows.ts'

/** What becomes of rows without a value: they do not count, or they are a category of their own. */
export const MISSING_RULES = ['drop', 'category'] as const

export type MissingRule = (typeof MISSING_RULES)[number]

export interface ReadColumnOptions extends TableFile {
  readonly column: string
  /** Missing is null, the empty text, or a JSON row without the key. Default `drop`. */
  readonly missing?: MissingRule
}

/** A categorical column: one category a person. */
export interface CategoricalColumn {
  /** The categories, sorted by their text (code units, so everywhere the same); the missing one is `''`. */
  readonly categories: string[]
  /** `data[t]` is the category of the t-th row, in the file's order. */
  readonly data: Uint32Array
  /** Rows left out because their value was missing. */
  readonly dropped: number
}

/**
 * Reads a categorical column from a CSV, TSV, JSON, NDJSON or Parquet file: all values are taken as text, as they
 * stand.
 *
 * @throws InputError, one line, if the file or the column is not there, the file is malformed, or the column has
 *   fewer than two categories
 * @example
 * await readColumn({ file: 'people.csv', column: 'job' }) // { categories: ['baker', 'cook'], data: [1, 0], dropped: 0 }
 */
export async function readColumn(options: ReadColumnOptions): Promise<CategoricalColumn> {
  const { column, missing = 'drop' } = options
  // Categories are numbered as they come, then sorted.
  const codes = new Map<string, number>()
  const rows: number[] = []
  let dropped = 0
  await readRows(options, [column], ([text]) => {
    if (text === '' && missing === 'drop') {
      dropped++
      return
    }
    let code = codes.get(text)
    if (code === undefined) codes.set(text, (code = codes.size))
    rows.push(code)
  })
  const categories = [...codes.keys()].sort()
  if (categories.length < 2) {
    const found =
      categories.length === 0
        ? `no values${dropped > 0 ? `, ${dropped} missing` : ''}`
        : `one category, ${JSON.stringify(categories[0])}`
    throw new InputError(
      `${tableName(options)}: column ${JSON.stringify(column)} has ${found}; expected at least 2 categories`,
    )
  }
  const place = new Uint32Array(codes.size)
  categories.forEach((text, at) => {
    place[codes.get(text)!] = at
  })
  return { categories, data: Uint32Array.from(rows, code => place[code]), dropped }
}
