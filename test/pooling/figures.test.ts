import { describe, expect, test } from 'vitest'
import { mixing } from '../../src/pooling/mixing.ts'
import { personalizedThreshold } from '../../src/pooling/personalized-threshold.ts'

/** The design of Ferrando et al., figure 1; the sensitivity is not stated there. */
function design(n: number, sensitivity: number) {
  const counts = [n, 100, 500, 1000, 5000, 10_000]
  return { counts, epsilons: [10, 0.05, 0.1, 0.01, 0.25, 0.15], variance: 25, sensitivity }
}

function best(n: number, sensitivity: number) {
  return personalizedThreshold({ ...design(n, sensitivity), rule: 'optimal' })
}

describe.each([
  [100, 75.5, 81.8],
  [1000, 70.6, 77.4],
  [10_000, 53.2, 62.1],
])('figure 1 at n = %d', (n, low, high) => {
  test(`the best threshold is 0.15 up to a sensitivity of ${low} and 0.25 from ${high} on`, () => {
    expect(best(n, low - 0.1).threshold).toBe(0.15)
    expect(best(n, high + 0.1).threshold).toBe(0.25)
    for (const sensitivity of [low + 0.1, high - 0.1]) {
      const { threshold } = best(n, sensitivity)
      expect(threshold).toBeGreaterThan(0.15)
      expect(threshold).toBeLessThan(0.25)
    }
  })
})

test('the four thresholds of figure 1 have these variances at a sensitivity of 15', () => {
  const variance = (rule: 'min' | 'mean' | 'max') =>
    personalizedThreshold({ ...design(1000, 15), rule }).variance
  expect(mixing(design(1000, 15)).variance).toBeCloseTo(0.0016554, 7)
  expect(variance('min')).toBeCloseTo(0.015948, 6)
  expect(variance('mean')).toBeCloseTo(0.015247, 6)
  expect(variance('max')).toBeCloseTo(0.025001, 6)
  expect(best(1000, 15).variance).toBeCloseTo(0.0015968, 7)
})

test.each([
  [1000, 15, 1.037],
  [1000, 100, 1.25],
  [10_000, 100, 0.956],
])(
  'at n = %d and a sensitivity of %d the mixture has %f times the variance of the best threshold',
  (n, s, ratio) => {
    const measured = mixing(design(n, s)).variance / best(n, s).variance
    expect(Math.abs(measured / ratio - 1)).toBeLessThan(0.005)
  },
)
