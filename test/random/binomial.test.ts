import { expect, test } from 'vitest'
import { drawBinomial } from '../../src/random/binomial.ts'
import { drawNormal } from '../../src/random/normal.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { binomialCdf, gammaQ, normalCdf } from '../support/special.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

// Each statistical check raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const DRAWS = 500_000

type Draw = (rng: Rng, n: number, p: number) => number

/** Goodness of fit in the cells (edge_{i−1}, edge_i] with the law's distribution function, the last one open. */
function goodness(draw: Draw, n: number, p: number, edges: number[], cdf: (k: number) => number): number {
  const rng = stream(1, 'binomial', n, p)
  const expected = edges.map((edge, i) => DRAWS * (cdf(edge) - (i === 0 ? 0 : cdf(edges[i - 1]))))
  expected.push(DRAWS * (1 - cdf(edges[edges.length - 1])))
  const counts = new Float64Array(expected.length)
  for (let i = 0; i < DRAWS; i++) {
    const k = draw(rng, n, p)
    let [low, high] = [0, edges.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (k <= edges[middle]) high = middle
      else low = middle + 1
    }
    counts[low]++
  }
  return chiSquarePValue(counts, expected)
}

/** Every value within seven standard deviations is a cell of its own. */
function everyValue(n: number, p: number): number[] {
  const reach = 7 * Math.sqrt(n * p * (1 - p)) + 20
  const from = Math.max(0, Math.floor(n * p - reach))
  const to = Math.min(n - 1, Math.ceil(n * p + reach))
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** Eighty cells, a tenth of a standard deviation wide. */
function wideCells(n: number, p: number): number[] {
  const sd = Math.sqrt(n * p * (1 - p))
  return Array.from({ length: 81 }, (_, i) => Math.floor(n * p + ((i - 40) / 10) * sd))
}

const roundedNormal: Draw = (rng, n, p) =>
  Math.min(n, Math.max(0, Math.round(n * p + drawNormal(rng) * Math.sqrt(n * p * (1 - p)))))

test.each([
  [1, 0.5],
  [10, 0.3],
  [19, 0.5],
  [20, 0.5],
  [40, 0.2499],
  [40, 0.25],
  [40, 0.75],
  [100, 0.05],
  [100, 0.97],
  [1000, 0.3],
  [1e9, 1e-9],
  [1e9, 9.9e-9],
  [1e9, 1.01e-8],
  [1e9, 1e-6],
])('draws of %d trials with probability %f follow the binomial law, value by value', (n, p) => {
  const law = (k: number) => binomialCdf(k, n, p)
  expect(goodness(drawBinomial, n, p, everyValue(n, p), law)).toBeGreaterThan(FALSE_ALARM)
  // A mean moved by a twentieth of the standard deviation.
  const moved: Draw = (rng, n, p) => drawBinomial(rng, n, p + 0.05 * Math.sqrt((p * (1 - p)) / n))
  expect(goodness(moved, n, p, everyValue(n, p), law)).toBeLessThan(FALSE_ALARM)
})

test.each([
  [1e15, 5e-14],
  [1e15, 1e-15],
  [2 ** 53 - 1, 1e-14],
])(
  'draws of %d trials with probability %f follow the Poisson law, from which theirs differs by 1e-13 at most',
  (n, p) => {
    const law = (k: number) => gammaQ(k + 1, n * p)
    expect(goodness(drawBinomial, n, p, everyValue(n, p), law)).toBeGreaterThan(FALSE_ALARM)
    expect(goodness(roundedNormal, n, p, everyValue(n, p), law)).toBeLessThan(FALSE_ALARM)
  },
)

test.each([
  [40, 0.25],
  [100, 0.05],
  [1000, 0.05],
  [1e9, 1e-7],
])('those checks reject a rounded normal for %d trials with probability %f', (n, p) => {
  const law = (k: number) => binomialCdf(k, n, p)
  expect(goodness(roundedNormal, n, p, everyValue(n, p), law)).toBeLessThan(FALSE_ALARM)
})

test.each([0.3, 0.5, 0.8, 1e-4])('draws of 1e9 trials with probability %f follow the binomial law', p => {
  const n = 1e9
  const edges = wideCells(n, p)
  const law = (k: number) => binomialCdf(k, n, p)
  expect(goodness(drawBinomial, n, p, edges, law)).toBeGreaterThan(FALSE_ALARM)
  // A mean moved by a twentieth of the standard deviation, and a deviation two percent too large.
  const sd = Math.sqrt(n * p * (1 - p))
  const moved: Draw = (rng, n, p) => drawBinomial(rng, n, p) + Math.round(sd / 20)
  expect(goodness(moved, n, p, edges, law)).toBeLessThan(FALSE_ALARM)
  const wide: Draw = (rng, n, p) => Math.round(n * p + 1.02 * (drawBinomial(rng, n, p) - n * p))
  expect(goodness(wide, n, p, edges, law)).toBeLessThan(FALSE_ALARM)
})

test.each([
  [1e15, 0.3],
  [1e15, 0.5],
  [2 ** 53 - 1, 0.6],
  [1e15, 1e-3],
])(
  'draws of %d trials with probability %f follow the normal law, from which theirs differs by 1e-6 at most',
  (n, p) => {
    const sd = Math.sqrt(n * p * (1 - p))
    const law = (k: number) => normalCdf((k - n * p + 0.5) / sd)
    const edges = wideCells(n, p)
    expect(goodness(drawBinomial, n, p, edges, law)).toBeGreaterThan(FALSE_ALARM)
    const wide: Draw = (rng, n, p) => Math.round(n * p + 1.02 * (drawBinomial(rng, n, p) - n * p))
    expect(goodness(wide, n, p, edges, law)).toBeLessThan(FALSE_ALARM)
  },
)

test('the last digits of draws of very many trials are uniform', () => {
  const uniformity = (draw: Draw, n: number, p: number) => {
    const rng = stream(1, 'digits', n)
    const counts = new Float64Array(16)
    for (let i = 0; i < DRAWS; i++) counts[draw(rng, n, p) % 16]++
    return chiSquarePValue(counts, new Float64Array(16).fill(DRAWS / 16))
  }
  for (const n of [1e9, 1e15, 2 ** 53 - 1]) {
    expect(uniformity(drawBinomial, n, 0.3)).toBeGreaterThan(FALSE_ALARM)
    // Twice the draw of half as many trials, with a variance twice too large.
    expect(uniformity((rng, n, p) => 2 * drawBinomial(rng, Math.floor(n / 2), p), n, 0.3)).toBeLessThan(
      FALSE_ALARM,
    )
  }
})

/** What drawBinomial returns at these uniform draws, or undefined if it asks for more. */
function scripted(n: number, p: number, ...uniforms: number[]): number | undefined {
  const uniform = () => {
    if (uniforms.length === 0) throw new Error('rejected')
    return uniforms.shift()!
  }
  try {
    return drawBinomial({ ...stream(1), uniform }, n, p)
  } catch {
    return undefined
  }
}

/** ln f(k) − ln f(mode), one factor (n−j)p / ((j+1)q) = 1 + (np−j−q) / ((j+1)q) after another. */
function logRatio(n: number, p: number, mode: number, k: number): number {
  let total = 0
  for (let j = Math.min(mode, k); j < Math.max(mode, k); j++) {
    total += Math.log1p((n * p - j - (1 - p)) / ((j + 1) * (1 - p)))
  }
  return k > mode ? total : -total
}

/** The same by Stirling's formula as Hörmann prints it, without its smallest terms. */
function printedLogRatio(n: number, p: number, m: number, k: number): number {
  const r = p / (1 - p)
  return (
    (m + 0.5) * Math.log((m + 1) / (r * (n - m + 1))) +
    (n + 1) * Math.log((n - m + 1) / (n - k + 1)) +
    (k + 0.5) * Math.log((r * (n - k + 1)) / (k + 1))
  )
}

test.each([
  [20, 0.5, 1e-9],
  [40, 0.25, 1e-9],
  [1000, 0.3, 1e-9],
  [1e6, 0.01, 1e-9],
  [1e9, 0.3, 1e-9],
  [1e13, 0.4, 1e-8],
])(
  'of %d trials with probability %f, rejection accepts by the ratio of the probabilities, to %f',
  (n, p, tolerance) => {
    const sd = Math.sqrt(n * p * (1 - p))
    const b = 1.15 + 2.53 * sd
    const a = -0.0873 + 0.0248 * b + 0.01 * p
    const mode = Math.floor((n + 1) * p)
    let worst = 0
    let worstPrinted = 0
    for (const u of [0.005, 0.015, 0.03, 0.05, 0.1, 0.25, 0.45, 0.6, 0.8, 0.93, 0.96, 0.98, 0.99]) {
      const k = scripted(n, p, u, 1e-300)
      if (k === undefined) continue
      const hat = Math.log((a / Math.min(u, 1 - u) ** 2 + b) / ((2.83 + 5.1 / b) * sd))
      // Accepted up to v = e^(−x), found by bisection.
      let [low, high] = [0, 690]
      for (let i = 0; i < 60; i++) {
        const x = (low + high) / 2
        if (scripted(n, p, u, Math.exp(-x)) === undefined) low = x
        else high = x
      }
      worst = Math.max(worst, Math.abs(Math.min(0, logRatio(n, p, mode, k) + hat) + high))
      worstPrinted = Math.max(
        worstPrinted,
        Math.abs(Math.min(0, printedLogRatio(n, p, mode, k) + hat) + high),
      )
    }
    expect(worst).toBeLessThan(tolerance)
    expect(worstPrinted).toBeGreaterThan(10 * tolerance)
  },
)

test('probabilities 0 and 1, and no trials, leave nothing to chance', () => {
  const rng = stream(1, 'certain')
  for (const n of [0, 1, 7, 1e9, 2 ** 53 - 1]) {
    expect(drawBinomial(rng, n, 0)).toBe(0)
    expect(drawBinomial(rng, n, 1)).toBe(n)
    expect(drawBinomial(rng, n, 1e-300)).toBe(0)
    expect(drawBinomial(rng, n, 5e-324)).toBe(0)
  }
  expect(drawBinomial(rng, 0, 0.5)).toBe(0)
})

test('a hundred thousand draws at random parameters are whole numbers within 40 deviations of their mean', () => {
  // Bernstein: beyond 40 (sd + 1) with probability below e^(−50).
  const rng = stream(1, 'range')
  for (let i = 0; i < 100_000; i++) {
    const n = Math.floor(2 ** (53 * rng.uniform()))
    const p = i % 2 === 0 ? rng.uniform() : Math.min(1, 10 ** (-16 * rng.uniform()))
    const k = drawBinomial(rng, n, p)
    const good = Number.isInteger(k) && k >= 0 && k <= n
    if (!good || Math.abs(k - n * p) > 40 * (Math.sqrt(n * p * (1 - p)) + 1))
      expect([n, p, k]).toBe('impossible')
  }
})

test('the extreme uniform draws give possible values', () => {
  for (const u of [0, 1 - 2 ** -53]) {
    for (const [n, p] of [
      [5, 0.3],
      [1000, 0.3],
      [1e9, 1e-9],
      [1e15, 0.5],
    ]) {
      // The extreme value first, then ordinary ones.
      const rng = stream(1, 'after')
      let first = true
      const uniform = () => {
        if (!first) return rng.uniform()
        first = false
        return u
      }
      const k = drawBinomial({ ...rng, uniform }, n, p)
      expect(Number.isInteger(k) && k >= 0 && k <= n).toBe(true)
    }
  }
})

test.each([-1, 1.5, 2 ** 53, Number.NaN, Infinity, undefined, '5'])('%s trials are refused', n => {
  expect(() => drawBinomial(stream(1), n as number, 0.5)).toThrow(
    /^n must be a whole number (at least 0|from 0 to 9007199254740991); got/,
  )
})

test.each([-1e-9, 1.0001, Number.NaN, undefined])('probability %s is refused', p => {
  expect(() => drawBinomial(stream(1), 5, p as number)).toThrow(/^p must be a number from 0 to 1; got/)
})
