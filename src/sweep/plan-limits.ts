/** Largest number of categories of a run. Each draw of its posterior has that many numbers. */
export const MOST_CATEGORIES = 100_000

/** Largest number of runs of a plan, because all their names are in memory at once. */
export const MOST_RUNS = 1_000_000
