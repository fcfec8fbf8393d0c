import { binet } from './binet.ts'
import { log } from './log.ts'
import { log1p } from './log1p.ts'

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
