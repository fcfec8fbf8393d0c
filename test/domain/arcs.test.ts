import { expect, test } from 'vitest'
import { bestArcs } from '../../src/domain/arcs.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'

test('at ε = 0.5, 1 and 2 the best numbers of arcs are 3, 4 and 7, and never more than half of the cells', () => {
  expect([0.5, 1, 2].map(epsilon => bestArcs(epsilon, 258))).toEqual([3, 4, 7])
  expect(bestArcs(5, 12)).toBe(6)
  expect(bestArcs(800, 258)).toBeLessThanOrEqual(129)
})

test.each([0.1, 0.5, 1, 2, 5])('a channel of arcs spends ε = %d, by all its columns', epsilon => {
  const g = bestArcs(epsilon, 42)
  const mechanism = localHashing({ categories: 42, epsilon, buckets: g, partitions: { arcs: 24 } })
  let most = 0
  for (const y of mechanism.responses()) {
    const { logBase, logLevel } = mechanism.column(y) as { logBase: number; logLevel: number }
    most = Math.max(most, Math.abs(logLevel - logBase))
  }
  expect(most).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
  expect(mechanism.epsilon).toBeCloseTo(epsilon, 10)
})
