import { log } from './log.ts'

/** The logarithm of the binomial coefficient C(n, k), 0 ≤ k ≤ n, in min(k, n − k) steps. */
export function logBinomialCoefficient(n: number, k: number): number {
  const few = Math.min(k, n - k)
  let total = 0
  for (let i = 1; i <= few; i++) total += log((n - few + i) / i)
  return total
}
