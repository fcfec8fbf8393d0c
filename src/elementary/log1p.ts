import { LN2_HIGH, LN2_LOW } from './log.ts'
import { powerOfTwo } from './powers-of-two.ts'
import { DOUBLE, HIGH, WORDS } from './words.ts'

/**
 * `ln(1 + x)`, the same bits on every machine, right to less than an ulp also where x is tiny.
 *
 * @example
 * log1p(1e-5) // 0.000009999950000333332
 */
export function log1p(x: number): number {
  if (!(x > -1 && x < Infinity)) return x === -1 ? -Infinity : x === Infinity ? x : NaN
  if (Math.abs(x) < 2 ** -29) return Math.abs(x) < 2 ** -54 ? x : x - x * x * 0.5
  if (x > -0.292893648147583 && x < 0.4142136573791504) {
    const half = 0.5 * x * x
    return x - (half - rest(x, half))
  }
  // 1 + x, and what its rounding lost, relative to it.
  const u = x < 2 ** 53 ? 1 + x : x
  DOUBLE[0] = u
  const high = WORDS[HIGH]
  const exponent = (high >> 20) - 1023
  const lost = x < 2 ** 53 ? (exponent > 0 ? 1 - (u - x) : x - (u - 1)) / u : 0
  const fraction = high & 0xfffff
  const isUpper = fraction >= 0x6a09e
  const k = isUpper ? exponent + 1 : exponent
  const f = u * powerOfTwo(0 - k) - 1
  const low = k * LN2_LOW + lost
  const half = 0.5 * f * f
  if (isUpper ? fraction > 0xffffc : fraction === 0) {
    if (f === 0) return k * LN2_HIGH + (lost + k * LN2_LOW)
    return k * LN2_HIGH - (half * (1 - 0.6666666666666666 * f) - low - f)
  }
  return k * LN2_HIGH - (half - (rest(f, half) + low) - f)
}

/** `s (f²/2 + R)`, by which `f − f²/2` misses ln(1 + f). */
function rest(f: number, half: number): number {
  const s = f / (2 + f)
  const z = s * s
  // (ln((1 + s)/(1 − s)) − 2s)/s
  let series = 0.15313837699209373 + z * 0.14798198605116586
  series = 0.22222198432149784 + z * (0.1818357216161805 + z * series)
  series = 0.3999999999940942 + z * (0.2857142874366239 + z * series)
  return s * (half + z * (0.6666666666666735 + z * series))
}
