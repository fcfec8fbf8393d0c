import { expect, test } from 'vitest'
import { levelColumn } from '../../src/mechanism/column.ts'
import { supported, supportLevels } from '../../src/mechanism/support.ts'

test('the levels are those of a sum over all sets of a size', () => {
  // Subset selection of 2 among 4: the sets that hold the truth weigh e^ε times as much as the others.
  const epsilon = 1.3
  const sets = [0, 1, 2, 3].flatMap(i => [0, 1, 2, 3].filter(j => j > i).map(j => [i, j]))
  const weight = (set: number[]) => (set.includes(0) ? Math.exp(epsilon) : 1)
  const total = sets.reduce((sum, set) => sum + weight(set), 0)
  const share = (x: number) =>
    sets.filter(set => set.includes(x)).reduce((sum, set) => sum + weight(set), 0) / total
  const { outside, gap } = supportLevels(4, 2, epsilon)
  expect(outside).toBeCloseTo(share(1), 14)
  expect(outside + gap).toBeCloseTo(share(0), 14)
})

test('with a pair in a given number of sets, they are those of that design', () => {
  // Fano's plane: 7 points, blocks of 3, each pair in one block; a point is in three blocks.
  const { outside, gap } = supportLevels(7, 3, Math.log(2), 1)
  expect(outside).toBeCloseTo((1 * 2 + 2 * 1) / (3 * 2 + 4), 14)
  expect(outside + gap).toBeCloseTo((3 * 2) / (3 * 2 + 4), 14)
})

test('a response supports its point, its set, or all or none of the categories', () => {
  const column = { categories: 3, logScale: -1, logBase: -2 }
  expect(Array.from(supported(levelColumn({ ...column, point: 0, logPeak: 0 }), 2, -1))).toEqual([0])
  const set = Int32Array.of(1, 2)
  expect(Array.from(supported(levelColumn({ ...column, set, logLevel: 0 }), 2, -1))).toEqual([1, 2])
  const flat = (logScale: number) => supported(levelColumn({ categories: 3, logScale, logBase: 0 }), 2, -1)
  expect(Array.from(flat(-1))).toEqual([0, 1, 2])
  expect(Array.from(flat(-3))).toEqual([])
})
