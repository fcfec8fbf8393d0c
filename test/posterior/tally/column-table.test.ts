import { expect, test } from 'vitest'
import { columnLogValues, denseColumn, type LevelColumn, levelColumn } from '../../../src/mechanism/column.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { createTally, tallyFromJSON } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { mechanismOf, tallyOf } from '../../support/tally.ts'

test('answers to different subsets share a column where they say the same', () => {
  const mechanism = (subset: number[]) => rrrr({ categories: 5, subset, epsilon: 1 })
  const tally = createTally(5)
  tally.add(mechanism([0, 1]), 0)
  tally.add(mechanism([0, 3]), 0)
  tally.add(mechanism([4, 0]), 0, 3)
  expect([tally.distinct, tally.size]).toEqual([1, 5])
  // Outside the subset, the answer says which subset it was.
  tally.add(mechanism([0, 1]), 4)
  tally.add(mechanism([0, 3]), 4)
  expect(tally.distinct).toBe(3)
  tally.add(mechanism([0, 1, 2]), 0)
  tally.add(mechanism([0, 1]), 1)
  expect(tally.distinct).toBe(5)
  // The empty subset is plain SRR.
  tally.add(mechanism([]), 2)
  tally.add(srr({ categories: 5, epsilon: 1 }), 2)
  expect(tally.distinct).toBe(6)
})

test('equal answers of mechanisms that were made apart share a column, of every kind', () => {
  const dense = () => mechanismOf([denseColumn(Float64Array.of(-1, -2, 0))])
  const levels = { categories: 3, logScale: -1, logBase: -1, point: 2, logPeak: -3 }
  const sets = () => subsetSelection({ categories: 3, epsilon: 1, size: 2 })
  for (const make of [dense, () => mechanismOf([levelColumn(levels)]), sets]) {
    const response = make === sets ? [0, 2] : 0
    expect(
      tallyOf([
        [make(), response, 1],
        [make(), response, 4],
      ]).distinct,
    ).toBe(1)
  }
})

test('columns that differ by the common factor alone are different columns', () => {
  const scaled = (logScale: number) => mechanismOf([levelColumn({ categories: 2, logScale, logBase: 0 })])
  const tally = tallyOf([
    [scaled(-1), 0, 1],
    [scaled(-2), 0, 1],
  ])
  expect(tally.distinct).toBe(2)
  expect(tally.logLikelihood([0.3, 0.7])).toBeCloseTo(-3, 14)
})

test('a low point without a set gives the likelihood and gradient of the dense column, and no dense column is kept', () => {
  const low = levelColumn({ categories: 4, logScale: -1, logBase: 0, point: 2, logPeak: -3 })
  const never = levelColumn({ categories: 4, logScale: -1, logBase: 0, point: 1, logPeak: -Infinity })
  const dense = [low, never].map(column => denseColumn(columnLogValues(column), column.logScale))
  const tallies = [[low, never], dense].map(columns =>
    tallyOf(columns.map((_, y) => [mechanismOf(columns), y, 3 + y] as const)),
  )
  const [levels, plain] = tallies
  for (const theta of [
    [0.1, 0.2, 0.3, 0.4],
    [0.97, 0.01, 0.01, 0.01],
  ]) {
    expect(levels.logLikelihood(theta)).toBeCloseTo(plain.logLikelihood(theta), 13)
    const gradient = plain.gradientPhi(theta)
    levels.gradientPhi(theta).forEach((value, x) => {
      expect(value).toBeCloseTo(gradient[x], 12)
    })
  }
  expect([0, 1].map(c => levels.table.layout.rowOf(c))).toEqual([undefined, undefined])
  expect(tallyFromJSON(JSON.parse(JSON.stringify(levels))).toJSON()).toEqual(levels.toJSON())
})

test('hundreds of small sets among a million categories take no memory of that size', () => {
  const categories = 2 ** 20
  const tally = createTally(categories)
  const before = process.memoryUsage().arrayBuffers
  for (let x = 0; x < 200; x++) {
    const set = Int32Array.of(x, x + 1000)
    tally.addColumn(
      levelColumn({ categories, logScale: -9, logBase: -5, set, logLevel: 0, point: x, logPeak: 0 }),
      1,
    )
  }
  expect(tally.distinct).toBe(200)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50e6)
})

test('of very many answers the table keeps their bits alone, and gives each column back as it came', () => {
  const rng = stream(1, 'bits')
  const tables = [20, 300, 1000].map(categories => {
    // Short sets, long ones, and sets so small among a thousand categories that they are kept as lists.
    const mechanisms = [Math.ceil(categories / 100), Math.floor(categories / 4), categories - 2].map(size =>
      subsetSelection({ categories, epsilon: 2, size }),
    )
    const tally = createTally(categories)
    const given = Array.from({ length: 900 }, (_, i) => {
      const mechanism = mechanisms[i % 3]
      return mechanism.column(mechanism.respond(0, rng)) as LevelColumn
    })
    for (const column of given) tally.addColumn(column, 1)
    const distinct = new Map(given.map(column => [`${column.level} ${column.set}`, column]))
    expect(tally.table.mapColumns(column => column)).toEqual(Array.from(distinct.values()))
    return tally.table
  })
  expect(tables[1].sets.isMany).toBe(true)
  // 300 bits are 38 bytes, and room is made for twice as many sets.
  expect(tables[1].sets.codes.length).toBeLessThan(2 * 38 * (tables[1].sets.length + 1))
})

test('equal sets are one column again however they come, short or long, among few or many categories', () => {
  const rng = stream(1, 'keys')
  for (const [categories, size] of [
    [9, 2],
    [9, 7],
    [70, 30],
    [100_000, 3],
    [40_000, 20_000],
  ]) {
    const tally = createTally(categories)
    const sets = [0, 1].map(shift =>
      Int32Array.from({ length: size }, (_, i) => i * 2 + shift)
        .map(x => x % categories)
        .sort(),
    )
    const column = (set: Int32Array) =>
      levelColumn({ categories, logScale: -3, logBase: -1, set: set.slice(), logLevel: 0 })
    for (let i = 0; i < 20; i++) tally.addColumn(column(sets[rng.integer(2)]), 1)
    expect(tally.distinct).toBe(2)
  }
})
