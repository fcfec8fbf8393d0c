import { refuse, requireBoolean, requireInteger, requireOneOf } from '../check/check.ts'
import { DECIMALS, type NumberFormat, THOUSANDS } from './decimal.ts'

/** How a table is laid out, and how its values are written. */
export interface TableLayout extends NumberFormat {
  /** CSV and TSV: whether the first row names the columns; where it does not, their names are `1`, `2`, … Default: true. */
  readonly header?: boolean | undefined
  /** CSV and TSV: the number of rows that are left out, after the header if there is one. Default: 0. */
  readonly skip?: number | undefined
  /**
   * Whether spaces around names of columns and around values are taken away, and those inside that do not break lines become plain
   * ones. Default: false.
   */
  readonly trim?: boolean | undefined
  /** Values that stand for a missing one, besides the empty text; they are compared after `trim`. Default: none. */
  readonly missingValues?: readonly string[] | undefined
}

/**
 * The same layout, if it is valid.
 *
 * @throws RangeError, which names the option
 */
export function requireLayout(layout: TableLayout): TableLayout {
  const { header, skip, trim, missingValues, decimal, thousands } = layout
  if (header !== undefined) requireBoolean('header', header)
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

/** A text without spaces around it, in which spaces that do not break lines are plain ones. */
export function trimmed(text: string): string {
  return text.trim().replace(/[\u00a0\u2007\u202f]/g, ' ')
}

/** A function that turns a value into the text that counts; the text of a missing one is empty. */
export function textReader({ trim, missingValues = [] }: TableLayout): (value: string | null) => string {
  const missing = new Set(missingValues)
  return value => {
    const text = trim ? trimmed(value ?? '') : (value ?? '')
    return missing.has(text) ? '' : text
  }
}
