import { expect, test } from 'vitest'
import { runPanel } from '../../experiments/support/panel.ts'
import { secondRound } from '../../src/risk/second-round.ts'

const [K, PEOPLE, ROUNDS, CHANGE, PERMANENT, FIRST] = [6, 500, 60, 0.25, 2, 1]
const rows = runPanel({
  categories: K,
  people: PEOPLE,
  rounds: ROUNDS,
  change: CHANGE,
  permanent: PERMANENT,
  first: FIRST,
  seed: 1,
})
const row = (way: string) => rows.find(row => row.way === way)!

test('every way of answering has the level of its name, but for the second round of published code', () => {
  for (const { way, 'level of a report': level } of rows) {
    if (String(way).includes('published')) expect(level).toBeLessThan(0.96 * FIRST)
    else expect(level).toBeCloseTo(FIRST, 12)
  }
  // As composed by hand for six values, in the section's figures.
  expect(row('grr, published second round')['level of a report']).toBeCloseTo(0.822, 3)
})

test('the error of a round is that of the formula (a third off at most: six standard errors of fresh answers), and of published code larger', () => {
  const e = Math.exp(FIRST)
  const probabilities = {
    'fresh unary encoding': [0.5, 1 / (e + 1)],
    osue: [0.5, 1 / (e + 1)],
    grr: [e / (e + K - 1), 1 / (e + K - 1)],
  }
  for (const [way, [p, q]] of Object.entries(probabilities)) {
    // Around the frequencies of these people, a category's share of whom is 1/6 on average.
    const variance = (p * (1 - p)) / K + q * (1 - q) * (1 - 1 / K)
    const formula = Math.sqrt(variance / PEOPLE) / (p - q)
    const error = row(way)['standard error'] as number
    expect(error / formula, way).toBeGreaterThan(0.75)
    expect(error / formula, way).toBeLessThan(1.33)
  }
  expect(row('grr, published second round')['standard error']).toBeGreaterThan(
    1.1 * (row('grr')['standard error'] as number),
  )
})

test('both statements of the budget: values that were held, and reports that were sent', () => {
  const any = (way: string) => row(way)['budget, any changes'] as number
  const same = (way: string) => row(way)['budget, same changes'] as number
  expect(any('fresh unary encoding')).toBe(ROUNDS * FIRST)
  expect(any('grr')).toBeCloseTo(ROUNDS * secondRound(K, PERMANENT, FIRST).level, 12)
  expect(any('osue')).toBeCloseTo(ROUNDS * K * secondRound(2, PERMANENT, FIRST).level, 12)
  // Between one value and all that the changes can bring, two levels each.
  for (const way of ['grr', 'osue']) {
    expect(same(way)).toBeGreaterThan(PERMANENT)
    expect(same(way)).toBeLessThan(PERMANENT * Math.min(K, 1 + ROUNDS * CHANGE))
  }
  expect(same('grr')).toBe(same('osue'))
})
