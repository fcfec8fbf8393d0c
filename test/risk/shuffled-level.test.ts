import { describe, expect, test } from 'vitest'
import { shuffledLevel, Totals } from '../../src/risk/shuffled-level.ts'
import { logGamma } from '../support/special.ts'

const DELTA = 1e-6
const logChoose = (n: number, k: number) => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
const binomial = (n: number, p: number) =>
  Float64Array.from({ length: n + 1 }, (_, k) =>
    Math.exp(logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p)),
  )

/** The smallest level at which δ is kept, to 1e-9. */
function smallest(most: number, delta: (level: number) => number): number {
  let [low, high] = [0, most]
  while (high - low > 1e-9) {
    const middle = (low + high) / 2
    if (delta(middle) <= DELTA) high = middle
    else low = middle
  }
  return high
}

const hockeyStick = (one: Float64Array, other: Float64Array, level: number) =>
  one.reduce((sum, p, k) => sum + Math.max(0, p - Math.exp(level) * other[k]), 0)

/** The exact level of binary randomized response among n where all others hold 0, in one direction and in both. */
function exactLevel(n: number, epsilon: number): { forward: number; both: number } {
  const lie = 1 / (Math.exp(epsilon) + 1)
  const others = binomial(n - 1, lie)
  const law = (one: number) =>
    Float64Array.from({ length: n + 1 }, (_, k) => (others[k] ?? 0) * (1 - one) + (others[k - 1] ?? 0) * one)
  const [held, other] = [law(1 - lie), law(lie)]
  const forward = smallest(epsilon, level => hockeyStick(held, other, level))
  const back = smallest(epsilon, level => hockeyStick(other, held, level))
  return { forward, both: Math.max(forward, back) }
}

/**
 * The reduction by enumeration of all pairs of counts. Values of C that are more than `within` standard deviations from the mean are
 * dropped, and not added.
 */
function plainReduction(n: number, epsilon: number, variation: number, within = Infinity): number {
  return smallest(epsilon, plainDelta(n, epsilon, variation, within))
}

function plainDelta(n: number, epsilon: number, variation: number, within = Infinity) {
  const ratio = Math.exp(epsilon)
  const alpha = variation / (ratio - 1)
  const [mean, spread] = [(n - 1) * 2 * alpha, Math.sqrt((n - 1) * 2 * alpha * (1 - 2 * alpha))]
  const totals = binomial(n - 1, 2 * alpha).map((p, c) => (Math.abs(c - mean) <= within * spread ? p : 0))
  const halves = Array.from({ length: n }, (_, c) => binomial(c, 0.5))
  const joint = (c: number, a: number) => (totals[c] ?? 0) * (halves[c]?.[a] ?? 0)
  return (level: number) => {
    let sum = 0
    for (let s = 0; s <= n; s++) {
      for (let a = 0; a <= s; a++) {
        const still = (1 - alpha * (ratio + 1)) * joint(s, a)
        const [first, second] = s > 0 ? [joint(s - 1, a - 1), joint(s - 1, a)] : [0, 0]
        const p = still + alpha * (ratio * first + second)
        const q = still + alpha * (first + ratio * second)
        sum += Math.max(0, p - Math.exp(level) * q)
      }
    }
    return sum
  }
}

const anyVariation = (epsilon: number) => Math.tanh(epsilon / 2)

describe('the level of shuffled binary randomized response', () => {
  const cases = [0.5, 1, 2].flatMap(epsilon => [10, 100, 500, 2000].map(n => [epsilon, n] as const))

  test.each(cases)('is never below the exact one and at most 1.3 times it: ε = %d, n = %d', (epsilon, n) => {
    const { both } = exactLevel(n, epsilon)
    const bound = shuffledLevel({ people: n, epsilon, variation: anyVariation(epsilon) }, DELTA)
    expect(bound).toBeGreaterThanOrEqual(both - 1e-9)
    expect(bound).toBeLessThanOrEqual(1.3 * both)
  })

  test('tells it from twins: of one direction alone, and with the mass dropped that is cut off', () => {
    const { forward, both } = exactLevel(500, 1)
    expect(forward).toBeLessThan(0.99 * both)
    const reach = anyVariation(1)
    expect(plainReduction(60, 1, reach, 0.1)).toBeLessThan(0.99 * exactLevel(60, 1).both)
    expect(plainReduction(60, 1, reach)).toBeGreaterThan(exactLevel(60, 1).both)
  })
})

test.each([
  [20, 0.5, anyVariation(0.5)],
  [60, 1, anyVariation(1)],
  [60, 2, 0.2],
  [80, 1, 0.0791],
])('the thresholds give what all pairs of counts give: n = %d, ε = %d, β = %d', (n, epsilon, variation) => {
  const plain = plainReduction(n, epsilon, variation)
  const level = shuffledLevel({ people: n, epsilon, variation }, DELTA)
  expect(level).toBeGreaterThanOrEqual(plain - 1e-8)
  expect(level).toBeLessThanOrEqual(plain * (1 + 5e-5))
})

// At high levels only rare totals count, which are cut off: a bound that forgets them is too low there.
test('δ is never below that of all pairs of counts, and above it by at most what is cut off', () => {
  for (const given of [0.5, 1e-4]) {
    const crowd = { people: 60, epsilon: 2, variation: 0.7 }
    const totals = new Totals(crowd, given)
    for (const level of [0.1, 1, 1.8, 1.95]) {
      const plain = plainDelta(crowd.people, crowd.epsilon, crowd.variation)(level)
      expect(totals.delta(level)).toBeGreaterThanOrEqual(plain * (1 - 1e-12))
      expect(totals.delta(level)).toBeLessThanOrEqual(plain * (1 + 3e-6) + 2e-4 * given)
    }
  }
})

test('has the figures of the table: ε = 1, δ = 10⁻⁶', () => {
  const direct = (Math.E - 1) / (Math.E + 19)
  const sets = 0.23722830149333896
  const level = (people: number, variation: number) =>
    shuffledLevel({ people, epsilon: 1, variation }, DELTA).toFixed(4)
  expect([anyVariation(1), direct, sets].map(variation => level(1e4, variation))).toEqual([
    '0.0432',
    '0.0166',
    '0.0302',
  ])
  expect([anyVariation(1), direct, sets].map(variation => level(1e5, variation))).toEqual([
    '0.0124',
    '0.0047',
    '0.0086',
  ])
  expect(level(1e6, direct)).toBe('0.0013')
})

test('stays within the local level, where that is tiny or huge, and for one person', () => {
  for (const epsilon of [1e-9, 1e-3, 1, 50, 700, 800]) {
    for (const people of [1, 2, 1000]) {
      const level = shuffledLevel({ people, epsilon, variation: anyVariation(epsilon) }, DELTA)
      expect(level).toBeGreaterThanOrEqual(0)
      expect(level).toBeLessThanOrEqual(epsilon)
    }
  }
  expect(shuffledLevel({ people: 1, epsilon: 50, variation: 1 }, DELTA)).toBeCloseTo(50, 6)
})
