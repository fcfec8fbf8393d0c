import { expect, test } from 'vitest'
import { arcPartitions, bestArcs, PHASES, thresholdPartition } from '../../src/domain/arcs.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'

test('at ε = 0.5, 1 and 2 the best numbers of arcs are 3, 4 and 7, and never more than half of the cells', () => {
  expect([0.5, 1, 2].map(epsilon => bestArcs(epsilon, 258))).toEqual([3, 4, 7])
  expect(bestArcs(5, 12)).toBe(6)
  expect(bestArcs(800, 258)).toBeLessThanOrEqual(129)
})

test.each([
  [102, 4],
  [258, 3],
  [27, 13],
])('%d cells are cut into %d arcs at 24 phases by the formula, in whole numbers', (cells, g) => {
  const partitions = arcPartitions(cells, g)
  expect(partitions.length).toBe(PHASES)
  partitions.forEach((partition, h) => {
    partition.forEach((bucket, x) => {
      // ⌊g·x/D + h/H⌋ mod g, where the sum is a ratio of whole numbers.
      expect(bucket).toBe(Number((BigInt(g * x * PHASES + h * cells) / BigInt(cells * PHASES)) % BigInt(g)))
    })
    expect(new Set(partition).size).toBe(g)
  })
})

test('the phases cut at different places, also where 24 and the number of arcs have a common divisor', () => {
  const sets = arcPartitions(102, 4).flatMap(partition =>
    [0, 1, 2, 3].map(bucket => partition.map(value => Number(value === bucket)).join('')),
  )
  expect(new Set(sets).size).toBeGreaterThanOrEqual(95)
})

test.each([0.1, 0.5, 1, 2, 5])('a channel of arcs spends ε = %d, by all its columns', epsilon => {
  const g = bestArcs(epsilon, 42)
  const mechanism = localHashing({ categories: 42, epsilon, buckets: g, partitions: arcPartitions(42, g) })
  let most = 0
  for (const y of mechanism.responses()) {
    const { logBase, logLevel } = mechanism.column(y) as { logBase: number; logLevel: number }
    most = Math.max(most, Math.abs(logLevel - logBase))
  }
  expect(most).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
  expect(mechanism.epsilon).toBeCloseTo(epsilon, 10)
})

test('fewer than two cells an arc are refused', () => {
  expect(() => arcPartitions(7, 4)).toThrow('cells must be a whole number at least 8; got 7')
})

test('a threshold has two buckets, and lies between cells', () => {
  expect([...thresholdPartition(5, 2)]).toEqual([0, 0, 1, 1, 1])
  expect(() => thresholdPartition(5, 0)).toThrow('t must be a whole number from 1 to 4; got 0')
  expect(() => thresholdPartition(5, 5)).toThrow('t must be a whole number from 1 to 4; got 5')
})
