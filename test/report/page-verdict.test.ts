import { expect, test } from 'vitest'
import type { SummaryRow } from '../../src/report/page/data.ts'
import { marksOf, verdictWords } from '../../src/report/page/page-verdict.ts'

const row = (given: Partial<SummaryRow>): SummaryRow => ({
  categories: 10,
  users: 1000,
  truthName: 'dirichlet:1',
  rho: 1,
  epsilon: 1,
  sampler: 'auto',
  prior: 'learned',
  groupSize: 1,
  memory: 'all',
  goal: 'none',
  strategy: 'srr',
  runs: 10,
  totalVariation: 0.3,
  totalVariationError: 0.01,
  difference: null,
  differenceError: null,
  meanSubsetSize: 0,
  auditedEpsilon: 1,
  seconds: 1,
  people: null,
  peopleError: null,
  settled: null,
  wrong: null,
  ratio: null,
  ratioError: null,
  ...given,
})

const auto = { strategy: 'auto', totalVariation: 0.2, difference: -0.1, differenceError: 0.01 }
const ROWS = [
  row({}),
  row(auto),
  row({ epsilon: 2, totalVariation: 0.1 }),
  row({ ...auto, epsilon: 2, totalVariation: 0.12, difference: 0.02, differenceError: 0.009 }),
]

test('a row is marked by the whole table: two standard errors are no discovery beside others', () => {
  expect(marksOf(ROWS)).toEqual([undefined, 'better', undefined, undefined])
  // 4 standard errors are one.
  expect(marksOf([row({ ...auto, difference: 0.04 })])).toEqual(['worse'])
  // One run, or no reference, has no mark; a difference that never varies has no doubt.
  expect(
    marksOf([row({ ...auto, runs: 1, differenceError: null }), row({ ...auto, differenceError: 0 })]),
  ).toEqual([undefined, 'better'])
})

test('the verdict says what was best in how many settings, by how much, and how sure that is', () => {
  expect(verdictWords(ROWS)).toEqual([
    'auto had the smallest mean error in 1 of 2 settings, srr in 1.',
    'auto against srr: better in 1 of 2 settings, worse in 0; its error is 0.0400 smaller in the mean.',
    'These differences are paired and hold together at a false discovery rate of 5 %, over all 2 of the table.',
  ])
})

test('with a goal, what counts are people', () => {
  const rows = [row({ people: 900, goal: 'top(1)' }), row({ ...auto, people: 300, goal: 'top(1)' })]
  expect(verdictWords(rows)[0]).toBe('auto took the fewest people in the one setting.')
  expect(verdictWords([])).toEqual([])
})
