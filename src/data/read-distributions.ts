import { quote } from '../check/quote.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName } from './plain-file.ts'
import { readRows } from './read-rows.ts'
import { readWeight } from './read-weights.ts'

/** Distributions over the same categories, one in each row. */
export interface Distributions {
  readonly categories: readonly string[]
  /** Weights, in the order of the categories; they need not sum to one. */
  readonly rows: readonly Float64Array[]
}

/**
 * Reads a table whose rows are distributions over its columns.
 *
 * @param columns the columns to read, in this order, or `all`
 * @throws InputError, one line, as `readRows` does, and for an entry that is negative or not a number, a row of zeros, or no
 *   rows at all
 * @example
 * await readDistributions({ file: 'tastes.csv' }, 'all') // { categories: ['drama', 'war'], rows: [[0.9, 0.1], [2, 2]] }
 */
export async function readDistributions(
  table: TableFile,
  columns: readonly string[] | 'all',
): Promise<Distributions> {
  const rows: Float64Array[] = []
  let categories: readonly string[] = []
  await readRows(table, columns, (texts, names) => {
    categories = names
    const at = `${tableName(table)}, data row ${rows.length + 1}`
    const row = Float64Array.from(texts, (text, i) =>
      readWeight(text, `${at}, column ${quote(names[i])}`, table),
    )
    if (row.every(weight => weight === 0))
      throw new InputError(`${at}: expected a weight above zero, found none`)
    rows.push(row)
  })
  if (rows.length === 0) throw new InputError(`${tableName(table)}: expected one row or more, found none`)
  return { categories, rows }
}
