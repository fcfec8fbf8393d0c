import { expect, test } from 'vitest'
import { drawTables } from '../../../src/posterior/hierarchical/restaurant-tables.ts'
import { stream } from '../../../src/random/stream.ts'

/** The mean and variance of the number of tables: sums over customers who open one with probability a/(a + i). */
function moments(a: number, n: number): [mean: number, variance: number] {
  let [mean, variance] = [0, 0]
  for (let i = 0; i < n; i++) {
    const p = a / (a + i)
    mean += p
    variance += p * (1 - p)
  }
  return [mean, variance]
}

/** How many standard errors the mean number of tables is off. */
function errorOf(a: number, n: number, assumed: number): number {
  const rng = stream(1, 'tables', n)
  const draws = 4000
  let sum = 0
  for (let i = 0; i < draws; i++) sum += drawTables(rng, assumed, n)
  const [mean, variance] = moments(a, n)
  return Math.abs(sum / draws - mean) / Math.sqrt(variance / draws)
}

test.each([
  [0.1, 3],
  [2, 7],
  [0.5, 40],
  [3, 1000],
  [20, 100_000],
])(
  'the tables of concentration %d after %d customers have the mean of the sum of their probabilities',
  (a, n) => {
    // Five standard errors: false alarm below 1e-6.
    expect(errorOf(a, n, a)).toBeLessThan(5)
  },
)

test('a concentration that is a tenth too large is noticed', () => {
  expect(errorOf(3, 1000, 3.3)).toBeGreaterThan(5)
})

test('nobody opens no table, and the first customer opens one', () => {
  const rng = stream(1)
  expect(drawTables(rng, 1e-300, 0)).toBe(0)
  expect(drawTables(rng, 1e-300, 1)).toBe(1)
  expect(drawTables(rng, 1e-300, 1e6)).toBe(1)
})
