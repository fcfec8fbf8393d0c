import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { logGamma } from './log-gamma.ts'

/** Terms of the continued fraction; it has converged long before. */
const MOST_TERMS = 500
const PRECISION = 1e-15
/** `logGamma` leaves this out. */
const HALF_LOG_2_PI = 0.5 * log(2 * Math.PI)

/**
 * The probability that Student's T with ν degrees of freedom is farther from zero than `t`:
 * `I_x(ν/2, ½)` at `x = ν/(ν + t²)`, the regularized incomplete beta function.
 *
 * @param degrees ν, at least 1
 * @see Abramowitz, Stegun (1964), 26.7.1 and 26.5.8
 * @example
 * studentTail(2.093, 19) // 0.0500…
 */
export function studentTail(t: number, degrees: number): number {
  const x = degrees / (degrees + t * t)
  return incompleteBeta(x, degrees / 2, 0.5)
}

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return Math.min(1, Math.max(0, x))
  // The fraction converges quickly on one side of the mean only.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = a * log(x) + b * log1p(-x) - logGamma(a) - logGamma(b) + logGamma(a + b) - HALF_LOG_2_PI
  return (exp(front) / a) * fraction(x, a, b)
}

/** The continued fraction by Lentz's method. */
function fraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m <= MOST_TERMS; m++) {
    const before = value
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    for (const term of [even, odd]) {
      d = 1 / nonZero(1 + term * d)
      c = nonZero(1 + term / c)
      value *= d * c
    }
    if (Math.abs(value - before) <= PRECISION * Math.abs(value)) break
  }
  return value
}

function nonZero(value: number): number {
  return value === 0 ? 1e-300 : value
}
