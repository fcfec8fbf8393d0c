import { powerOfTwo } from './powers-of-two.ts'
import { DOUBLE, HIGH, WORDS } from './words.ts'

/** ln 2 in two parts, of which the first, times a whole number below 2²⁰, is exact. */
export const LN2_HIGH = 0.6931471803691238
export const LN2_LOW = 1.9082149292705877e-10

/**
 * `ln x`, the same bits on every machine, right to less than an ulp: `k ln 2 + ln(1 + f)` with 1 + f between √½ and √2.
 *
 * @example
 * log(10) // 2.302585092994046
 */
export function log(x: number): number {
  return x >= 2 ** -1022 && x < Infinity ? logOfNormal(x, 0) : logOutside(x)
}

/** `ln(x 2^shift)` for a normal x. */
function logOfNormal(x: number, shift: number): number {
  DOUBLE[0] = x
  const high = WORDS[HIGH]
  const fraction = high & 0xfffff
  const exponent = (high >> 20) - 1023 + ((fraction + 0x95f64) >> 20)
  const k = exponent + shift
  const f = x * powerOfTwo(0 - exponent) - 1
  if (((fraction + 2) & 0xfffff) < 3) return logNearPower(f, k)
  const s = f / (2 + f)
  const z = s * s
  const w = z * z
  // (ln((1 + s)/(1 − s)) − 2s)/s
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373))
  const odd = 0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)
  const series = even + z * (0.6666666666666735 + w * odd)
  if (fraction < 0x6147a || fraction > 0x6b851) return k * LN2_HIGH - (s * (f - series) - k * LN2_LOW - f)
  const half = 0.5 * f * f
  return k * LN2_HIGH - (half - (s * (half + series) + k * LN2_LOW) - f)
}

/** `k ln 2 + ln(1 + f)` for |f| < 2⁻²⁰. */
function logNearPower(f: number, k: number): number {
  if (f === 0) return k * LN2_HIGH + k * LN2_LOW
  const rest = f * f * (0.5 - 0.3333333333333333 * f)
  return k * LN2_HIGH - (rest - k * LN2_LOW - f)
}

/** Arguments that are not normal positive numbers. */
function logOutside(x: number): number {
  if (x > 0 && x < Infinity) return logOfNormal(x * 2 ** 54, -54)
  if (x === 0) return -Infinity
  return x > 0 ? x : NaN
}
