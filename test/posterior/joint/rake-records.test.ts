import { expect, test } from 'vitest'
import { rakeRecords } from '../../../src/posterior/joint/rake-records.ts'
import { stream } from '../../../src/random/stream.ts'

const SIZES = [2, 3, 2]
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
]

/** Records of all cells, some often, and the tables that they have by some weights. */
function setUp() {
  const rng = stream('raked records')
  const cells = Int32Array.from({ length: 3 * 500 }, (_, i) => rng.integer(SIZES[i % 3]))
  const tablesBy = (weights: ArrayLike<number>) =>
    PAIRS.map(([a, b]) => {
      const shares = new Float64Array(SIZES[a] * SIZES[b])
      for (let i = 0; i < 500; i++) shares[cells[3 * i + a] + SIZES[a] * cells[3 * i + b]] += weights[i]
      return { a, b, shares }
    })
  return { cells, tablesBy }
}

/** A law of three questions that has more than its tables say: the weight of a cell. */
const wanted = (cells: ArrayLike<number>, i: number) =>
  [4, 1][cells[3 * i]] * [1, 3, 2][cells[3 * i + 1]] * (cells[3 * i] === cells[3 * i + 2] ? 5 : 1)

test('records are weighted such that they have all tables, and by nothing that the tables do not say', () => {
  const { cells, tablesBy } = setUp()
  const truth = Float64Array.from({ length: 500 }, (_, i) => wanted(cells, i))
  const total = truth.reduce((sum, weight) => sum + weight, 0)
  const tables = tablesBy(truth.map(weight => weight / total))
  const weights = rakeRecords(cells, SIZES, tables)
  const apart = (own: readonly { shares: Float64Array }[]) =>
    Math.max(
      ...own.flatMap(({ shares }, p) =>
        Array.from(shares, (share, x) => Math.abs(share - tables[p].shares[x])),
      ),
    )
  expect(apart(tablesBy(weights))).toBeLessThan(2e-4)
  expect(apart(tablesBy(new Float64Array(500).fill(1 / 500)))).toBeGreaterThan(0.1)
  // These weights are products of factors of pairs, as the raked ones are, and no others with the same tables are.
  weights.forEach((weight, i) => {
    expect(Math.abs(weight / (truth[i] / total) - 1)).toBeLessThan(0.01)
  })
})

test('what belongs to a cell without records is shared by the others, and a question by itself is raked to its shares', () => {
  const cells = Int32Array.from([0, 0, 1, 0, 1, 1])
  const table = { a: 0, b: 1, shares: Float64Array.of(0.2, 0.3, 0.1, 0.4) }
  const weights = rakeRecords(cells, [2, 2], [table])
  expect(weights[0]).toBeCloseTo(0.2 / 0.9, 12)
  expect(weights[2]).toBeCloseTo(0.4 / 0.9, 12)
  const single = rakeRecords(cells, [2, 2], [{ a: 0, b: -1, shares: Float64Array.of(0.7, 0.3) }])
  expect(Array.from(single)).toEqual([0.7, 0.15, 0.15])
})
