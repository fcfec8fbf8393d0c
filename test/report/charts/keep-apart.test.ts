import { expect, test } from 'vitest'
import { stream } from '../../../src/random/stream.ts'
import { keepApart } from '../../../src/report/charts/keep-apart.ts'

test.each([
  [
    [3, 4, 99],
    [3, 8, 99],
  ],
  [
    [98, 99, 100],
    [90, 95, 100],
  ],
  [[], []],
])('%j becomes %j', (positions, moved) => {
  expect(keepApart(positions, 5, 100)).toEqual(moved)
})

test('1,000 random lists keep their order and their distances, within the ends', () => {
  const rng = stream(1, 'names')
  for (let trial = 0; trial < 1000; trial++) {
    const wanted = Array.from({ length: 1 + rng.integer(20) }, () => 100 * rng.uniform()).sort(
      (a, b) => a - b,
    )
    const moved = keepApart(wanted, 5, 100)
    expect(moved[0]).toBeGreaterThanOrEqual(0)
    expect(moved.at(-1)).toBeLessThanOrEqual(100)
    for (let i = 1; i < moved.length; i++) expect(moved[i] - moved[i - 1]).toBeGreaterThan(4.999)
  }
})
