import { expect, test } from 'vitest'
import { publishedLevel, publishedSecondBudget } from '../../src/rrrr/published-budget.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'

test.each([
  [0.5, '0.866'],
  [1, '1.713'],
  [5, '6.830'],
])(
  'at a nominal ε of %f the published budget spends %s, with one category in the subset',
  (epsilon, level) => {
    const { epsilon: spent, size } = publishedLevel(20, epsilon, 0.8 * epsilon)
    expect(spent.toFixed(3)).toBe(level)
    expect(size).toBe(1)
  },
)

test('the published budget solves ε2 (e^{ε1−ε} k − 1) = k − 1 where that is less than ε, and else is ε', () => {
  for (const [k, epsilon, epsilon1] of [
    [5, 3, 2.4],
    [2, 6, 5.9],
    [40, 1.5, 1.4],
  ]) {
    const budget = publishedSecondBudget(k, epsilon, epsilon1)
    expect(budget).toBeLessThan(epsilon)
    expect(budget * (Math.exp(epsilon1 - epsilon) * k - 1)).toBeCloseTo(k - 1, 12)
  }
  // Where ε is at most 1, and where ε − ε1 is ln k or more.
  for (const [k, epsilon, epsilon1] of [
    [5, 1, 0.8],
    [5, 3, 1.3],
  ]) {
    expect(publishedSecondBudget(k, epsilon, epsilon1)).toBe(epsilon)
  }
})

test('the level is that of the binding ratio, e^ε1 · m · e^ε2 / (e^ε2 + m − 1)', () => {
  for (const K of [3, 10, 50]) {
    for (const epsilon of [0.1, 1, 3]) {
      const epsilon1 = 0.8 * epsilon
      const levels = Array.from({ length: K - 1 }, (_, i) => {
        const m = K - 1 - i
        const E2 = Math.exp(publishedSecondBudget(i + 1, epsilon, epsilon1))
        return epsilon1 + Math.log((m * E2) / (E2 + m - 1))
      })
      expect(publishedLevel(K, epsilon, epsilon1).epsilon).toBeCloseTo(Math.max(epsilon, ...levels), 12)
    }
  }
})

test('this project’s budget keeps the level that the published one exceeds', () => {
  for (const epsilon of [0.5, 1, 5]) {
    for (let size = 0; size < 20; size++) {
      const subset = Array.from({ length: size }, (_, x) => x)
      expect(rrrr({ categories: 20, subset, epsilon }).epsilon).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
    }
    expect(publishedLevel(20, epsilon, 0.8 * epsilon).epsilon).toBeGreaterThan(1.3 * epsilon)
  }
})
