/** A value in the chart of a finding. */
export interface Point {
  /** What it is of: a strategy, say. */
  readonly label: string
  readonly value: number
  /** Its standard error, where it is a mean of runs. */
  readonly error?: number
  /** Where it stands, by the name of a filter. */
  readonly keys: Readonly<Record<string, string>>
}

/** A choice above the chart: of the privacy level, say. */
export interface Filter {
  readonly key: string
  readonly label: string
  /** What is chosen at first. */
  readonly initial: string
}

export interface ChartSpec {
  /** What the axis shows. */
  readonly measure: string
  readonly points: readonly Point[]
  readonly filters: readonly Filter[]
  /** The label that the chart is about; the others are grey. */
  readonly ours: readonly string[]
  /** Digits after the point. */
  readonly digits: number
}

/** What was found, with the chart that shows it. Every number in its texts is computed from the tables of results. */
export interface Finding {
  readonly slug: string
  /** A sentence: what was found. */
  readonly title: string
  /** A few words, for the menu. */
  readonly short: string
  readonly chart: ChartSpec
  /** What the chart shows, in about three sentences. */
  readonly text: string
  /** What it means for somebody who plans a collection. */
  readonly means: string
  /** How the table is made. */
  readonly command: string
  /** The tables, below `experiments/results`. */
  readonly tables: readonly string[]
}

/** A number with so many digits after the point. */
export const fix = (value: number, digits = 3) => value.toFixed(digits)

/** A share in per cent. */
export const percent = (share: number) => `${Math.round(100 * share)} %`

/** A number of people. */
export const people = (count: number) => Math.round(count).toLocaleString('en')

/** A difference with its sign and its standard error. */
export const difference = (value: number, error: number, digits = 3) =>
  `${value < 0 ? '−' : '+'}${fix(Math.abs(value), digits)} ± ${fix(error, digits)}`
