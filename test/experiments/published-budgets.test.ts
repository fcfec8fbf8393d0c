import { expect, test } from 'vitest'
import { publishedLevelAt, publishedSecondBudget } from '../../experiments/support/published-levels.ts'

test('of 20 categories at ε = 0.5, 1 and 5 the published channels spend 0.866, 1.713 and 6.830', () => {
  const level = (epsilon: number) =>
    publishedLevelAt({ categories: 20, size: 1, epsilon, epsilon1: 0.8 * epsilon })
  expect([0.5, 1, 5].map(level).map(value => value.toFixed(3))).toEqual(['0.866', '1.713', '6.830'])
})

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

test('the worst of the channels made by the branches has the level of the binding ratio, e^ε1 · m · e^ε2 / (e^ε2 + m − 1)', () => {
  for (const K of [3, 10, 50]) {
    for (const epsilon of [0.1, 1, 3]) {
      const epsilon1 = 0.8 * epsilon
      const sizes = Array.from({ length: K - 1 }, (_, i) => i + 1)
      const levels = sizes.map(size => {
        const m = K - size
        const E2 = Math.exp(publishedSecondBudget(size, epsilon, epsilon1))
        return epsilon1 + Math.log((m * E2) / (E2 + m - 1))
      })
      const built = sizes.map(size => publishedLevelAt({ categories: K, size, epsilon, epsilon1 }))
      expect(Math.max(...built)).toBeCloseTo(Math.max(epsilon, ...levels), 11)
    }
  }
})
