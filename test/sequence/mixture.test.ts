import { expect, test } from 'vitest'
import { srr } from '../../src/mechanism/srr.ts'
import {
  addPenalties,
  createMixture,
  logEvidence,
  logMixture,
  RATES,
  radius,
  varianceFor,
} from '../../src/sequence/mixture.ts'
import { scoresOf } from '../../src/sequence/scores.ts'

test('the penalties are those of ψ, never below them', () => {
  const mixture = createMixture(7)
  for (const c of [0, 1e-4, 0.3, 1, 5, 12, 40]) {
    const sums = new Float64Array(RATES)
    addPenalties(mixture, sums, 0, 2, c)
    for (const [j, rate] of mixture.rates.entries()) {
      const u = c * rate
      const exact = c < 0.01 ? rate ** 2 * (1 + (2 / 3) * u) : (2 * (-Math.log1p(-u) - u)) / c ** 2
      if (u >= 0.9997) expect(sums[j]).toBe(Infinity)
      else {
        expect(sums[j] / exact).toBeGreaterThan(1 - 1e-7)
        expect(sums[j] / exact).toBeLessThan(u < 0.9 ? 1 + 1e-4 : 1.05)
      }
    }
  }
})

test('the radius is where the mixture reaches its odds', () => {
  const mixture = createMixture(7)
  const sums = mixture.rates.map(rate => (7000 * rate ** 2) / 2)
  const u = radius(mixture, sums, 0, Math.log(40))
  const total = mixture.rates.reduce(
    (sum, rate, j) => sum + Math.exp(mixture.logWeights[j] + rate * u - sums[j]),
    0,
  )
  expect(total).toBeCloseTo(40, 8)
})

test('rates that were dropped do not count, and without any there is no bound', () => {
  const mixture = createMixture(7)
  const sums = new Float64Array(RATES).fill(Infinity)
  expect(radius(mixture, sums, 0, 3)).toBe(Infinity)
  sums[20] = 0.5
  expect(radius(mixture, sums, 0, 3)).toBeCloseTo((3 + 0.5 - mixture.logWeights[20]) / mixture.rates[20], 9)
})

test('where all terms weigh alike, Newton ends at the root within its steps', () => {
  // All 29 terms are alike where Σ(g − μ) is 50, and steps that are not scaled by their total would not arrive.
  const mixture = createMixture(7)
  const sums = mixture.rates.map((rate, j) => mixture.logWeights[j] + rate * 50)
  const u = radius(mixture, sums, 0, Math.log(RATES) + 1e-3)
  const { value } = logMixture(mixture, sums, 0, u)
  expect(Math.abs(value - Math.log(RATES) - 1e-3)).toBeLessThan(1e-11)
})

test('the evidence and the mixture are the plain sum over the rates that were not dropped', () => {
  const mixture = createMixture(7)
  const { rates, logWeights } = mixture
  const before = rates.map((_, j) => (j < 5 ? Number.NaN : 0.01 * j))
  const sums = rates.map((rate, j) => (j < 5 ? Infinity : rate + 0.02 * j))
  const terms = Array.from(rates, (rate, j) =>
    j < 5 ? 0 : Math.exp(logWeights[j] + rate * 3 - sums[j] + before[j]),
  )
  const total = terms.reduce((sum, term) => sum + term)
  expect(logEvidence(mixture, sums, 0, 3, before)).toBeCloseTo(Math.log(total), 12)
  const { value, slope } = logMixture(mixture, sums, 0, 3, before)
  expect(value).toBeCloseTo(Math.log(total), 12)
  expect(slope).toBeCloseTo(terms.reduce((sum, term, j) => sum + term * rates[j], 0) / total, 12)
  expect(logMixture(mixture, new Float64Array(RATES).fill(Infinity), 0, 3)).toEqual({
    value: -Infinity,
    slope: 0,
  })
})

test('weights sum to one', () => {
  expect(createMixture(0.2).logWeights.reduce((sum, log) => sum + Math.exp(log), 0)).toBeCloseTo(1, 12)
})

test('a mixture is made for the variance of the scores, and for no less than the noise at ε = 8', () => {
  const at = (epsilon: number) => scoresOf(srr({ categories: 5, epsilon }))
  for (const epsilon of [0.1, 1, 8]) expect(varianceFor(at(epsilon))).toBe(at(epsilon).variance)
  for (const epsilon of [9, 20, 750]) {
    expect(varianceFor(at(epsilon))).toBeLessThan(at(8).variance)
    expect(varianceFor(at(epsilon))).toBeGreaterThan(0.9 * at(8).variance)
  }
})
