import { expect, test } from 'vitest'
import {
  columnLogValues,
  columnSpread,
  columnValues,
  denseColumn,
  levelColumn,
} from '../../src/mechanism/column.ts'
import { stream } from '../../src/random/stream.ts'

test('a column of levels has the peak at its point, the level on its set, the base elsewhere', () => {
  const set = Int32Array.of(1, 3, 4)
  const column = levelColumn({
    categories: 6,
    logScale: -2,
    logBase: -3,
    set,
    logLevel: -1,
    point: 3,
    logPeak: 0,
  })
  expect(Array.from(columnLogValues(column))).toEqual([-3, -1, -3, 0, -1, -3])
  expect(Array.from(columnValues(column))).toEqual([-3, -1, -3, 0, -1, -3].map(Math.exp))
  expect(column.logScale).toBe(-2)
})

test('whatever its levels, the largest value is one and the scale holds the rest', () => {
  const column = levelColumn({ categories: 3, logScale: -2, logBase: 5, point: 0, logPeak: 3 })
  expect(Array.from(columnLogValues(column))).toEqual([-2, 0, 0])
  expect(column.logScale).toBe(3)
  const dense = denseColumn(Float64Array.of(-2000, -1001, -1000))
  expect(dense.values[2]).toBe(1)
  expect([dense.logScale, dense.values[0], dense.logValues[0]]).toEqual([-1000, 0, -1000])
})

test('a column without a set or a point has none', () => {
  const column = levelColumn({ categories: 2, logScale: 0, logBase: 0 })
  expect([column.set.length, column.point, column.base, column.level, column.peak]).toEqual([0, -1, 1, 1, 1])
})

test('the spread of a column of levels is that of its dense form, in 3,000 random cases', () => {
  const rng = stream(1, 'spread')
  for (let i = 0; i < 3000; i++) {
    const categories = 1 + rng.integer(6)
    const set = Int32Array.from({ length: categories }, (_, x) => x).filter(() => rng.uniform() < 0.5)
    const point = rng.integer(categories + 1) - 1
    const [logBase, logLevel, logPeak] = [rng, rng, rng].map(source => -source.integer(4))
    const column = levelColumn({
      categories,
      logScale: 0,
      logBase,
      ...(set.length > 0 && { set, logLevel }),
      ...(point >= 0 && { point, logPeak }),
    })
    const logs = columnLogValues(column)
    const { logRatio, largest, smallest } = columnSpread(column)
    expect(logRatio).toBe(Math.max(...logs) - Math.min(...logs))
    expect(logs[largest] - logs[smallest]).toBe(logRatio)
  }
})

test('a response that no category can give has no column', () => {
  expect(() => denseColumn(new Float64Array(3).fill(-Infinity))).toThrow(
    /^response must be one that some category can give/,
  )
})
