import { expect, test } from 'vitest'
import { type Coin, coin, expRoundedDown, truthCoin } from '../../src/mechanism/coin.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { expBounds, UNIT } from '../support/exact-exp.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

const rng = stream(1, 'coins')
const EPSILONS = [
  ...Array.from({ length: 5000 }, () => 1e-3 * 7e5 ** rng.uniform()),
  ...Array.from({ length: 500 }, () => 1e-14 * 1e11 ** rng.uniform()),
  ...Array.from({ length: 701 }, (_, n) => n),
]

test('the odds of 5,000 and more ε to 700 are never above e^ε, and below it by less than 2⁻⁴⁹ of it', () => {
  for (const epsilon of EPSILONS) {
    const { numerator, denominator } = expRoundedDown(epsilon)
    const { lower, upper } = expBounds(epsilon)
    expect(numerator * UNIT <= lower * denominator).toBe(true)
    expect((numerator * UNIT) << 49n > upper * denominator * ((1n << 49n) - 1n)).toBe(true)
    expect(numerator >= denominator).toBe(true)
  }
})

test('the twin that takes the double e^ε as it stands is above e^ε for some of them', () => {
  const above = EPSILONS.some(epsilon => {
    const double = Math.exp(epsilon)
    const whole = Math.floor(double)
    const units = BigInt(whole) * UNIT + BigInt((double - whole) * 2 ** 256)
    return units > expBounds(epsilon).upper
  })
  expect(above).toBe(true)
})

test('the odds stay at those of ε = 700 beyond it', () => {
  for (const epsilon of [701, 800, 1e6, Number.MAX_VALUE])
    expect(expRoundedDown(epsilon)).toEqual(expRoundedDown(700))
})

test('the coin of the truth among n has odds e^ε to n − 1', () => {
  const odds = expRoundedDown(1)
  for (const n of [1, 2, 20]) {
    const { heads, tails } = truthCoin(odds, n)
    expect([heads, tails]).toEqual([odds.numerator, odds.denominator * BigInt(n - 1)])
  }
})

test('both sources toss heads as often as the odds say, and never against certainty', () => {
  // False alarm 1e-6 for each of the eight.
  const cases: [heads: bigint, tails: bigint][] = [
    [1n, 1n],
    [3n, 7n],
    [1n, 99n],
    [2n ** 200n, 3n * 2n ** 200n],
  ]
  const share = (tosses: number, { toss }: Coin, source: Rng) =>
    Array.from({ length: tosses }, () => toss(source)).filter(Boolean).length
  for (const source of [stream(1, 'tosses'), cryptoRng()]) {
    for (const [heads, tails] of cases) {
      const n = 20_000
      const mean = (n * Number((heads * 10_000n) / (heads + tails))) / 10_000
      const agreement = (count: number) => chiSquarePValue([count, n - count], [mean, n - mean])
      expect(agreement(share(n, coin(heads, tails), source))).toBeGreaterThan(FALSE_ALARM)
      expect(agreement(share(n, coin(2n * heads, tails), source))).toBeLessThan(FALSE_ALARM)
    }
    expect(share(100, coin(1n, 0n), source)).toBe(100)
    expect(share(100, coin(0n, 5n), source)).toBe(0)
  }
})

test('odds far beyond doubles toss as a certainty with the seeded source', () => {
  const source = stream(1, 'far')
  for (let i = 0; i < 1000; i++) {
    expect(coin(1n << 5000n, 1n).toss(source)).toBe(true)
    expect(coin(1n, 1n << 5000n).toss(source)).toBe(false)
  }
})
