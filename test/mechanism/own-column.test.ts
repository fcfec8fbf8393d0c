import { expect, test } from 'vitest'
import type { Column } from '../../src/mechanism/column.ts'
import { denseColumn, levelColumn, requireColumn } from '../../src/mechanism/own-column.ts'

const LEVELS = levelColumn({
  categories: 5,
  logScale: -1,
  logBase: -2,
  set: [1, 3],
  logLevel: -1,
  point: 4,
  logPeak: 0,
})
const DENSE = denseColumn([-1, -2, -3, -4, -5])

test('a column that is as it should be is returned, of levels or dense', () => {
  expect(requireColumn(LEVELS, 5)).toBe(LEVELS)
  expect(requireColumn(DENSE, 5)).toBe(DENSE)
  expect(requireColumn({ ...LEVELS, point: -1, peak: LEVELS.base, logPeak: LEVELS.logBase }, 5).kind).toBe(
    'levels',
  )
})

test.each<[string, unknown]>([
  ['over other categories', { ...LEVELS, categories: 6 }],
  ['no object', null],
  ['of another sort', { ...LEVELS, kind: 'other' }],
  ['without a scale', { ...LEVELS, logScale: Number.NaN }],
  ['with a base that is not the exponential of its logarithm', { ...LEVELS, base: 0.5 }],
  ['with such a level', { ...LEVELS, level: 0.9 }],
  ['with such a peak', { ...LEVELS, peak: 0.9 }],
  ['with a level above 1', { ...LEVELS, level: Math.E, logLevel: 1 }],
  ['with a set out of order', { ...LEVELS, set: Int32Array.of(3, 1) }],
  ['with a set that is a list', { ...LEVELS, set: [1, 3] }],
  ['with a set of no categories', { ...LEVELS, set: Int32Array.of(1, 5) }],
  ['with a point beyond', { ...LEVELS, point: 5 }],
  ['with a point below', { ...LEVELS, point: -2 }],
  ['with a point between', { ...LEVELS, point: 0.5 }],
  ['too short', { ...DENSE, values: DENSE.values.slice(1), logValues: DENSE.logValues.slice(1) }],
  ['too long', { ...DENSE, values: new Float64Array(6), logValues: new Float64Array(6).fill(-Infinity) }],
  ['of lists', { ...DENSE, values: Array.from(DENSE.values) }],
  ['of values that are not the exponentials', { ...DENSE, values: DENSE.values.map(value => value / 2) }],
])('a column is refused if it is %s', (_, column) => {
  expect(() => requireColumn(column as Column, 5)).toThrow(
    /^the column of a response must be a levelColumn or denseColumn over 5 categories/,
  )
})

test('probabilities above 1 are refused, and a response that nobody can give', () => {
  expect(() => requireColumn({ ...LEVELS, logScale: 0.5 }, 5)).toThrow(
    /^column must be made of probabilities of at most 1/,
  )
  expect(() => denseColumn([-0.1, -1], 0.2)).toThrow(/^column must be made of probabilities of at most 1/)
  expect(() => levelColumn({ categories: 2, logScale: 0, logBase: -Infinity })).toThrow(
    /^column must be above zero somewhere/,
  )
  expect(() => denseColumn([0, Infinity])).toThrow(/^logProbabilities\[1\] must be/)
})
