import type { ComparisonRow } from '../sweep/comparison.ts'
import { GOAL_REFERENCE } from '../sweep/results.ts'
import { type MeanWithError, meanWithError, ratioOfMeans } from './mean-with-error.ts'

/** What runs with a goal say together of the people that it took. */
export interface PeopleSummary {
  /** Until it was settled; where it was not, all there were. */
  readonly people: MeanWithError
  /** How many runs were settled, and how many of these by a wrong answer. */
  readonly settled: number
  readonly wrong: number
  /** Mean people over those of `subset-selection` in the same runs; null where that was not played. */
  readonly ratio: MeanWithError | null
}

/**
 * Summarizes the people of one strategy at one level; undefined without a goal.
 *
 * @param all the rows of the comparison, for those of the reference
 */
export function summarizePeople(
  runs: readonly ComparisonRow[],
  all: readonly ComparisonRow[],
): PeopleSummary | undefined {
  const ends = runs.flatMap(({ settlement }) => settlement ?? [])
  if (ends.length === 0) return undefined
  const base = new Map(
    all
      .filter(({ strategy, epsilon }) => strategy === GOAL_REFERENCE && epsilon === runs[0].epsilon)
      .map(({ run, settlement }) => [run, settlement!.answers]),
  )
  const pairs = runs.flatMap(({ run, settlement }) =>
    base.has(run) ? [[settlement!.answers, base.get(run)!] as const] : [],
  )
  return {
    people: meanWithError(ends.map(({ answers }) => answers)),
    settled: ends.filter(({ settled }) => settled).length,
    wrong: ends.filter(({ settled, correct }) => settled && !correct).length,
    ratio: pairs.length > 0 ? ratioOfMeans(pairs) : null,
  }
}
