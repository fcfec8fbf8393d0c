import { expect, test } from 'vitest'
import { exponentOf, powerOfTwo } from '../../src/elementary/powers-of-two.ts'
import { wholePower } from '../../src/elementary/whole-power.ts'

test('powers of two are exact from the smallest double to the largest', () => {
  let power = Number.MIN_VALUE
  for (let k = -1074; k <= 1023; k++, power *= 2) {
    expect(powerOfTwo(k)).toBe(power)
    expect(exponentOf(power)).toBe(k)
  }
})

test('the exponent changes at the powers of two, where log2 is rounded to the next one', () => {
  for (const k of [-1021, -50, -1, 0, 1, 50, 1023]) {
    const below = 2 ** k * (1 - 2 ** -53)
    expect(exponentOf(below)).toBe(k - 1)
    expect(exponentOf(2 ** k * (1 + 2 ** -52))).toBe(k)
  }
  expect(Math.floor(Math.log2(2 ** 50 * (1 - 2 ** -53)))).toBe(50)
  expect(exponentOf(Number.MAX_VALUE)).toBe(1023)
})

test('powers of whole numbers are exact to 2^53', () => {
  for (let base = 2; base < 100; base++) {
    for (let exponent = 0; BigInt(base) ** BigInt(exponent) <= 2n ** 53n; exponent++) {
      expect(BigInt(wholePower(base, exponent))).toBe(BigInt(base) ** BigInt(exponent))
    }
  }
})
