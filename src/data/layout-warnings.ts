import { quote } from '../check/quote.ts'
import { numberIn } from './decimal.ts'
import { type TableLayout, trimmed } from './table-layout.ts'

/** A column as text: its name, its texts in the first rows, and the number of occurrences of each text. */
export interface ReadTexts {
  readonly name: string
  readonly first: readonly string[]
  readonly counts: ReadonlyMap<string, number>
}

/** Largest number of first rows that may be headers. */
export const MOST_HEADERS = 3
/** Beginning of the last header row of Qualtrics' exports. */
const IMPORT_ID = '{"ImportId":'
/** Contents of the second header row of survey exports, below a question. */
const HEADING = /^(open-ended )?response$| - selected choice$|[?:]\s*$/i
/** Smallest length, in characters, of a header that is a question in full. */
const LONG_HEADING = 20
/** Share of numbers among the other rows, from which on first rows without numbers are headers. */
const MOSTLY = 0.8

/**
 * Warnings about values that suggest another layout of the table. Each names the option for that layout.
 *
 * @param hasHeader whether the columns' names come from the first row
 */
export function layoutWarnings(
  columns: readonly ReadTexts[],
  hasHeader: boolean,
  layout: TableLayout,
): string[] {
  const warnings: string[] = []
  const headed = hasHeader ? columns.filter(column => furtherHeaders(column, layout) > 0) : []
  if (headed.length > 0) {
    const rows = Math.max(...headed.map(column => furtherHeaders(column, layout)))
    const more = rows === 1 ? 'the second one' : 'two of them'
    warnings.push(
      `column ${quote(headed[0].name)}: there are more rows of headers than one; --skip ${rows} leaves out ${more}`,
    )
  }
  for (const { name, counts } of columns) {
    const about = `column ${quote(name)}`
    if (hasHeader && [...counts.keys()].some(text => text.trim() === name.trim())) {
      warnings.push(
        `${about}: the name in the first row is also a value; if the file has no header, --no-header says so`,
      )
    }
    const spaced = layout.trim ? undefined : spacedValue([...counts.keys()].sort(), layout.missingValues)
    if (spaced !== undefined) {
      warnings.push(
        `${about}: ${quote(spaced)} differs from another value by spaces only; --trim takes them away`,
      )
    }
  }
  return warnings
}

/** Number of rows after the header that look like headers, too: questions in full, identifiers, words above numbers. */
export function furtherHeaders({ first, counts }: ReadTexts, layout: TableLayout): number {
  const identifiers = first.findIndex(text => text.startsWith(IMPORT_ID))
  if (identifiers >= 0) return identifiers + 1
  const isNumber = (text: string) => !Number.isNaN(numberIn(text, layout))
  let words = first.findIndex(isNumber)
  if (words < 0) words = first.length
  const others = new Map(counts)
  for (const text of first.slice(0, words)) if (counts.get(text) === 1) others.delete(text)
  const sum = (texts: Iterable<[string, number]>) => Array.from(texts).reduce((all, [, n]) => all + n, 0)
  const rows = sum(others)
  const isHeaded = words > 0 && words < MOST_HEADERS && others.size + words === counts.size && others.size > 1
  if (isHeaded && sum([...others].filter(([text]) => isNumber(text))) > MOSTLY * rows) return words
  const [text = ''] = first
  if (counts.get(text) !== 1 || text === '') return 0
  if (HEADING.test(text)) return 1
  const longest = Math.max(0, ...Array.from(others.keys(), ({ length }) => length))
  const isLong = text.length >= Math.max(LONG_HEADING, 1.5 * longest) && text.includes(' ')
  // Answers recur in other rows, so the long text is not one of many free answers.
  return Number(isLong && others.size > 1 && rows >= 2 * others.size)
}

/** A value that equals another one, or a missing one, except for spaces. */
function spacedValue(texts: Iterable<string>, missingValues: readonly string[] = []): string | undefined {
  const seen = new Set(missingValues)
  for (const text of texts) {
    const plain = trimmed(text)
    if (seen.has(plain) && plain !== '') return text
    seen.add(plain)
  }
  return undefined
}
