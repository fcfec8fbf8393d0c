import { expect, test } from 'vitest'
import { logQuotient, quotient } from '../../src/elementary/quotient.ts'

test('a ratio of whole numbers is the nearest double, however large they are', () => {
  expect(quotient(0n, 7n)).toBe(0)
  expect(quotient(1n, 3n)).toBe(1 / 3)
  expect(quotient(7n ** 400n, 2n * 7n ** 400n)).toBe(0.5)
  expect(quotient(1n, 2n ** 900n)).toBe(2 ** -900)
})

test('its logarithm is right to a few ulps near one, near zero, and where the ratio is no double any more', () => {
  for (const [part, whole, expected] of [
    [1n, 5n, -Math.log(5)],
    [3n, 3n, 0],
    [0n, 3n, -Infinity],
    [2n ** 60n - 1n, 2n ** 60n, -(2 ** -60)],
    [2n, 3n, Math.log(2 / 3)],
    [1n, 2n ** 5000n, -5000 * Math.LN2],
    [5n, 7n * 2n ** 3000n, Math.log(5 / 7) - 3000 * Math.LN2],
  ] as const) {
    expect(
      Math.abs(logQuotient(part, whole) - expected) <= 1e-15 * Math.abs(expected) ||
        logQuotient(part, whole) === expected,
    ).toBe(true)
  }
})
