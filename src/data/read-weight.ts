import { Refusal } from '../check/check.ts'
import { quote, quoteFound } from '../check/quote.ts'
import { requireWeight } from '../posterior/tally/design-weights.ts'
import { formatHint, type NumberFormat, numberIn } from './decimal.ts'

/** Fault of a single value of a row. */
export class BadCell extends Error {
  constructor(column: string, expected: string, text?: string, hint?: string) {
    const found = text === undefined ? '' : `, found ${quoteFound(text)}`
    super(`column ${quote(column)}: expected ${expected}${found}${hint === undefined ? '' : `; ${hint}`}`)
  }
}

/** The design weight in a cell of a column. */
export function readWeight(column: string, text: string, format: NumberFormat): number {
  try {
    return requireWeight('weight', numberIn(text, format))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new BadCell(column, error.allowed, text, formatHint(text, format))
  }
}
