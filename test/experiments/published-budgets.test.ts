import { expect, test } from 'vitest'
import { publishedLevelAt } from '../../experiments/support/published-levels.ts'
import { publishedLevel } from '../../src/rrrr/published-budget.ts'

test('the channels made by the branches have, at their worst size, the level of the closed form', () => {
  for (const categories of [2, 5, 20]) {
    for (const epsilon of [0.1, 1, 5]) {
      for (const split of [0.8, 0.9]) {
        const epsilon1 = split * epsilon
        const levels = Array.from({ length: categories - 1 }, (_, i) =>
          publishedLevelAt({ categories, size: i + 1, epsilon, epsilon1 }),
        )
        const worst = publishedLevel(categories, epsilon, epsilon1)
        expect(Math.max(...levels)).toBeCloseTo(worst.epsilon, 11)
        expect(levels[worst.size - 1]).toBeCloseTo(worst.epsilon, 11)
      }
    }
  }
})

test('of 20 categories at ε = 0.5, 1 and 5 the published channels spend 0.866, 1.713 and 6.830', () => {
  const level = (epsilon: number) =>
    publishedLevelAt({ categories: 20, size: 1, epsilon, epsilon1: 0.8 * epsilon })
  expect([0.5, 1, 5].map(level).map(value => value.toFixed(3))).toEqual(['0.866', '1.713', '6.830'])
})
