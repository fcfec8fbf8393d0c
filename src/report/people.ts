import type { ComparisonRow } from '../sweep/comparison.ts'
import { goalReference } from '../sweep/results.ts'
import { type MeanWithError, meanWithError, ratioOfMeans } from './mean-with-error.ts'

/** How many people it took to settle a goal, over several runs. */
export interface PeopleSummary {
  /** The number of people until the goal was settled; all of them if it was not. */
  readonly people: MeanWithError
  /** How many runs were settled. */
  readonly settled: number
  /** How many of these were settled with a wrong answer. */
  readonly wrong: number
  /** The mean number of people divided by that of `subset-selection` (of `arcs`, about numbers) in the same runs; null if that was not played. */
  readonly ratio: MeanWithError | null
}

/**
 * Summarizes the numbers of people of one strategy at one level; undefined without a goal.
 *
 * @param all all rows of the comparison, those of the reference among them
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
