import { expect, test } from 'vitest'
import { HashIndex, hashWith } from '../../src/arrays/hash-index.ts'
import { stream } from '../../src/random/stream.ts'

test('finds what a Map finds, also where hashes are equal, and as it grows', () => {
  for (const hashes of [1, 7, 2 ** 32]) {
    const rng = stream(hashes, 'index')
    const index = new HashIndex()
    const known = new Map<number, number>()
    const values: number[] = []
    for (let i = 0; i < 5000; i++) {
      const value = rng.integer(3000)
      const hash = hashes === 2 ** 32 ? hashWith(0, value) : value % hashes
      const found = index.find(hash, number => values[number] === value)
      expect(found).toBe(known.get(value) ?? -1)
      if (found >= 0) continue
      known.set(value, values.length)
      index.add(hash, values.push(value) - 1)
    }
  }
})

test('hashes of neighbours differ as those of random numbers would: in chi-square of 256 cells, false alarm 1e-6 each', () => {
  // 255 + 5.1 standard deviations of √510.
  const limit = 385
  const chiSquare = (hashOf: (i: number) => number) => {
    const cells = new Float64Array(256)
    for (let i = 0; i < 25600; i++) cells[(hashOf(i) ^ (hashOf(i) >>> 15)) & 255]++
    return cells.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0)
  }
  expect(chiSquare(i => hashWith(0, i))).toBeLessThan(limit)
  expect(chiSquare(i => hashWith(hashWith(0, i & 255), i >> 8))).toBeLessThan(limit)
  // The twin: of multiples of 256 the lowest eight bits alone.
  expect(chiSquare(i => i << 8)).toBeGreaterThan(limit)
})
