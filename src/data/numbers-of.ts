import { quoteFound } from '../check/quote.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { decimal } from './decimal.ts'
import { InputError } from './input-error.ts'
import type { CategoricalColumn } from './read-column.ts'

const EXPECTED = {
  number: 'finite numbers',
  whole: 'whole numbers',
  scale: 'steps of the scale, by their labels or scores',
} as const

/**
 * The numbers of a column that was read as text, one for each person; of a scale, the scores.
 *
 * @param name what errors call the column
 * @throws InputError, one line, at a value that the question does not hold
 */
export function numbersOf(
  { categories, data }: CategoricalColumn,
  name: string,
  question: OrderedKind,
): Float64Array {
  const { kind, names, values } = question
  const numbers = categories.map(text => {
    const step = kind === 'scale' ? names.indexOf(text) : -1
    return step >= 0 ? values[step] : decimal(text)
  })
  const bad = numbers.findIndex(number => !isHeld(question, number))
  if (bad >= 0) {
    throw new InputError(
      `${name}: expected ${EXPECTED[kind]}, found ${quoteFound(categories[bad])}; --missing-values names what stands for a missing one`,
    )
  }
  return Float64Array.from(data, x => numbers[x])
}

function isHeld({ kind, values }: OrderedKind, number: number): boolean {
  if (kind === 'scale') return values.includes(number)
  return kind === 'whole' ? Number.isInteger(number) : Number.isFinite(number)
}
