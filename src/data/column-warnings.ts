import { quote } from '../check/quote.ts'
import type { TableLayout } from './table-layout.ts'

/** What the second header row of Qualtrics' exports begins with. */
const IMPORT_ID = '{"ImportId":'

/**
 * Warnings about values that look as if the table were laid out in another way; each names the option that says so.
 *
 * @param column the column's name
 * @param hasHeader whether the name was taken from the first row
 */
export function columnWarnings(
  categories: readonly string[],
  column: string,
  hasHeader: boolean,
  { trim = false, missingValues = [] }: TableLayout,
): string[] {
  const about = `column ${quote(column)}`
  const warnings: string[] = []
  if (hasHeader && categories.some(text => text.trim() === column.trim())) {
    warnings.push(
      `${about}: the name in the first row is also a value; if the file has no header, --no-header says so`,
    )
  }
  if (hasHeader && categories.some(text => text.startsWith(IMPORT_ID))) {
    warnings.push(`${about}: there are more rows of headers than one; --skip 2 leaves out two of them`)
  }
  const spaced = trim ? undefined : spacedValue(categories, missingValues)
  if (spaced !== undefined) {
    warnings.push(
      `${about}: ${quote(spaced)} differs from another value by spaces only; --trim takes them away`,
    )
  }
  return warnings
}

/** A value with spaces around it that is another one, or one that stands for a missing value, without them. */
function spacedValue(categories: readonly string[], missingValues: readonly string[]): string | undefined {
  const seen = new Set(missingValues)
  for (const text of categories) {
    const trimmed = text.trim()
    if (seen.has(trimmed)) return text
    seen.add(trimmed)
  }
  return undefined
}
