import { refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import type { Rng } from './rng.ts'

/**
 * A draw from the binomial law: the number of successes in n independent trials of probability p.
 *
 * Exact (to the rounding of doubles) and fast at any n: inversion where n·min(p, 1−p) < 10, else the transformed
 * rejection with squeeze BTRS of Hörmann (1993), "The generation of binomial random variates".
 *
 * @throws RangeError unless n is a whole number from 0 to 2⁵³−1 and 0 ≤ p ≤ 1
 * @example
 * drawBinomial(stream(1, 'example'), 1e9, 0.25) // 250014400
 */
export function drawBinomial(rng: Rng, n: number, p: number): number {
  if (!(Number.isSafeInteger(n) && n >= 0)) refuse('n', n, 'a whole number at least 0')
  if (!(p >= 0 && p <= 1)) refuse('p', p, 'a number from 0 to 1')
  // 1 − p is exact for these p.
  if (p > 0.5) return n - drawFewer(rng, n, 1 - p)
  return drawFewer(rng, n, p)
}

function drawFewer(rng: Rng, n: number, p: number): number {
  return n * p < 10 ? invert(rng, n, p) : transformReject(rng, n, p)
}

/** Mean below 10: steps through the distribution function. */
function invert(rng: Rng, n: number, p: number): number {
  const none = exp(n * log1p(-p))
  const odds = p / (1 - p)
  for (;;) {
    let left = rng.uniform()
    let pmf = none
    for (let k = 0; pmf > 0; ) {
      if (left < pmf) return k
      left -= pmf
      k++
      pmf *= ((n - k + 1) / k) * odds
    }
    // The uniform draw fell into the rounding of the sum, less than 1e-15 wide.
  }
}

function transformReject(rng: Rng, n: number, p: number): number {
  const q = 1 - p
  const sd = Math.sqrt(n * p * q)
  const mode = Math.floor((n + 1) * p)
  const b = 1.15 + 2.53 * sd
  const a = -0.0873 + 0.0248 * b + 0.01 * p
  const centre = n * p + 0.5 - mode
  const squeeze = 0.92 - 4.2 / b
  const scale = (2.83 + 5.1 / b) * sd
  for (;;) {
    const u = rng.uniform() - 0.5
    const v = rng.uniform()
    const margin = 0.5 - Math.abs(u)
    const offset = Math.floor(((2 * a) / margin + b) * u + centre)
    const k = mode + offset
    if (margin >= 0.07 && v <= squeeze) return k
    if (!(k >= 0 && k <= n)) continue
    const bound = log((v * scale) / (a / (margin * margin) + b))
    if (bound <= logRatio(n, p / q, mode, offset)) return k
  }
}

/**
 * `ln f(mode + offset) − ln f(mode)` for the binomial probabilities f.
 *
 * By Stirling's formula, the differences of logarithms gathered into log1p of the exact offset, so that the error is
 * about offset·1e-16 (1e-8 at n = 1e15), where the plain formula's would be n·1e-16.
 */
function logRatio(n: number, odds: number, mode: number, offset: number): number {
  const up = mode + 1
  const down = n - mode + 1
  return (
    offset * log(((down - offset) / (up + offset)) * odds) -
    (up - 0.5) * log1p(offset / up) -
    (down - 0.5) * log1p(-offset / down) +
    (stirlingError(mode) - stirlingError(mode + offset)) +
    (stirlingError(n - mode) - stirlingError(n - mode - offset))
  )
}

/** `ln k! − [(k + ½) ln(k+1) − (k+1) + ½ ln 2π]`. */
function stirlingError(k: number): number {
  if (k < SMALL_ERRORS.length) return SMALL_ERRORS[k]
  const square = (k + 1) * (k + 1)
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)
}

const SMALL_ERRORS = new Float64Array(16)
for (let k = 0, logFactorial = 0; k < SMALL_ERRORS.length; k++) {
  if (k > 0) logFactorial += log(k)
  SMALL_ERRORS[k] = logFactorial - (k + 0.5) * log(k + 1) + (k + 1) - 0.5 * log(2 * Math.PI)
}
