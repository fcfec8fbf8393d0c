/** A value in the chart of a finding. */
export interface Point {
  /** Its series, such as a strategy. */
  readonly label: string
  readonly value: number
  /** Standard error of the value, if it is a mean of runs. */
  readonly error?: number
  /** The point's setting: a value for each filter, by its name. */
  readonly keys: Readonly<Record<string, string>>
}

/** A choice above the chart, such as the privacy level. */
export interface Filter {
  readonly key: string
  readonly label: string
  /** Initial selection. */
  readonly initial: string
}

export interface ChartSpec {
  /** Title of the axis. */
  readonly measure: string
  readonly points: readonly Point[]
  readonly filters: readonly Filter[]
  /** The label that the chart is about; the others are grey. */
  readonly ours: readonly string[]
  /** Digits after the point. */
  readonly digits: number
}

/** A finding and its chart. Every number in its texts is computed from the tables of results. */
export interface Finding {
  readonly slug: string
  /** The result, in a sentence. */
  readonly title: string
  /** A few words, for the menu. */
  readonly short: string
  readonly chart: ChartSpec
  /** The result in the chart, in about three sentences. */
  readonly text: string
  /** Consequence for somebody who plans a collection. */
  readonly means: string
  /** The command that makes the table. */
  readonly command: string
  /** The tables, below `experiments/results`. */
  readonly tables: readonly string[]
}

/** A number with a fixed number of decimal places. */
export const fix = (value: number, digits = 3) => value.toFixed(digits)

/** A share in per cent. */
export const percent = (share: number) => `${Math.round(100 * share)} %`

/** A number of people. */
export const people = (count: number) => Math.round(count).toLocaleString('en')

/** A difference with its sign and its standard error. */
export const difference = (value: number, error: number, digits = 3) =>
  `${value < 0 ? '−' : '+'}${fix(Math.abs(value), digits)} ± ${fix(error, digits)}`
