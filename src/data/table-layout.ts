import { refuse, requireBoolean, requireInteger, requireOneOf } from '../check/check.ts'
import { DECIMALS, type NumberFormat, THOUSANDS } from './decimal.ts'

/** The supported delimiters between the values of a row of text. */
export const DELIMITERS = [',', ';', '\t', '|'] as const

/** The layout of a table, and the notation of its values. */
export interface TableLayout extends NumberFormat {
  /** CSV and TSV: whether the first row names the columns; otherwise their names are `1`, `2`, … Default: true. */
  readonly header?: boolean | undefined
  /** CSV and TSV: the delimiter between values. Default: the most frequent one in the first row, or a tab in TSV. */
  readonly delimiter?: (typeof DELIMITERS)[number] | undefined
  /** CSV and TSV: number of omitted rows, after the header if there is one. Default: 0. */
  readonly skip?: number | undefined
  /**
   * Whether spaces around names of columns and around values are removed, and non-breaking spaces inside become plain ones. Default: false.
   */
  readonly trim?: boolean | undefined
  /** Texts of missing values, in addition to the empty text; they are compared after `trim`. Default: none. */
  readonly missingValues?: readonly string[] | undefined
}

/**
 * Checks a layout, and returns it.
 *
 * @throws RangeError, which names the option
 */
export function requireLayout(layout: TableLayout): TableLayout {
  const { header, delimiter, skip, trim, missingValues, decimal, thousands } = layout
  if (header !== undefined) requireBoolean('header', header)
  if (delimiter !== undefined) requireOneOf('delimiter', delimiter, DELIMITERS)
  if (skip !== undefined) requireInteger('skip', skip, 0)
  if (trim !== undefined) requireBoolean('trim', trim)
  if (missingValues !== undefined) {
    const isList = Array.isArray(missingValues) && missingValues.every(value => typeof value === 'string')
    if (!isList) refuse('missingValues', missingValues, 'a list of strings')
  }
  if (decimal !== undefined) requireOneOf('decimal', decimal, DECIMALS)
  if (thousands !== undefined) requireOneOf('thousands', thousands, THOUSANDS)
  if (thousands === (decimal ?? '.')) refuse('thousands', thousands, 'another sign than that before decimals')
  return layout
}

/** Removes spaces around a text, and turns non-breaking spaces into plain ones. */
export function trimmed(text: string): string {
  return text.trim().replace(/[\u00a0\u2007\u202f]/g, ' ')
}

/** Returns a function that normalizes the text of a value; a missing value becomes the empty text. */
export function textReader({ trim, missingValues = [] }: TableLayout): (value: string | null) => string {
  const missing = new Set(missingValues)
  return value => {
    const text = trim ? trimmed(value ?? '') : (value ?? '')
    return missing.has(text) ? '' : text
  }
}
