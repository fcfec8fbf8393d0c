import { expect, test } from 'vitest'
import { denseColumn, levelColumn } from '../../src/mechanism/column.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { createTally } from '../../src/posterior/tally.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { mechanismOf, tallyOf } from '../support/tally.ts'

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
