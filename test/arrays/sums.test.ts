import { expect, test } from 'vitest'
import { dot, largest, mean, sum, variance } from '../../src/arrays/sums.ts'

test('of 1, 2, 6 the sum is 9, the mean 3, the sample variance 7', () => {
  for (const values of [[1, 2, 6], Float64Array.of(1, 2, 6)]) {
    expect([sum(values), mean(values), variance(values)]).toEqual([9, 3, 7])
  }
})

test('of nothing the sum is 0, and there is no mean; of one value there is no variance', () => {
  expect([sum([]), mean([]), variance([4])]).toEqual([0, Number.NaN, Number.NaN])
})

test('a product goes over the entries of the first, and the largest entry is no NaN', () => {
  expect(dot(Float64Array.of(1, 2), Float64Array.of(3, 5, 7))).toBe(13)
  expect(largest([3, Number.NaN, -1])).toBe(3)
  expect(largest([])).toBe(-Infinity)
})
