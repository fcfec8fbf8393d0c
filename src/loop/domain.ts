import { requireInteger } from '../check/check.ts'
import { MOST_CATEGORIES } from '../mechanism/mechanism.ts'
import { type Numeric, type NumericRange, numericRange } from '../numeric/range.ts'

/** What people hold, on both sides: one of some categories, or a number in a range. */
export type Held = { readonly categories: number } | { readonly numeric: Numeric }

/** The same, read: the number of cells that channels are over and, for numbers, the range that they are cells of. */
export interface Domain {
  readonly categories: number
  readonly range: NumericRange | undefined
}

/**
 * Reads what people hold. Beside `numeric`, `categories` may be the number of its cells, as snapshots have both.
 *
 * @throws RangeError unless it is at least two categories, or a range
 */
export function readDomain(options: { readonly categories?: number; readonly numeric?: Numeric }): Domain {
  const { categories, numeric } = options
  if (numeric === undefined) {
    const K = requireInteger('categories', categories, 2)
    return { categories: requireInteger('categories', K, 2, MOST_CATEGORIES), range: undefined }
  }
  const range = numericRange(numeric)
  requireInteger('categories', categories ?? range.cells, range.cells, range.cells)
  return { categories: range.cells, range }
}
