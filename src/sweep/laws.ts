import { mean } from '../arrays/sums.ts'
import type { View } from '../domain/domain.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { wasserstein } from '../domain/wasserstein.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import { askedViews } from './asked-views.ts'
import type { Setting } from './expansion.ts'
import { MEASURE_NAMES, type Measure, type Measured } from './measures.ts'
import type { StoredLaw } from './run-row.ts'

/** Subject and number of cells of each distribution of a run: one for each group, one for each view, or a single one. */
export function lawsAsked(setting: Setting): readonly Pick<View, 'about' | 'cells'>[] {
  const { questions, ask, goal, by, categories: cells } = setting
  if (questions) return askedViews(questions, ask!, goal?.goals)
  return by ? by.map(name => ({ about: [name], cells })) : [{ about: [], cells }]
}

/** The measures of a law, undefined for laws without them. A new measure needs a line here, and a line for its name. */
const OF_LAW: {
  readonly [Name in Measure]?: (law: StoredLaw, setting: Setting) => number | undefined
} = {
  totalVariation: ({ estimate, truth }) => totalVariation(estimate, truth),
  wasserstein: ({ estimate, truth }, { question }) =>
    question && wasserstein(orderedQuestion(question), estimate, truth),
  separate: ({ separate, truth }) => (separate ? totalVariation(separate.estimate, truth) : undefined),
  association: ({ cramersV: v }) => (v ? Math.abs(v.mean - v.truth) : undefined),
  intervalWidth: ({ lower, upper }) =>
    lower && upper ? mean(upper.map((high, x) => high - lower[x])) : undefined,
  coverage: ({ truth, lower, upper }) =>
    lower && upper
      ? mean(truth.map((value, x) => Number(lower[x] <= value && value <= upper[x])))
      : undefined,
}

/** The measures of a run that are means over its laws. */
export function measuresOf(setting: Setting, laws: readonly StoredLaw[]): Measured<number> {
  const measures = MEASURE_NAMES.flatMap(name => {
    const values = laws.flatMap(law => OF_LAW[name]?.(law, setting) ?? [])
    return values.length > 0 ? [[name, mean(values)]] : []
  })
  return Object.fromEntries(measures)
}
