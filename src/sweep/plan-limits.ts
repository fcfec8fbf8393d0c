/** The most categories that a collection is played with: each draw of its posterior has that many numbers. */
export const MOST_CATEGORIES = 100_000

/** The most runs of a plan: their names are held in memory all at once. */
export const MOST_RUNS = 1_000_000
