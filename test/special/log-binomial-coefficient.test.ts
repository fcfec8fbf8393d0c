import { expect, test } from 'vitest'
import { log } from '../../src/elementary/log.ts'
import { logBinomialCoefficient } from '../../src/special/log-binomial.ts'

/** All factors, in an order that loses few digits. */
function plainSum(n: number, k: number): number {
  let total = 0
  for (let i = 1; i <= k; i++) total += log((n - k + i) / i)
  return total
}

test('many factors give what their sum gives, from either end', () => {
  for (const [n, k] of [
    [2050, 1025],
    [5000, 1100],
    [20_000, 10_000],
    [1e9, 1025],
    [1e6, 30_000],
  ]) {
    const expected = plainSum(n, k)
    expect(Math.abs(logBinomialCoefficient(n, k) / expected - 1)).toBeLessThan(1e-12)
    expect(logBinomialCoefficient(n, n - k)).toBe(logBinomialCoefficient(n, k))
    // A twin without the remainder of Stirling's formula is off by 1/(12 k) or so.
    expect(Math.abs((expected + 1 / (12 * k)) / expected - 1)).toBeGreaterThan(1e-12)
  }
})

test('there is an end to it for the largest counts', () => {
  // C(n, n/2) is 2^n √(2/(π n)), up to a factor of 1 − 1/(4n).
  const n = 2 ** 52
  const expected = n * Math.LN2 + 0.5 * Math.log(2 / (Math.PI * n))
  expect(Math.abs(logBinomialCoefficient(n, n / 2) / expected - 1)).toBeLessThan(1e-15)
})
