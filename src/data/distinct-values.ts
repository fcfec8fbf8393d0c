import { quote } from '../check/quote.ts'
import { InputError } from './input-error.ts'

/**
 * The different values of a file's column, sorted by their text.
 *
 * @throws InputError unless there are two or more
 */
export function distinctValues(file: string, column: string, texts: Iterable<string>): string[] {
  const values = [...new Set(texts)].sort()
  if (values.length >= 2) return values
  const found = values.length === 0 ? 'no values' : `one value, ${quote(values[0])}`
  throw new InputError(`${file}: column ${quote(column)} has ${found}; expected at least 2`)
}
