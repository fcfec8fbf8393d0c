/**
 * The name that somebody probably meant: without case, hyphens and underscores, it differs by at most a third of its letters. A letter
 * that is missing, added, wrong or swapped with its neighbour is one difference.
 *
 * @returns undefined if there is none
 * @example
 * nearest('fihser', ['fisher', 'srr']) // 'fisher'
 */
export function nearest(word: unknown, names: readonly string[]): string | undefined {
  // A longer text is not a misspelt name, and the time is its length times that of each name.
  if (typeof word !== 'string' || word.length > LONGEST) return undefined
  const letters = plain(word)
  let found: string | undefined
  let least = Infinity
  for (const name of names) {
    if (name.length > LONGEST) continue
    const other = plain(name)
    const distance = distanceOf(letters, other)
    if (distance < least && distance <= Math.max(letters.length, other.length) / 3) {
      least = distance
      found = name
    }
  }
  return found
}

/** The question at the end of a message, or nothing. */
export function didYouMean(meant: string | undefined): string {
  return meant === undefined ? '' : `. Did you mean ${JSON.stringify(meant)}?`
}

const LONGEST = 64

const plain = (name: string) => name.toLowerCase().replace(/[-_\s]/g, '')

/** The number of differences between two words, by rows of the usual table of their beginnings. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isEqual ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) row[j] = Math.min(row[j], before[j - 2] + 1)
    }
    before = last
    last = row
  }
  return last[b.length]
}
