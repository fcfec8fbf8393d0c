/** Probability of the intervals in output. */
export const INTERVAL_LEVEL = 0.95

/** Intervals of frequencies as JSON data. */
export interface IntervalJSON {
  readonly level: number
  readonly lower: number[]
  readonly upper: number[]
}

export function intervalJSON([lower, upper]: readonly [Float64Array, Float64Array]): IntervalJSON {
  return { level: INTERVAL_LEVEL, lower: Array.from(lower), upper: Array.from(upper) }
}
