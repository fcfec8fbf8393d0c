import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES, divergence, largestDivergence } from '../../src/simplex/divergence.ts'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { normalise, randomLaw } from '../support/laws.ts'

const sumOver = (p: Float64Array, q: Float64Array, term: (p: number, q: number) => number) =>
  p.reduce((total, value, i) => total + term(value, q[i]), 0)

const PLAIN = {
  tv: (p: Float64Array, q: Float64Array) => sumOver(p, q, (a, b) => Math.abs(a - b) / 2),
  kl: (p: Float64Array, q: Float64Array) => sumOver(p, q, (a, b) => (a === 0 ? 0 : a * Math.log(a / b))),
  chi2: (p: Float64Array, q: Float64Array) => sumOver(p, q, (a, b) => (a - b) ** 2 / b),
  hellinger2: (p: Float64Array, q: Float64Array) => 1 - sumOver(p, q, (a, b) => Math.sqrt(a * b)),
}

test('each divergence equals its plain sum, on 2000 random pairs, to 1e-13 + 1e-12 of it', () => {
  const rng = stream(1, 'plain')
  for (let round = 0; round < 2000; round++) {
    const n = 1 + rng.integer(20)
    const p = randomLaw(rng, n)
    const q = randomLaw(rng, n, false)
    for (const name of DIVERGENCES) {
      const plain = PLAIN[name](p, q)
      expect(Math.abs(divergence(name, p, q) - plain)).toBeLessThanOrEqual(1e-13 + 1e-12 * Math.abs(plain))
    }
    expect(divergence('tv', p, q)).toBeCloseTo(totalVariation(p, q), 14)
  }
})

test('Pinsker and its kin hold: tv² ≤ kl/2, hellinger2 ≤ tv, kl ≤ chi2, on 2000 random pairs', () => {
  const rng = stream(1, 'pinsker')
  for (let round = 0; round < 2000; round++) {
    const n = 2 + rng.integer(10)
    const p = randomLaw(rng, n)
    const q = randomLaw(rng, n)
    const [tv, kl, chi2, hellinger2] = DIVERGENCES.map(name => divergence(name, p, q))
    expect(tv ** 2).toBeLessThanOrEqual((kl / 2) * (1 + 1e-12) + 1e-300)
    expect(hellinger2).toBeLessThanOrEqual(tv * (1 + 1e-12))
    expect(kl).toBeLessThanOrEqual(chi2 * (1 + 1e-12))
  }
})

test('where q is zero and p is not, kl and chi2 are Infinity, tv and hellinger2 count half of p', () => {
  const [tv, kl, chi2, hellinger2] = DIVERGENCES.map(name => divergence(name, [0.5, 0.5, 0], [0.5, 0, 0.5]))
  expect([tv, kl, chi2]).toEqual([0.5, Infinity, Infinity])
  expect(hellinger2).toBeCloseTo(0.5, 15)
  expect(DIVERGENCES.map(name => divergence(name, [1, 0], [0, 1]))).toEqual([1, Infinity, Infinity, 1])
})

test('where p is zero and q is not, and where both are, every divergence is finite', () => {
  expect(divergence('tv', [1, 0, 0], [0.5, 0.5, 0])).toBe(0.5)
  expect(divergence('kl', [1, 0, 0], [0.5, 0.5, 0])).toBeCloseTo(Math.LN2, 15)
  expect(divergence('chi2', [1, 0, 0], [0.5, 0.5, 0])).toBe(1)
  expect(divergence('hellinger2', [1, 0, 0], [0.5, 0.5, 0])).toBeCloseTo(1 - Math.SQRT1_2, 15)
})

test('a law is at distance zero from itself, and two laws a millionth apart keep their digits', () => {
  const p = [0.2, 0.3, 0.5]
  for (const name of DIVERGENCES) expect(divergence(name, p, p)).toBe(0)
  const d = 2 ** -30
  // Σ over (½+d, ½−d) against (½, ½): χ² is 4d², and to leading order kl is 2d² and hellinger2 is d²/2.
  expect(divergence('chi2', [0.5 + d, 0.5 - d], [0.5, 0.5]) / (4 * d * d)).toBeCloseTo(1, 12)
  expect(divergence('kl', [0.5 + d, 0.5 - d], [0.5, 0.5]) / (2 * d * d)).toBeCloseTo(1, 6)
  expect(divergence('hellinger2', [0.5 + d, 0.5 - d], [0.5, 0.5]) / ((d * d) / 2)).toBeCloseTo(1, 6)
})

test('extreme weights give no NaN: chi2 above the doubles is Infinity, kl is exact', () => {
  expect(divergence('chi2', [0.5, 0.5], [1e-320, 1])).toBe(Infinity)
  expect(divergence('kl', [0.5, 0.5], [1e-300, 1])).toBeCloseTo(
    0.5 * Math.log(0.5e300) + 0.5 * Math.log(0.5),
    10,
  )
  expect(divergence('kl', [1e-320, 1], [0.5, 0.5])).toBeCloseTo(Math.LN2, 14)
})

test('weights are scaled to sum to one', () => {
  expect(divergence('kl', [2, 2], [1, 3])).toBe(divergence('kl', [0.5, 0.5], [0.25, 0.75]))
})

test('of 3000 random pairs with a ratio in [low, high], none is farther apart than the largest divergence', () => {
  const rng = stream(1, 'ratio')
  for (let round = 0; round < 3000; round++) {
    const n = 2 + rng.integer(6)
    const p = randomLaw(rng, n)
    const q = randomLaw(rng, n, false)
    const ratios = p.map((mass, i) => mass / q[i])
    const [low, high] = [Math.min(1, ...ratios), Math.max(1, ...ratios)]
    for (const name of DIVERGENCES) {
      expect(divergence(name, p, q)).toBeLessThanOrEqual(
        largestDivergence(name, low, high) * (1 + 1e-9) + 1e-15,
      )
    }
  }
})

test('two laws whose ratio takes only the values low and high attain the largest divergence', () => {
  const rng = stream(1, 'attained')
  for (let round = 0; round < 500; round++) {
    const low = rng.integer(4) === 0 ? 0 : rng.uniform()
    const high = 1 + 10 * rng.uniform()
    const share = (1 - low) / (high - low)
    const q = normalise([share, 1 - share])
    const p = [high * share, low * (1 - share)]
    for (const name of DIVERGENCES) {
      const largest = largestDivergence(name, low, high)
      expect(Math.abs(divergence(name, p, q) - largest)).toBeLessThanOrEqual(1e-12 * largest + 1e-15)
    }
  }
})

test('the largest divergence is that of the closed forms at low = 0, at high = Infinity, and 0 where either is 1', () => {
  expect(largestDivergence('tv', 0, 4)).toBe(0.75)
  expect(largestDivergence('kl', 0, 4)).toBeCloseTo(Math.log(4), 14)
  expect(largestDivergence('chi2', 0, 4)).toBeCloseTo(3, 14)
  expect(largestDivergence('hellinger2', 0, 4)).toBeCloseTo(0.5, 15)
  expect(DIVERGENCES.map(name => largestDivergence(name, 0, Infinity))).toEqual([1, Infinity, Infinity, 1])
  expect(largestDivergence('tv', 0.25, Infinity)).toBe(0.75)
  expect(largestDivergence('hellinger2', 0.25, Infinity)).toBeCloseTo(0.5, 15)
  for (const name of DIVERGENCES) {
    expect(largestDivergence(name, 1, Infinity)).toBe(0)
    expect(largestDivergence(name, 0, 1)).toBe(0)
  }
})

test('bad arguments are refused by name', () => {
  expect(() => divergence('js' as never, [1], [1])).toThrow(
    /^divergence must be one of tv, kl, chi2, hellinger2; got "js"/,
  )
  expect(() => divergence('tv', [1, 0], [1])).toThrow(RangeError)
  expect(() => divergence('tv', [-1, 2], [0.5, 0.5])).toThrow(/^p\[0\]/)
  expect(() => divergence('tv', [0.5, 0.5], [0, 0])).toThrow(/^q /)
  expect(() => largestDivergence('tv', 1.5, 2)).toThrow(/^low/)
  expect(() => largestDivergence('tv', 0.5, Number.NaN)).toThrow(/^high/)
})
