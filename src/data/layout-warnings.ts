import { listNames, quote } from '../check/quote.ts'
import { formatHint, numberIn } from './decimal.ts'
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
const HEADING = /^(open-ended )?response$| - selected choice$|[?:？：]\s*$/i
/** Smallest length, in characters, of a header that is a question in full. */
const LONG_HEADING = 20
/** Share of numbers among the other rows, from which on first rows without numbers are headers. */
const MOSTLY = 0.8
/** Texts by which programs write a missing value. */
const MISSING_CODES = ['NA', 'N/A', 'NaN', 'null', 'NULL']
/** Largest share of other texts among the distinct texts of a column that is meant to have numbers. */
const FEW_TEXTS = 0.1
/** Largest number of texts that a warning lists. */
const MOST_LISTED = 3

/** Names of columns that are not categories. */
export interface NumericColumns {
  /** Columns with numbers or scales. */
  readonly ordered?: readonly string[]
  /** Covariates: numbers if all their texts are numbers, otherwise factors. */
  readonly covariates?: readonly string[]
}

/**
 * Warnings about values that suggest another layout of the table. Each names the option for that layout.
 *
 * @param hasHeader whether the columns' names come from the first row
 */
export function layoutWarnings(
  columns: readonly ReadTexts[],
  hasHeader: boolean,
  layout: TableLayout,
  { ordered = [], covariates = [] }: NumericColumns = {},
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
  for (const column of columns) {
    const { name, counts } = column
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
    if (ordered.includes(name)) continue
    const isCovariate = covariates.includes(name) && !headed.includes(column)
    const missing = (isCovariate ? factorByMistake(counts, layout) : undefined) ?? missingCodes(counts)
    if (missing !== undefined) warnings.push(`${about}: ${missing}`)
  }
  return warnings
}

/** Says that a few texts make a factor of a covariate with numbers. */
function factorByMistake(counts: ReadTexts['counts'], layout: TableLayout): string | undefined {
  const texts = [...counts.keys()].filter(text => Number.isNaN(numberIn(text, layout)))
  const foreign = texts.filter(text => formatHint(text, layout) !== undefined)
  const numbers = counts.size - texts.length + foreign.length
  const codes = texts.filter(text => MISSING_CODES.includes(text)).length
  if (texts.length === 0 || numbers === 0 || counts.size - numbers - codes > FEW_TEXTS * counts.size) return
  const factor = `a factor of ${counts.size.toLocaleString('en')} levels, because`
  if (foreign.length > 0) {
    return `${factor} ${quote(foreign[0])} is no number as it stands; ${formatHint(foreign[0], layout)}`
  }
  const are = texts.length === 1 ? 'is no number' : 'are no numbers'
  return `${factor} ${listNames(texts, MOST_LISTED)} ${are}; ${missingHint(texts)}`
}

/** Says that codes of missing values are taken as categories. */
function missingCodes(counts: ReadTexts['counts']): string | undefined {
  const codes = MISSING_CODES.filter(code => counts.has(code))
  if (codes.length === 0) return undefined
  const are = codes.length === 1 ? 'is taken as a category' : 'are taken as categories'
  return `${listNames(codes)} ${are}; ${missingHint(codes)}`
}

/** The option by which these texts are missing values, written out if a shell takes it as it stands. */
function missingHint(texts: readonly string[]): string {
  const [are, them] =
    texts.length === 1 ? ['it stands for a missing value', 'it'] : ['they stand for missing values', 'them']
  const isPlain = texts.length <= MISSING_CODES.length && texts.every(text => /^[\w./]{1,20}$/.test(text))
  return `if ${are}, --missing-values ${isPlain ? `${texts.join()} says so` : `names ${them}`}`
}

/** Number of rows after the header that look like headers, too: questions in full, identifiers, several words above numbers. */
export function furtherHeaders({ first, counts }: ReadTexts, layout: TableLayout): number {
  const identifiers = first.findIndex(text => text.startsWith(IMPORT_ID))
  if (identifiers >= 0) return identifiers + 1
  const isNumber = (text: string) => !Number.isNaN(numberIn(text, layout))
  let words = first.findIndex(text => !(isHeading(text) || hasWords(text)))
  if (words < 0) words = first.length
  const others = new Map(counts)
  for (const text of first.slice(0, words)) if (counts.get(text) === 1) others.delete(text)
  const sum = (texts: Iterable<[string, number]>) => Array.from(texts).reduce((all, [, n]) => all + n, 0)
  const rows = sum(others)
  const isHeaded = words > 0 && words < MOST_HEADERS && others.size + words === counts.size && others.size > 1
  if (isHeaded && sum([...others].filter(([text]) => isNumber(text))) > MOSTLY * rows) return words
  const [text = ''] = first
  if (counts.get(text) !== 1 || text === '') return 0
  if (isHeading(text)) return 1
  let longest = 0
  for (const { length } of others.keys()) longest = Math.max(longest, length)
  const isLong = text.length >= Math.max(LONG_HEADING, 1.5 * longest) && text.includes(' ')
  // Answers recur in other rows, so the long text is not one of many free answers.
  return Number(isLong && others.size > 1 && rows >= 2 * others.size)
}

/** Whether a text ends like a question, or is what survey services write; "?" alone stands for a missing value. */
function isHeading(text: string): boolean {
  return /\p{L}/u.test(text) && HEADING.test(text)
}

/** Whether a text has two words or more and no number before them. A single word above numbers may stand for a missing one. */
function hasWords(text: string): boolean {
  // A text may have megabytes.
  const words = text.slice(0, 200).split(/\s+/)
  return /^[^\p{L}\p{N}]*\p{L}/u.test(text) && words.filter(word => /\p{L}{2}/u.test(word)).length > 1
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
