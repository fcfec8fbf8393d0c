import type { ComparisonRow } from '../../src/sweep/comparison.ts'

/** Rows of a comparison that was never run: total variation of each run, by level and strategy. */
export function comparisonRows(
  cells: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>,
): ComparisonRow[] {
  return Object.entries(cells).flatMap(([epsilon, strategies]) =>
    Object.entries(strategies).flatMap(([strategy, runs]) =>
      runs.map((totalVariation, i) => ({
        run: i + 1,
        epsilon: Number(epsilon),
        strategy,
        categories: 4,
        users: 100,
        totalVariation,
        meanSubsetSize: i,
        auditedEpsilon: Number(epsilon) - i / 100,
        seconds: 2,
      })),
    ),
  )
}
