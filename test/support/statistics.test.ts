import { expect, test } from 'vitest'
import { betaI, binomialCdf, gammaQ, logGamma, normalCdf } from './special.ts'
import { chiSquarePValue, FALSE_ALARM, ksPValue, normalTail } from './statistics.ts'

function relativeError(value: number, exact: number): number {
  return Math.abs(value / exact - 1)
}

test.each([
  [0.1, 0.920344325445942],
  [-1, 0.3173105078629141],
  [1.96, 0.04999579029644087],
  [8, 1.2441921148543568e-15],
  [20, 5.5072482372124675e-89],
  [37, 1.1451142445049154e-299],
])('the two-sided normal tail at %f is right to 1e-12 (mpmath, 40 digits)', (z, exact) => {
  expect(relativeError(normalTail(z), exact)).toBeLessThan(1e-12)
})

test('the false-alarm rate is that of 4.89 standard deviations', () => {
  expect(relativeError(normalTail(4.891638475698), FALSE_ALARM)).toBeLessThan(1e-10)
  expect(normalCdf(-1)).toBeCloseTo(0.15865525393145705, 14)
  expect(normalCdf(1)).toBeCloseTo(0.841344746068543, 14)
})

test.each([
  [0.5, 0.1, 0.654720846018577],
  [0.5, 10, 7.744216431044084e-6],
  [3, 2.5, 0.5438131158833295],
  [50, 80, 0.00013078397659141034],
  [5000, 5300, 1.5545115785517565e-5],
  [0.01, 0.001, 0.061429347473871014],
  [50000, 49000, 0.9999966152457719],
  [1e6, 1.004e6, 3.234544731347768e-5],
])('the upper incomplete gamma function Q(%f, %f) is right to 1e-11 (mpmath)', (a, x, exact) => {
  expect(relativeError(gammaQ(a, x), exact)).toBeLessThan(1e-11)
})

test.each([
  [0.01, 4.599479878042022],
  [0.5, 0.5723649429247001],
  [3.7, 1.428072326665388],
  [20, 39.339884187199495],
  [1e5, 1051287.7089736569],
])('ln Γ(%f) is right to 1e-14 (mpmath)', (x, exact) => {
  expect(relativeError(logGamma(x), exact)).toBeLessThan(1e-14)
})

test.each([
  [3, 10, 0.3, 0.6496107184],
  [50, 100, 0.45, 0.8654237868119479],
  [30_010_000, 100_000_000, 0.3, 0.98545384016569],
  [300_010_000, 1_000_000_000, 0.3, 0.7549351256673656],
])('the chance of at most %d in Binomial(%d, %f) is right to 1e-10 (SciPy)', (k, n, p, exact) => {
  expect(relativeError(binomialCdf(k, n, p), exact)).toBeLessThan(1e-10)
  expect(relativeError(betaI(n - k, k + 1, 1 - p), exact)).toBeLessThan(1e-7)
})

test('the chi-square p-value is the smaller statistic’s upper tail', () => {
  // Pearson: 4²/20 · 2 = 1.6; likelihood ratio: 2 (24 ln 1.2 + 16 ln 0.8) = 1.6108.
  expect(chiSquarePValue([24, 16], [20, 20])).toBeCloseTo(gammaQ(0.5, 0.8), 12)
  // Pearson: 400/10 + 400/30 = 53.3; likelihood ratio: 2 (30 ln 3 − 10 ln 3) = 43.9.
  expect(chiSquarePValue([30, 10, 970], [10, 30, 970])).toBeCloseTo(gammaQ(1, 20 * Math.log(3)), 12)
})

test('cells that expect fewer than five are pooled with their neighbours', () => {
  expect(chiSquarePValue([24, 10, 5, 1], [20, 16, 3, 1])).toBe(chiSquarePValue([24, 16], [20, 20]))
  expect(chiSquarePValue([0, 24, 16], [0, 20, 20])).toBe(chiSquarePValue([24, 16], [20, 20]))
})

test('an observation where none is possible has p-value zero', () => {
  expect(chiSquarePValue([1, 19, 20], [0, 20, 20])).toBe(0)
})

test('counts with another total or length than expected are refused', () => {
  expect(() => chiSquarePValue([10, 11], [10, 10])).toThrow(RangeError)
  expect(() => chiSquarePValue([10, 10], [10, 10, 0])).toThrow(RangeError)
  expect(() => chiSquarePValue([3, 3], [3, 3])).toThrow(RangeError)
})

test('the chi-square alarm on a cell of five is raised at most once in a million', () => {
  // The count of such a cell among very many observations is Poisson(5): sum its law over the alarms.
  const n = 1e12
  let alarms = 0
  let pmf = Math.exp(-5)
  for (let k = 0; k < 100; k++) {
    if (chiSquarePValue([k, n - k], [5, n - 5]) < FALSE_ALARM) alarms += pmf
    pmf *= 5 / (k + 1)
  }
  expect(alarms).toBeGreaterThan(0)
  expect(alarms).toBeLessThan(FALSE_ALARM)
})

test('the Kolmogorov–Smirnov p-value is Kolmogorov’s series at Stephens’ argument', () => {
  // Ten points on a grid of 0.07: the largest distance is at the last, 1 − 0.63.
  const sample = Array.from({ length: 10 }, (_, i) => 0.7 * (i / 10))
  const lambda = (Math.sqrt(10) + 0.12 + 0.11 / Math.sqrt(10)) * 0.37
  const series = 2 * (Math.exp(-2 * lambda ** 2) - Math.exp(-8 * lambda ** 2) + Math.exp(-18 * lambda ** 2))
  expect(ksPValue(sample, x => x)).toBeCloseTo(series, 10)
})

test('the Kolmogorov–Smirnov p-value of a perfect sample is one', () => {
  const sample = Array.from({ length: 1000 }, (_, i) => (i + 0.5) / 1000)
  expect(ksPValue(sample, x => x)).toBe(1)
  expect(() => ksPValue([Number.NaN], x => x)).toThrow(RangeError)
})
