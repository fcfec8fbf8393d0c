import { expect, test } from 'vitest'
import { boxOf, MANY, MOST_OUTLIERS } from '../../../src/report/charts/tukey-box.ts'

test('the whiskers end at the last values within 1.5 interquartile ranges of the box, the others are outliers', () => {
  expect(boxOf([9, 2, 3, 4, 5, 6, 20, -7])).toEqual({
    low: 2,
    high: 9,
    q1: 2.75,
    median: 4.5,
    q3: 6.75,
    outliers: [-7, 20],
    points: [-7, 2, 3, 4, 5, 6, 9, 20],
  })
})

test('without outliers the whiskers end at the smallest and the largest value', () => {
  expect(boxOf([3, 1, 2])).toEqual({
    low: 1,
    high: 3,
    q1: 1.5,
    median: 2,
    q3: 2.5,
    outliers: [],
    points: [1, 2, 3],
  })
  expect(boxOf([5])).toEqual({ low: 5, high: 5, q1: 5, median: 5, q3: 5, outliers: [], points: [5] })
})

test('a box without whiskers has them end where it does', () => {
  const { low, q1, q3, high, outliers } = boxOf([0, 0, 100, 100, 100, 100, 100, 1000])
  expect([q1, q3]).toEqual([75, 100])
  expect([low, high]).toEqual([75, 100])
  expect(outliers).toEqual([0, 0, 1000])
})

test('only the most extreme outliers are kept, on either side', () => {
  const most = MOST_OUTLIERS + 3
  const middle = Array.from({ length: 100 }, (_, i) => i / 100)
  const low = Array.from({ length: most }, (_, i) => -10 - i)
  const { outliers } = boxOf([...middle, ...low, 50])
  expect(outliers).toEqual([...low.reverse().slice(0, MOST_OUTLIERS), 50])
})

test('all values are kept where they are fewer than 20, and none from there on', () => {
  const values = Array.from({ length: MANY }, (_, i) => i)
  expect(boxOf(values).points).toEqual([])
  expect(boxOf(values.slice(1)).points).toEqual(values.slice(1))
})
