import { quoteFound } from '../check/quote.ts'
import { decimal } from './decimal.ts'
import { InputError } from './input-error.ts'
import type { CategoricalColumn } from './read-column.ts'

/**
 * The numbers of a column that was read as text, one for each person.
 *
 * @param name what errors call the column
 * @throws InputError, one line, at a value that is no finite number
 */
export function numbersOf({ categories, data }: CategoricalColumn, name: string): Float64Array {
  const values = categories.map(decimal)
  const bad = values.findIndex(Number.isNaN)
  if (bad >= 0) {
    throw new InputError(
      `${name}: expected finite numbers, found ${quoteFound(categories[bad])}; --missing-values names what stands for a missing one`,
    )
  }
  return Float64Array.from(data, x => values[x])
}
