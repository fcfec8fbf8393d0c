import { log } from '../../elementary/log.ts'

/** Whether n is a prime, by trial division: for n up to 10⁹ or so. */
export function isPrime(n: number): boolean {
  if (n < 2) return false
  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false
  return true
}

/** The prime numbers that divide n, in increasing order. */
export function primeFactors(n: number): number[] {
  const factors: number[] = []
  let remaining = n
  for (let i = 2; i * i <= remaining; i++) {
    if (remaining % i > 0) continue
    factors.push(i)
    while (remaining % i === 0) remaining /= i
  }
  if (remaining > 1) factors.push(remaining)
  return factors
}

/** `[p, m]` where `n = p^m` for a prime p, else undefined. */
export function primePower(n: number): [prime: number, exponent: number] | undefined {
  const [prime, other] = primeFactors(n)
  if (prime === undefined || other !== undefined) return undefined
  return [prime, Math.round(log(n) / log(prime))]
}
