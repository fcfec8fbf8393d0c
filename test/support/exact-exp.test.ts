import { expect, test } from 'vitest'
import { expBounds, logRatio, UNIT } from './exact-exp.ts'

// The first digits of e^x · 10^50 from published tables.
const TABLE: [x: number, digits: bigint][] = [
  [0, 10n ** 50n],
  [0.5, 164872127070012814684865078781416357165377610071014n],
  [1, 271828182845904523536028747135266249775724709369995n],
  [10, 2202646579480671651695790064528424436635351261855678107n],
]

test('the bounds of e^x enclose its known digits, and are less than 1e-70 of it apart', () => {
  for (const [x, digits] of TABLE) {
    const { lower, upper } = expBounds(x)
    expect(lower * 10n ** 50n <= (digits + 1n) * UNIT && upper * 10n ** 50n >= digits * UNIT).toBe(true)
    expect((upper - lower) * 10n ** 70n < lower).toBe(true)
  }
})

test('the bounds at x + y enclose the product of those at x and y', () => {
  for (const [x, y] of [
    [0.25, 0.5],
    [3.75, 0.0009765625],
    [699.5, 0.5],
    [350, 350],
  ]) {
    const sum = expBounds(x + y)
    const [p, q] = [expBounds(x), expBounds(y)]
    expect(p.lower * q.lower <= sum.upper * UNIT && p.upper * q.upper >= sum.lower * UNIT).toBe(true)
  }
})

test('the logarithm of a ratio of long integers is right at both ends', () => {
  expect(logRatio(expBounds(700).lower, UNIT)).toBeCloseTo(700, 12)
  expect(logRatio(UNIT, expBounds(700).lower)).toBeCloseTo(-700, 12)
  expect(logRatio(3n, 2n)).toBeCloseTo(Math.log(1.5), 15)
  expect(logRatio(7n, 7n)).toBe(0)
})
