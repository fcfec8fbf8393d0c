import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { binet } from './log-gamma.ts'

/**
 * The logarithm of a binomial probability, `ln [C(n, k) p^k (1 − p)^(n−k)]` for 0 < k < n and 0 < p < 1: Stirling's formula, with
 * Binet's function for its remainder. The work does not depend on n, and no digits are lost near the mean.
 */
export function logBinomial(n: number, k: number, p: number): number {
  const rest = n - k
  return (
    -deviance(k, n * p) -
    deviance(rest, n * (1 - p)) +
    0.5 * log(n / (2 * Math.PI * k * rest)) +
    (binet(n) - binet(k) - binet(rest))
  )
}

/** `k ln(k/mean) − (k − mean)`, without loss of digits near the mean. */
function deviance(k: number, mean: number): number {
  const x = (k - mean) / mean
  return mean * ((1 + x) * log1p(x) - x)
}

/** Up to this many factors are summed one by one. */
const MOST_FACTORS = 1024

/**
 * The logarithm of the binomial coefficient C(n, k), 0 ≤ k ≤ n: min(k, n − k) factors where they are few, else Stirling's formula
 * with Binet's function for its remainder. So the work is bounded, however large n is.
 */
export function logBinomialCoefficient(n: number, k: number): number {
  const few = Math.min(k, n - k)
  const many = n - few
  if (few > MOST_FACTORS) {
    const entropy = few * log(n / few) - many * log1p(-few / n)
    const remainder = binet(n) - binet(few) - binet(many)
    return entropy + 0.5 * log(n / (2 * Math.PI * few) / many) + remainder
  }
  let total = 0
  for (let i = 1; i <= few; i++) total += log((many + i) / i)
  return total
}
