import { isShares } from './setting.ts'

/**
 * The shares in a text: typed numbers, the numbers in the last column of a CSV file, or how often each word occurs in that
 * column.
 *
 * @throws RangeError, in a sentence, if the text has none
 */
export function readFrequencies(text: string): number[] {
  const lines = text.split(/\r?\n/).filter(line => line.trim() !== '')
  const cells =
    lines.length < 2
      ? text.split(/[\s,;]+/)
      : lines.map(line =>
          line
            .split(/[,;\t]/)
            .at(-1)!
            .trim(),
        )
  const words = cells.filter(cell => cell !== '').map(cell => cell.replace(/^"(.*)"$/, '$1'))
  const isNumber = (word: string) => word !== '' && Number.isFinite(Number(word))
  // The first line of a table may name its columns.
  const body = words.length > 2 && !isNumber(words[0]) && lines.length > 1 ? words.slice(1) : words
  const shares = body.every(isNumber) ? body.map(Number) : countsOf(body)
  if (!isShares(shares)) {
    throw new RangeError(
      'Expected two numbers or more, at least 0 and not all 0: shares or counts, one for each category.',
    )
  }
  return shares
}

/** How often each word occurs in a list, in the order in which the words first occur. */
function countsOf(words: readonly string[]): number[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts.values()]
}
