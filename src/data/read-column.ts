import { withRoom } from '../arrays/with-room.ts'
import { type OptionNames, refuse, requireOneOf, requireOptions } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { columnWarnings } from './column-warnings.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName } from './plain-file.ts'
import { readRows } from './read-rows.ts'
import { NoOrder, orderOf, requireOrderFormat } from './row-order.ts'

/** What becomes of rows without a value: they do not count, or they are a category of their own. */
export const MISSING_RULES = ['drop', 'category'] as const

/** What becomes of rows without a value. */
export type MissingRule = (typeof MISSING_RULES)[number]

export interface ReadColumnOptions extends TableFile {
  /** The name of the column. */
  readonly column: string
  /**
   * The column whose values put the rows in order: as numbers or as ISO 8601 times if all of them are, exactly, else as text.
   * What could mean another order, such as 05/01/2024 or `week 10`, is refused without `orderFormat`. Default: the file's order.
   */
  readonly orderBy?: string | undefined
  /**
   * What the values of `orderBy` are: `number`, `time` (ISO 8601), `text`, `natural` (text in which numbers are compared by their
   * values), or a pattern of YYYY, MM, MMM (English names), DD, hh, mm, ss and AM, such as `DD/MM/YYYY`.
   */
  readonly orderFormat?: string | undefined
  /** What becomes of rows without a value (null, NaN, the empty text, or a JSON row without the key). Default: `drop`. */
  readonly missing?: MissingRule | undefined
}

/** The options of `readColumn`, for checking that there are no others. */
const OPTIONS: OptionNames<ReadColumnOptions> = {
  file: true,
  format: true,
  stdin: true,
  header: true,
  skip: true,
  trim: true,
  missingValues: true,
  column: true,
  orderBy: true,
  orderFormat: true,
  missing: true,
}

/** A categorical column: one category for each person. */
export interface CategoricalColumn {
  /** The categories, sorted by their text (by code units, so that the order is the same everywhere); the missing one is `''`. */
  readonly categories: string[]
  /** `data[t]` is the category of the t-th row, in the file's order. */
  readonly data: Uint32Array
  /** The number of rows left out because their value was missing, or the value that they are ordered by. */
  readonly dropped: number
  /** Warnings about values that look as if the table were laid out in another way, one line each; absent if there are none. */
  readonly warnings?: readonly string[]
}

/**
 * Reads a categorical column from a CSV, TSV, JSON, NDJSON or Parquet file. All values are taken as text, as they are
 * written.
 *
 * @throws InputError, one line, if the file or the column does not exist, the file is malformed, the order is ambiguous, or the
 *   column has fewer than two categories; RangeError for a bad option
 * @example
 * await readColumn({ file: 'people.csv', column: 'job' }) // { categories: ['baker', 'cook'], data: [1, 0], dropped: 0 }
 */
export async function readColumn(options: ReadColumnOptions): Promise<CategoricalColumn> {
  const { column, orderBy, missing } = requireColumnOptions(options)
  const format = options.orderFormat === undefined ? undefined : requireOrderFormat(options.orderFormat)
  // Categories are numbered in the order in which they first appear, and sorted afterwards.
  const codes = new Map<string, number>()
  let rows = new Uint32Array(1024)
  let length = 0
  const keys: string[] = []
  const keyRows: number[] = []
  let dropped = 0
  const fileFormat = await readRows(
    options,
    orderBy === undefined ? [column] : [column, orderBy],
    ([text, key]) => {
      if ((text === '' && missing !== 'category') || key === '') {
        dropped++
        return
      }
      let code = codes.get(text)
      if (code === undefined) codes.set(text, (code = codes.size))
      if (key !== undefined) {
        keys.push(key)
        keyRows.push(length + dropped + 1)
      }
      rows = withRoom(rows, length + 1)
      rows[length++] = code
    },
  )
  const name = tableName(options)
  const categories = [...codes.keys()].sort()
  if (categories.length < 2) {
    const found =
      categories.length === 0
        ? `no values${dropped > 0 ? `, ${dropped} missing` : ''}`
        : `one category, ${quote(categories[0])}`
    throw new InputError(`${name}: column ${quote(column)} has ${found}; expected at least 2 categories`)
  }
  const place = new Uint32Array(codes.size)
  categories.forEach((text, at) => {
    place[codes.get(text)!] = at
  })
  const data = rows.slice(0, length).map(code => place[code])
  const hasHeader = options.header !== false && (fileFormat === 'csv' || fileFormat === 'tsv')
  const warnings = columnWarnings(categories, column, hasHeader, options)
  const rest = { categories, dropped, ...(warnings.length > 0 && { warnings }) }
  if (orderBy === undefined) return { ...rest, data }
  try {
    return { ...rest, data: Uint32Array.from(orderOf(keys, format), row => data[row]) }
  } catch (error) {
    if (!(error instanceof NoOrder)) throw error
    throw new InputError(
      `${name}, data row ${keyRows[error.place]}, column ${quote(orderBy)}: ${error.message}`,
    )
  }
}

function requireColumnOptions(options: ReadColumnOptions): ReadColumnOptions {
  requireOptions(options, OPTIONS)
  const { file, column, orderBy, orderFormat, missing } = options
  for (const [name, value] of Object.entries({ file, column, ...(orderBy !== undefined && { orderBy }) })) {
    const unnamed =
      name === 'file' ? '' : ' (a column without a name has a number, with --no-header --skip 1)'
    if (typeof value !== 'string' || value === '') refuse(name, value, `a non-empty string${unnamed}`)
  }
  if (missing !== undefined) requireOneOf('missing', missing, MISSING_RULES)
  if (orderFormat !== undefined && orderBy === undefined)
    refuse('orderFormat', orderFormat, 'left out without orderBy')
  return options
}
