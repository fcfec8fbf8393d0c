import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { sumRoundedUp } from '../../src/risk/sum-rounded-up.ts'

/** Twice 2¹⁰⁷⁴ times a double, or the double above it. */
const scaled = (value: number) => BigInt(value * 2 ** 500) << 600n

test('a sum is never below the exact one, and less than two units in the last place above it', () => {
  const rng = stream(1, 'sums')
  let inexact = 0
  for (let i = 0; i < 20_000; i++) {
    const [one, other] = [rng.uniform() * 2 ** rng.integer(20), rng.uniform() * 2 ** -rng.integer(60)]
    const exact = scaled(one) + scaled(other)
    const sum = sumRoundedUp(one, other)
    expect(scaled(sum) >= exact).toBe(true)
    expect(scaled(sum * (1 - 2 ** -51)) < exact).toBe(true)
    if (scaled(one + other) < exact) inexact++
  }
  // The plain sum is below in as many cases as it should be.
  expect(inexact).toBeGreaterThan(5000)
})

test('the small summand is not lost, and exact sums stay', () => {
  expect(sumRoundedUp(1, 1e-300)).toBe(1 + 2 ** -52)
  expect(sumRoundedUp(0, 0.1)).toBe(0.1)
  expect(sumRoundedUp(0.5, 0.25)).toBe(0.75)
})
