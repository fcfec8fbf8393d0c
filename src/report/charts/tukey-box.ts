import { sampleQuantile } from '../../arrays/sample-quantile.ts'

/** A box plot's numbers, by Tukey's rule. */
export interface Box {
  /** The smallest and the largest value within `REACH` interquartile ranges of the box. */
  readonly low: number
  readonly high: number
  readonly q1: number
  readonly median: number
  readonly q3: number
  /** Values beyond the whiskers: the most extreme, `MOST_OUTLIERS` at most on either side. */
  readonly outliers: readonly number[]
  /** All values, in order, if there are fewer than `MANY`; else empty. Few values say more than a box of them. */
  readonly points: readonly number[]
}

/** Largest length of whiskers, in interquartile ranges. */
export const REACH = 1.5
export const MOST_OUTLIERS = 10
/** Smallest number of values that are drawn as a box. */
export const MANY = 20

/** How to read the boxes of runs, for a caption. */
export const BOX_CAPTION = [
  `Box: middle half of the runs. Bar: median. Whiskers: runs within ${REACH} interquartile ranges of the box.`,
  `Dots: runs beyond the whiskers, the ${MOST_OUTLIERS} most extreme on either side; all runs where they are fewer than ${MANY}.`,
  'Further left is better.',
]

/** Computes the box of at least one value. */
export function boxOf(values: readonly number[]): Box {
  const sorted = Float64Array.from(values).sort()
  const [q1, median, q3] = [0.25, 0.5, 0.75].map(p => sampleQuantile(sorted, p))
  const below = q1 - REACH * (q3 - q1)
  const above = q3 + REACH * (q3 - q1)
  const within = sorted.filter(value => value >= below && value <= above)
  return {
    // Quartiles are interpolated, so a box may end before the first value within reach of its whiskers.
    low: Math.min(within[0] ?? q1, q1),
    high: Math.max(within.at(-1) ?? q3, q3),
    q1,
    median,
    q3,
    outliers: [
      ...sorted.filter(value => value < below).subarray(0, MOST_OUTLIERS),
      ...sorted.filter(value => value > above).subarray(-MOST_OUTLIERS),
    ],
    points: sorted.length < MANY ? Array.from(sorted) : [],
  }
}
