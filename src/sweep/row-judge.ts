import type { Run } from './expansion.ts'
import { requireRow } from './require-row.ts'
import type { RunRow } from './run-row.ts'

/** Number of bad rows after which a run counts as failed. */
const MOST_BAD = 3

/** Fate of a row: kept, played again, or failed. */
export type RowVerdict = { readonly row: RunRow } | { readonly failure: string } | 'again'

/**
 * Judges the rows that workers send for runs. A bad row causes a warning, and its run is played again, but not forever.
 *
 * @returns a function that counts the bad rows of each run
 */
export function rowJudge(
  onWarning: ((warning: string) => void) | undefined,
): (run: Run, value: unknown) => RowVerdict {
  const bad = new Map<string, number>()
  return (run, value) => {
    try {
      return { row: requireRow(run, value) }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const count = (bad.get(run.name) ?? 0) + 1
      bad.set(run.name, count)
      if (count >= MOST_BAD) {
        return { failure: `${count} rows from workers did not fit this run; the last: ${error.message}` }
      }
      onWarning?.(`${run.name}: a worker's row is set aside, and the run played again: ${error.message}`)
      return 'again'
    }
  }
}
