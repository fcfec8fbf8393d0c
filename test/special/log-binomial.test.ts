import { expect, test } from 'vitest'
import { exp } from '../../src/elementary/exp.ts'
import { logBinomial, logBinomialCoefficient } from '../../src/special/log-binomial.ts'

test('a binomial probability is its coefficient times its powers', () => {
  for (const [n, p] of [
    [2, 0.5],
    [40, 0.03],
    [900, 0.6],
  ]) {
    let total = exp(n * Math.log(p)) + exp(n * Math.log1p(-p))
    for (let k = 1; k < n; k++) {
      const plain = logBinomialCoefficient(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p)
      expect(Math.abs(logBinomial(n, k, p) - plain)).toBeLessThan(1e-10)
      total += exp(logBinomial(n, k, p))
    }
    expect(Math.abs(total - 1)).toBeLessThan(1e-12)
  }
})

test('near the mean of the largest counts it keeps its digits', () => {
  // The probability of the mean itself is 1/√(2π n p (1 − p)).
  const n = 2 ** 52
  expect(logBinomial(n, n / 4, 0.25)).toBeCloseTo(-0.5 * Math.log(2 * Math.PI * n * 0.1875), 12)
  // A twin that subtracts large logarithms has lost them.
  const twin = logBinomialCoefficient(n, n / 4) + (n / 4) * Math.log(0.25) + 0.75 * n * Math.log(0.75)
  expect(Math.abs(twin + 0.5 * Math.log(2 * Math.PI * n * 0.1875))).toBeGreaterThan(1e-3)
})
