import { binet } from './binet.ts'
import { log } from './log.ts'
import { log1p } from './log1p.ts'

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
