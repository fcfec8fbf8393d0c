import type { PowerOptions } from '../../src/planning/power-options.ts'

/** Small settings of plans for numbers, groups and tables. */

const bell = Float64Array.from({ length: 14 }, (_, x) => Math.exp(-((x - 6) ** 2) / 10))
const total = bell.reduce((sum, value) => sum + value, 0)
export const numbers = {
  question: { from: 0, to: 12, bins: 12 },
  truth: bell.map(value => value / total),
  epsilon: 2,
} as const
export const groups = {
  by: ['a', 'b'],
  truth: [
    [0.6, 0.4],
    [0.5, 0.5],
  ],
  epsilon: 1,
} as const
export const table = {
  questions: { a: 2, b: 3 },
  truth: [0.3, 0.05, 0.05, 0.25, 0.1, 0.25],
  epsilon: 2,
} as const

/** One of each form of goal. */
export const forms: readonly (readonly [string, PowerOptions])[] = [
  ['a quantile', { ...numbers, goal: 'median ± 0.5' }],
  ['a mean', { ...numbers, goal: 'mean ± 0.5' }],
  ['a tail', { ...numbers, goal: 'share(>= 6) > 0.3' }],
  ['a group', { ...groups, goal: 'share(0 | group = a) ± 0.06' }],
  ['a difference', { ...groups, goal: 'share(0 | group = a) > share(0 | group = b)' }],
  ['ties', { ...groups, goal: 'share(0 | group = a) > share(0 | group = b) by 0.02' }],
  ['a table', { ...table, goal: 'share(a = 0, b = 0) ± 0.05' }],
  ['an association', { ...table, goal: 'association(a, b) > .1' }],
]
