/** The measures of error, with their names in tables and in words. */
export const MEASURES = {
  totalVariation: { title: 'mean TV', words: 'total variation distance between estimate and truth' },
  totalVariationNow: {
    title: 'TV now',
    words: 'total variation distance to the truth of the last person, where the truth moves',
  },
  wasserstein: {
    title: 'mean W1',
    words: 'Wasserstein distance between estimate and truth, in the units of the range',
  },
  separate: {
    title: 'separate',
    words:
      "total variation distance of the estimates from each group's own answers alone, not pooled, mean over the groups",
  },
  association: {
    title: 'V error',
    words: 'error of Cramér’s V, without its sign, mean over the tables',
  },
  intervalWidth: { title: 'width', words: 'mean width of the 95 % intervals' },
  coverage: { title: 'coverage', words: 'share of the truths that are within their 95 % intervals' },
} as const

/** The name of a measure. */
export type Measure = keyof typeof MEASURES

/** The names of all measures, in the order of tables. */
export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[]

/** A value for some measures. */
export type Measured<Value> = { readonly [Name in Measure]?: Value }

/** The measures that occur in rows, in the order of tables. */
export function measuresIn(rows: readonly Measured<unknown>[]): Measure[] {
  return MEASURE_NAMES.filter(name => rows.some(row => (row[name] ?? null) !== null))
}
