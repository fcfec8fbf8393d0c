import { expect, test } from 'vitest'
import { bitLength } from '../../src/elementary/quotient.ts'
import { scaledInteger } from '../../src/elementary/scaled-integer.ts'
import { stream } from '../../src/random/stream.ts'

test('doubles of every size come back from their whole numbers', () => {
  const rng = stream(3, 'scaled')
  for (let k = -1074; k <= 1023; k++) {
    const x = 2 ** k * (1 + rng.uniform())
    if (x === Infinity) continue
    // The first 53 digits, back to where they were.
    const bits = 52 - Math.max(k, -1022)
    expect(Number(scaledInteger(x, bits)) * 2 ** -Math.min(bits, 1023) * 2 ** -Math.max(0, bits - 1023)).toBe(
      x,
    )
  }
})

test('what is below one unit is cut off; zero has no sign', () => {
  expect(scaledInteger(0.999, 0)).toBe(0n)
  expect(scaledInteger(7.999, 0)).toBe(7n)
  expect(scaledInteger(0.3, 4)).toBe(4n)
  expect(scaledInteger(12, -2)).toBe(3n)
  expect(scaledInteger(0, 100)).toBe(0n)
  expect(scaledInteger(-0, 100)).toBe(0n)
  expect(scaledInteger(Number.MIN_VALUE, 1074)).toBe(1n)
  expect(scaledInteger(Number.MAX_VALUE, 0)).toBe(BigInt(Number.MAX_VALUE))
})

test('the number of binary digits changes at the powers of two', () => {
  expect([1n, 2n, 3n, 4n, (1n << 300n) - 1n, 1n << 300n].map(bitLength)).toEqual([1, 2, 2, 3, 300, 301])
})
