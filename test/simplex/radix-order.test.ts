import { expect, test } from 'vitest'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { radixOrder } from '../../src/simplex/radix-order.ts'

const KINDS: Record<string, (rng: SeededRng) => number> = {
  'of few different entries': rng => rng.integer(3) / 3,
  'between 0 and 1': rng => rng.uniform(),
  'that differ in their last bits': rng => 0.1 + rng.integer(8) * 2 ** -56,
  'from the smallest double to the largest': rng => 2 ** (2097 * rng.uniform() - 1074),
  'with infinities, zeros of both signs and negative entries': rng =>
    [0, -0, -1, -1e-320, Infinity, -Infinity, rng.uniform() - 0.5][rng.integer(7)],
}

/** What a stable sort by comparison gives. */
const compared = (theta: Float64Array) =>
  Array.from(theta.keys()).sort((i, j) => (theta[i] < theta[j] ? 1 : theta[i] > theta[j] ? -1 : i - j))

test.each(Object.keys(KINDS))('the order of vectors %s is that of a stable sort by comparison', name => {
  const rng = stream(1, 'radix', name)
  for (const length of [0, 1, 2, 65, 300, 3, 5000, 100]) {
    const theta = Float64Array.from({ length }, () => KINDS[name](rng))
    const order = Uint32Array.from({ length }, () => rng.integer(10))
    expect(radixOrder(theta, order)).toBe(order)
    expect(Array.from(order)).toEqual(compared(theta))
    expect(Array.from(radixOrder(Array.from(theta), order))).toEqual(compared(theta))
  }
})

test('of equal entries the lower index comes first', () => {
  expect(Array.from(radixOrder([0.2, 0.5, 0.2, 0, -0, 0.2], new Uint32Array(6)))).toEqual([1, 0, 2, 5, 3, 4])
})
