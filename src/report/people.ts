import type { ComparisonRow } from '../sweep/comparison.ts'
import { goalReference } from '../sweep/results.ts'
import { type MeanWithError, meanWithError, ratioOfMeans } from './mean-with-error.ts'

/** Number of people until a goal was settled, over several runs. */
export interface PeopleSummary {
  /** Number of people until the goal was settled; the number of all people if it was not. */
  readonly people: MeanWithError
  /** Number of settled runs. */
  readonly settled: number
  /** Number of runs settled with a wrong answer. */
  readonly wrong: number
  /**
   * The mean number of people divided by the mean of `subset-selection` (for numbers, of `arcs`) in the same runs; null if it was not
   * played.
   */
  readonly ratio: MeanWithError | null
}

/**
 * Summarizes the numbers of people of one strategy at one level; undefined without a goal.
 *
 * @param all all rows of the comparison, with those of the reference
 */
export function summarizePeople(
  runs: readonly ComparisonRow[],
  all: readonly ComparisonRow[],
): PeopleSummary | undefined {
  const ends = runs.flatMap(({ settlement }) => settlement ?? [])
  if (ends.length === 0) return undefined
  const reference = goalReference(runs[0].wasserstein !== undefined)
  const base = new Map(
    all
      .filter(({ strategy, epsilon }) => strategy === reference && epsilon === runs[0].epsilon)
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
