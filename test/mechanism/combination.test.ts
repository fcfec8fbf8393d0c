import { expect, test } from 'vitest'
import { countCombinations, rankOf, unrank } from '../../src/mechanism/combination.ts'

test('binomial coefficients are those of Pascal’s triangle', () => {
  let row = [1]
  for (let n = 0; n <= 50; n++) {
    row.forEach((value, k) => {
      expect(countCombinations(n, k)).toBe(value)
    })
    expect(countCombinations(n, n + 1)).toBe(0)
    row = [1, ...row.slice(1).map((value, i) => value + row[i]), 1]
  }
})

test('numbers and sorted sets go back and forth, and the numbers are 0 … C(n, k) − 1', () => {
  for (const [n, k] of [
    [7, 1],
    [7, 3],
    [9, 8],
    [10, 5],
  ]) {
    const ranks = new Set<number>()
    for (let rank = 0; rank < countCombinations(n, k); rank++) {
      const set = unrank(rank, k)
      expect(set).toEqual([...new Set(set)].sort((i, j) => i - j))
      expect(set[k - 1]).toBeLessThan(n)
      expect(rankOf(set)).toBe(rank)
      ranks.add(rankOf(set))
    }
    expect(ranks.size).toBe(countCombinations(n, k))
  }
  expect(unrank(123_456, 1)).toEqual([123_456])
})
