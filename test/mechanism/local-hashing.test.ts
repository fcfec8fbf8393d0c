import { expect, test } from 'vitest'
import { channelMatrix, likelihood } from '../../src/mechanism/channel-matrix.ts'
import { columnLogValues } from '../../src/mechanism/column.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import { stream } from '../../src/random/stream.ts'
import { drawsFollowChannel } from '../support/contract.ts'
import { FALSE_ALARM } from '../support/statistics.ts'

const HALVES = [
  [0, 0, 1, 1],
  [0, 1, 0, 1],
]

/** All g^K ways to deal K categories into g buckets. */
function allPartitions(categories: number, buckets: number): number[][] {
  return Array.from({ length: buckets ** categories }, (_, number) =>
    Array.from({ length: categories }, (_, x) => Math.floor(number / buckets ** x) % buckets),
  )
}

function expectNear(matrix: number[][], known: number[][]): void {
  expect(matrix.length).toBe(known.length)
  matrix.forEach((row, y) => {
    row.forEach((value, x) => {
      expect(value).toBeCloseTo(known[y][x], 14)
    })
  })
}

test('of two partitions into halves at ε = ln 3 the channel is known', () => {
  const mechanism = localHashing({ categories: 4, epsilon: Math.log(3), buckets: 2, partitions: HALVES })
  const known = [
    [3, 3, 1, 1],
    [1, 1, 3, 3],
    [3, 1, 3, 1],
    [1, 3, 1, 3],
  ]
  expectNear(
    channelMatrix(mechanism),
    known.map(row => row.map(value => value / 8)),
  )
})

test('with a bucket for every category it is SRR, and with sets of buckets subset selection', () => {
  const alone = { categories: 5, epsilon: 1.3, buckets: 5, partitions: [[0, 1, 2, 3, 4]] }
  expectNear(channelMatrix(localHashing(alone)), channelMatrix(srr({ categories: 5, epsilon: 1.3 })))
  const sets = subsetSelection({ categories: 5, epsilon: 1.3, size: 2 })
  const pairs = localHashing({ ...alone, size: 2 })
  expect(pairs.responseCount).toBe(10)
  const byColumn = (matrix: number[][]) =>
    matrix.map(row => row.map(value => value.toFixed(12)).join()).sort()
  expect(byColumn(channelMatrix(pairs))).toEqual(byColumn(channelMatrix(sets)))
})

test('with all hash functions a person who holds another category adds (e^ε − 1 + g)²/((e^ε − 1)²(g − 1))', () => {
  const categories = 3
  for (const [epsilon, buckets] of [
    [Math.LN2, 3],
    [1, 2],
    [Math.log(3), 4],
  ]) {
    const partitions = allPartitions(categories, buckets)
    const mechanism = localHashing({ categories, epsilon, buckets, partitions })
    const matrix = channelMatrix(mechanism)
    // How likely the reported bucket is that of category 1.
    const support = (x: number) =>
      partitions.reduce((sum, partition, h) => sum + matrix[h * buckets + partition[1]][x], 0)
    const [p, q] = [support(1), support(2)]
    expect(q).toBeCloseTo(1 / buckets, 12)
    const e = Math.exp(epsilon)
    const known = (e - 1 + buckets) ** 2 / ((e - 1) ** 2 * (buckets - 1))
    expect((q * (1 - q)) / (p - q) ** 2 / known).toBeCloseTo(1, 12)
    // At g = e^ε + 1 that is the variance of optimized unary encoding.
    if (Math.abs(e + 1 - buckets) < 1e-9) expect(known / ((4 * e) / (e - 1) ** 2)).toBeCloseTo(1, 9)
  }
})

test('buckets with nobody and buckets with everybody say nothing', () => {
  const mechanism = localHashing({ categories: 3, epsilon: 2, buckets: 3, partitions: [[1, 1, 1]] })
  for (let y = 0; y < 3; y++) {
    expect(Array.from(columnLogValues(mechanism.column(y)))).toEqual([0, 0, 0])
    expect(likelihood(mechanism, y)[0]).toBeCloseTo((y === 1 ? Math.exp(2) : 1) / (Math.exp(2) + 2), 14)
  }
  expect(mechanism.epsilon).toBe(0)
})

test('a partition that tells is found behind those that do not', () => {
  const partitions = [
    [1, 1, 1],
    [0, 0, 2],
  ]
  for (const size of [1, 2]) {
    expect(localHashing({ categories: 3, epsilon: 2, buckets: 3, size, partitions }).epsilon).toBe(2)
  }
})

test('a response has one column, made once', () => {
  const mechanism = localHashing({ categories: 4, epsilon: 1, buckets: 2, partitions: HALVES })
  expect(mechanism.column(3)).toBe(mechanism.column(3))
})

test('partitions that are changed afterwards change nothing', () => {
  const partitions = HALVES.map(partition => [...partition])
  const mechanism = localHashing({ categories: 4, epsilon: 1, buckets: 2, partitions })
  partitions[0][3] = 0
  expect(mechanism.toRequest()).toMatchObject({ partitions: HALVES, size: 1 })
  expect(Array.from(likelihood(mechanism, 1))).toEqual([0, 0, 1, 1].map(b => likelihood(mechanism, 1)[b * 3]))
})

test('more buckets than can be listed cost nothing', () => {
  const buckets = 2 ** 31 - 1
  const partitions = [
    [0, buckets - 1],
    [5, 1e9],
  ]
  const mechanism = localHashing({ categories: 2, epsilon: 30, buckets, partitions })
  expect(mechanism.epsilon).toBe(30)
  expect(mechanism.responseCount).toBe(2 * buckets)
  expect(Array.from(columnLogValues(mechanism.column(2 * buckets - 1)))).toEqual([0, 0])
  expect(Array.from(columnLogValues(mechanism.column(buckets + 1e9)))).toEqual([-30, 0])
})

test('more responses than doubles count are refused', () => {
  const bad = () =>
    localHashing({ categories: 2, epsilon: 1, buckets: 2000, size: 500, partitions: [[0, 1]] })
  expect(bad).toThrow(RangeError)
  expect(bad).toThrow(/^size must be such that the responses, .*; got 500/)
})

test.each([
  ['seeded', () => stream(1, 'hashing')],
  ['cryptographic', () => cryptoRng()],
] as const)(
  'the contract rejects a twin whose partition depends on the category, from the %s source',
  (_, open) => {
    const mechanism = localHashing({ categories: 4, epsilon: 1, buckets: 2, partitions: HALVES })
    const inner = srr({ categories: 2, epsilon: 1 })
    const twin: typeof mechanism = {
      ...mechanism,
      respond(category, rng) {
        const h = category % 2
        return 2 * h + inner.respond(HALVES[h][category], rng)
      },
    }
    expect(() => drawsFollowChannel(twin, open(), 4000, FALSE_ALARM / 4)).toThrow(/observed/)
    expect(() => drawsFollowChannel(mechanism, open(), 4000, FALSE_ALARM / 4)).not.toThrow()
  },
)
