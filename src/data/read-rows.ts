import { didYouMean, nearest } from '../check/nearest.ts'
import { listNames, quote } from '../check/quote.ts'
import { decimal } from './decimal.ts'
import { type Format, recognize } from './file-format.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName, withPlainFile } from './plain-file.ts'
import { MOST_ROWS, type PlainTable, type TableSource } from './table.ts'
import { requireLayout, textReader } from './table-layout.ts'
import { withTable } from './table-source.ts'

/**
 * The columns to read: their names, `all` in the file's order (in JSON, which has none, sorted), or a function that selects them from the
 * existing ones.
 */
export type Columns = readonly string[] | 'all' | ((found: readonly string[]) => readonly string[])

/**
 * Reads columns of a CSV, TSV, JSON, NDJSON or Parquet file, row by row in the file's order. Values are unchanged texts, and a missing one
 * (null, NaN, the empty text, a JSON row without the key) is `''`.
 *
 * @returns the format of the file
 * @throws InputError, one line, if the file or a column does not exist, or the file is malformed; RangeError for a bad option
 */
export async function readRows(table: TableFile, columns: Columns, visit: Visit): Promise<Format> {
  const layout = requireLayout(table)
  return withPlainFile(table, async path => {
    const name = tableName(table)
    const kind = await recognize(path, name, table.format)
    await readPlainRows({ path, name, kind, layout }, columns, visit)
    return kind.format
  })
}

/** Called with the texts of a row, in the order of the requested columns, and the names of these columns. */
export type Visit = (texts: readonly string[], columns: readonly string[]) => void

/** Like `readRows`, for a regular file that is not zipped. */
export async function readPlainRows(table: PlainTable, columns: Columns, visit: Visit): Promise<void> {
  const { name, layout } = table
  const textOf = textReader(layout)
  await withTable(table, async source => {
    const columnNames = typeof columns === 'function' ? columns(source.columns) : columns
    const names = columnNames === 'all' ? source.columns : columnNames
    let rows = 0
    await source.read(
      names.map(column => findColumn(source, column, name)),
      cells => {
        if (++rows > MOST_ROWS) {
          throw new InputError(`${name}: expected ${MOST_ROWS.toLocaleString('en')} rows or fewer`)
        }
        visit(cells.map(textOf), names)
      },
    )
  })
}

function findColumn({ columns }: TableSource, column: string, name: string): number {
  const at = columns.indexOf(column)
  const quoted = quote(column)
  if (at < 0) {
    // The first row may be a person's data, so the error does not quote it.
    const isData = columns.some(each => !Number.isNaN(decimal(each))) && !isNumbered(columns)
    const expected = isData
      ? 'the first row looks like data: --no-header names the columns by their numbers'
      : `expected one of ${listNames(columns)}`
    const meant = isData ? undefined : nearest(column, columns)
    const whole = columns.find(each => each.includes(',') && listParts(each).includes(column))
    const hint =
      whole === undefined ? didYouMean(meant) : `; a name with commas stands in quotes: '${quote(whole)}'`
    throw new InputError(`${name}: no column ${quoted}; ${expected}${hint}`)
  }
  if (columns.lastIndexOf(column) !== at) {
    throw new InputError(
      `${name}: expected one column ${quoted}, found several of that name; in CSV and TSV, --no-header --skip 1 names them by their numbers`,
    )
  }
  return at
}

/** Splits a name at its commas, as a list of names would. */
const listParts = (name: string) => name.split(',').map(part => part.trim())

/** Whether the names of columns are those of a table without a header. */
function isNumbered(columns: readonly string[]): boolean {
  return columns.every((column, i) => column === String(i + 1))
}
