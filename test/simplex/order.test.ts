import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { descendingOrder, updateDescendingOrder } from '../../src/simplex/order.ts'

test('the order runs from the largest to the smallest, of equal ones the lower index first', () => {
  expect(Array.from(descendingOrder([0.2, 0.5, 0.2, 0.1]))).toEqual([1, 0, 2, 3])
  expect(Array.from(descendingOrder([]))).toEqual([])
})

test('short and long vectors, with ties and without, are ordered as a stable sort does, from any order before', () => {
  const rng = stream(1, 'order')
  for (let i = 0; i < 1500; i++) {
    const length = [rng.integer(10), 60 + rng.integer(10), 200][i % 3]
    const levels = [3, 1e6][rng.integer(2)]
    const theta = Float64Array.from({ length }, () => rng.integer(levels) / levels)
    const expected = Array.from(theta.keys()).sort((x, y) => theta[y] - theta[x] || x - y)
    expect(Array.from(descendingOrder(theta))).toEqual(expected)
    const before = Uint32Array.from(theta.keys())
    for (let j = length - 1; j > 0; j--) {
      const other = rng.integer(j + 1)
      ;[before[j], before[other]] = [before[other], before[j]]
    }
    const after = updateDescendingOrder(theta, before)
    expect(after).toBe(before)
    expect(Array.from(after)).toEqual(expected)
  }
})
