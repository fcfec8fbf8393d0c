import { didYouMean, nearest } from '../check/nearest.ts'
import { listNames, quoteFound } from '../check/quote.ts'

const TRUTH_VALUES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/** Largest number of labels in a message. */
const MOST_LABELS = 8

/**
 * Reads the value of a cell: JSON or, failing that, a label, or a truth value such as `True` and `FALSE`.
 *
 * @param labels the names of the categories; undefined if the cell is no response
 * @param refuse makes the error that names the expected and the actual value
 * @throws the error of `refuse`, if the text has no meaning
 * @example
 * parseCell('[0, 2]', [], refuse) // [0, 2]
 */
export function parseCell(
  text: string,
  labels: readonly string[] | undefined,
  refuse: (expected: string) => Error,
): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const word = labels?.includes(text) ? text : labels && TRUTH_VALUES.get(text.toLowerCase())
    if (word !== undefined) return word
    throw refuse(expected(text, labels))
  }
}

function expected(text: string, labels: readonly string[] | undefined): string {
  const found = `found ${quoteFound(text)}`
  if (/^\s*[{[].*'/s.test(text)) {
    return `JSON, with double quotes, which Python writes by json.dumps and not by str; ${found}`
  }
  if (text === '' || labels === undefined || /^[{["\d-]/.test(text)) return `JSON, ${found}`
  if (labels.length === 0) return `JSON, such as 0 or 1, or names of categories that --labels has; ${found}`
  return `JSON or one of the labels ${listNames(labels, MOST_LABELS)}, ${found}${didYouMean(nearest(text, labels))}`
}
