import { expect, test } from 'vitest'
import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'

test('without a size it takes K/(e^ε + 1) to the nearest whole number, at least one', () => {
  for (const [categories, epsilon, size] of [
    [20, 1, 5],
    [20, 0.1, 10],
    [20, 5, 1],
    [2, 0.01, 1],
    [100, 1, 27],
  ]) {
    expect(subsetSelection({ categories, epsilon }).toRequest()).toEqual({
      mechanism: 'subset-selection',
      categories,
      epsilon,
      size,
    })
  }
})

test('with sets of one category it is SRR', () => {
  const sets = subsetSelection({ categories: 5, epsilon: 1.5, size: 1 })
  const plain = srr({ categories: 5, epsilon: 1.5 })
  for (let y = 0; y < 5; y++) {
    likelihood(sets, [y]).forEach((value, x) => {
      expect(value).toBeCloseTo(likelihood(plain, y)[x], 14)
    })
  }
})

test('the number of responses is the number of sets', () => {
  expect(
    subsetSelection({ categories: 60, epsilon: 1, size: 30 }).responseCount / Number(118264581564861424n),
  ).toBeCloseTo(1, 12)
  expect(subsetSelection({ categories: 2000, epsilon: 0.1, size: 900 }).responseCount).toBe(Infinity)
  expect(subsetSelection({ categories: 9, epsilon: 1, size: 8 }).responseCount).toBe(9)
})

test('a response whose members change is counted as what was checked, and a list with a hole is refused', () => {
  const mechanism = subsetSelection({ categories: 4, epsilon: 1, size: 2 })
  let reads = 0
  const live = Object.defineProperty([0, 1], 1, { get: () => (reads++ === 0 ? 1 : 3) })
  expect(mechanism.column(live)).toEqual(mechanism.column([0, 1]))
  expect(reads).toBe(1)
  // biome-ignore lint/suspicious/noSparseArray: that is the point
  expect(() => mechanism.column([0, , 2] as number[])).toThrow(RangeError)
  expect(() => mechanism.column(new Array(2 ** 32 - 1))).toThrow(RangeError)
})
