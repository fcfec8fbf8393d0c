import { Refusal } from '../check/check.ts'
import { quote, quoteFound } from '../check/quote.ts'
import { requireWeight } from '../posterior/tally/design-weights.ts'
import { type NumberFormat, numberIn } from './decimal.ts'

/** Fault of a single value of a row. */
export class BadCell extends Error {
  constructor(column: string, expected: string, text?: string) {
    super(
      `column ${quote(column)}: expected ${expected}${text === undefined ? '' : `, found ${quoteFound(text)}`}`,
    )
  }
}

/** The design weight in a cell of a column. */
export function readWeight(column: string, text: string, format: NumberFormat): number {
  try {
    return requireWeight('weight', numberIn(text, format))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new BadCell(column, error.allowed, text)
  }
}
