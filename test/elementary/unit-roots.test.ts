import { expect, test } from 'vitest'
import { unitRoots } from '../../src/elementary/unit-roots.ts'

/** The largest distance from what sines and cosines of rounded angles give. */
function distance(roots: number[]): number {
  const n = roots.length / 2
  let most = 0
  for (let k = 0; k < n; k++) {
    const angle = (2 * Math.PI * k) / n
    most = Math.max(
      most,
      Math.abs(roots[2 * k] - Math.cos(angle)),
      Math.abs(roots[2 * k + 1] + Math.sin(angle)),
    )
  }
  return most
}

test.each([1, 2, 3, 4, 8, 12, 64, 1000, 4096])('the %i-th roots of unity are at their angles', n => {
  const roots = unitRoots(n)
  expect(roots).toHaveLength(2 * n)
  expect(distance(roots)).toBeLessThan(1e-15)
})

test('the other way round they would not be, and they lie on the circle', () => {
  const roots = unitRoots(64)
  expect(distance(roots.map((value, i) => (i % 2 ? -value : value)))).toBeGreaterThan(0.1)
  for (let k = 0; k < 64; k++)
    expect(Math.abs(Math.hypot(roots[2 * k], roots[2 * k + 1]) - 1)).toBeLessThan(3e-16)
})
