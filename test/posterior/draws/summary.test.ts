import { expect, test } from 'vitest'
import { summarize } from '../../../src/posterior/draws/summary.ts'
import { drawDirichlet } from '../../../src/random/dirichlet.ts'
import { stream } from '../../../src/random/stream.ts'

/** Draws of (0.1, 0.9), (0.2, 0.8), …, in another order. */
const FIVE = Float64Array.of(0.4, 0.6, 0.1, 0.9, 0.5, 0.5, 0.2, 0.8, 0.3, 0.7)

function randomDraws(categories: number, count: number): Float64Array {
  const rng = stream(1, 'draws', categories)
  const alpha = Float64Array.from({ length: categories }, (_, x) => 0.2 + x)
  const draws = new Float64Array(categories * count)
  for (let i = 0; i < count; i++) {
    drawDirichlet(rng, alpha, draws.subarray(i * categories, (i + 1) * categories))
  }
  return draws
}

function expectClose(values: ArrayLike<number>, expected: readonly number[]): void {
  expect(values.length).toBe(expected.length)
  expected.forEach((value, i) => {
    expect(values[i]).toBeCloseTo(value, 14)
  })
}

test('mean and sd are those of each category’s draws, the sd with n − 1', () => {
  const { mean, sd } = summarize(FIVE, 2)
  expectClose(mean, [0.3, 0.7])
  expectClose(sd, [Math.sqrt(0.025), Math.sqrt(0.025)])
})

test('quantiles lie between the order statistics, linearly', () => {
  const { quantile } = summarize(FIVE, 2)
  expectClose(quantile(0), [0.1, 0.5])
  expectClose(quantile(1), [0.5, 0.9])
  expectClose(quantile(0.5), [0.3, 0.7])
  // 0.9 · (5 − 1) = 3.6: between the fourth and the fifth.
  expectClose(quantile(0.9), [0.46, 0.86])
  expectClose(quantile(0.1), [0.14, 0.54])
})

test('the interval of a level leaves half of the rest on each side', () => {
  const { interval, quantile } = summarize(randomDraws(4, 999), 4)
  const [lower, upper] = interval(0.9)
  const [at5, at95] = [quantile(0.05), quantile(0.95)]
  expectClose(lower, Array.from(at5))
  expectClose(upper, Array.from(at95))
  const [inner, outer] = [interval(0.5), interval(0.99)]
  for (let x = 0; x < 4; x++) {
    expect(outer[0][x]).toBeLessThan(inner[0][x])
    expect(inner[0][x]).toBeLessThan(inner[1][x])
    expect(inner[1][x]).toBeLessThan(outer[1][x])
  }
})

test('nine tenths of the draws lie within their own 0.9 interval', () => {
  const K = 3
  const count = 10_001
  const draws = randomDraws(K, count)
  const [lower, upper] = summarize(draws, K).interval(0.9)
  for (let x = 0; x < K; x++) {
    let inside = 0
    for (let i = 0; i < count; i++) {
      const value = draws[i * K + x]
      if (value >= lower[x] && value <= upper[x]) inside++
    }
    expect(Math.abs(inside - 0.9 * count)).toBeLessThanOrEqual(2)
  }
})

test('the mean of draws from the simplex sums to one', () => {
  const { mean } = summarize(randomDraws(50, 3000), 50)
  expect(mean.reduce((total, value) => total + value, 0)).toBeCloseTo(1, 12)
})

test('the draws are handed on as they were, and stay so when quantiles are asked for', () => {
  const draws = FIVE.slice()
  const summary = summarize(draws, 2)
  summary.interval(0.5)
  expect(summary.draws).toEqual(FIVE)
})

test('one draw is its own mean and quantile, with sd 0', () => {
  const { mean, sd, quantile, interval } = summarize(Float64Array.of(0.2, 0.8), 2)
  expect([mean, sd, quantile(0.3), ...interval(0.95)].map(values => Array.from(values))).toEqual([
    [0.2, 0.8],
    [0, 0],
    [0.2, 0.8],
    [0.2, 0.8],
    [0.2, 0.8],
  ])
})

test('draws that are all equal have sd 0', () => {
  const draws = Float64Array.from({ length: 3000 }, (_, i) => [0.1, 0.2, 0.7][i % 3])
  const { sd, interval } = summarize(draws, 3)
  expect(Math.max(...sd)).toBeLessThan(1e-12)
  expectClose(interval(0.9)[0], [0.1, 0.2, 0.7])
})

test('small probabilities far apart in size keep their digits', () => {
  const draws = Float64Array.of(1e-300, 1, 3e-300, 1, 2e-300, 1)
  const { mean, quantile } = summarize(draws, 2)
  expect(mean[0] / 2e-300).toBeCloseTo(1, 12)
  expect(quantile(0.75)[0] / 2.5e-300).toBeCloseTo(1, 12)
})

test.each([-0.1, 1.1, Number.NaN, Infinity])('the %d-quantile is refused', p => {
  expect(() => summarize(FIVE, 2).quantile(p)).toThrow(/^p must be a number from 0 to 1/)
})

test.each([0, 1, -0.5, 95, Number.NaN])('the interval of level %d is refused', level => {
  expect(() => summarize(FIVE, 2).interval(level)).toThrow(/^level must be a number above 0 and below 1/)
})
