import { companion } from './exp.ts'
import { powerOfTwo } from './powers-of-two.ts'
import { DOUBLE, HIGH, WORDS, withoutLowWord } from './words.ts'

const LN2_HIGH = 0.6931471824645996
const LN2_LOW = -1.904654299957768e-9
const LOG2E_HIGH = 1.4426950216293335
const LOG2E_LOW = 1.9259629911266175e-8
/** 2/(3 ln 2). */
const CP = 0.9617966939259756
const CP_HIGH = 0.9617967009544373
const CP_LOW = -7.028461650952758e-9
/** log₂ 1.5. */
const MIDDLE_HIGH = 0.5849624872207642
const MIDDLE_LOW = 1.350039202129749e-8
/** 1024 less log₂ of the smallest number that rounds to Infinity. */
const OVERFLOW = 8.008566259537294e-17

/**
 * `x^y` for x ≥ 0, the same bits on every machine, right to about an ulp: `2^(y log₂ x)`, with log₂ x in two doubles.
 *
 * @example
 * pow(2, -0.75) // 0.5946035575013605
 */
export function pow(x: number, y: number): number {
  const size = Math.abs(y)
  // Exact by the definition of the language.
  if (!(x > 0 && x < Infinity && size < Infinity) || x === 1 || y === 0) return x ** y
  if (size === 1) return y > 0 ? x : 1 / x
  if (y === 2) return x * x
  if (y === 0.5) return Math.sqrt(x)
  const isHuge = size > 2 ** 31
  if (isHuge && (size >= 2 ** 64 || Math.abs(x - 1) > 2 ** -20)) return x > 1 === y > 0 ? Infinity : 0
  const { high, low } = isHuge ? log2NearOne(x) : log2(x)
  const coarse = withoutLowWord(y)
  return twoTo(coarse * high, (y - coarse) * high + y * low)
}

/** A sum of two doubles. The first has no more than 21 digits, so that the product of two such numbers is exact. */
interface Split {
  readonly high: number
  readonly low: number
}

/**
 * `log₂ x = n + log₂ c + 2/ln(2) · artanh s`, with `s = (m − c)/(m + c)` for x = 2ⁿ m, where c is 1 or 1.5, whichever is
 * nearer to m.
 */
function log2(x: number): Split {
  const shift = x < 2 ** -1022 ? 54 : 0
  DOUBLE[0] = x * powerOfTwo(shift)
  const fraction = WORDS[HIGH] & 0xfffff
  const isUpper = fraction >= 0xbb67a
  const isMiddle = !isUpper && fraction > 0x3988e
  const exponent = (WORDS[HIGH] >> 20) - 1023 + (isUpper ? 1 : 0)
  const n = exponent - shift
  const m = DOUBLE[0] * powerOfTwo(-exponent)
  const c = isMiddle ? 1.5 : 1

  const v = 1 / (m + c)
  const s = (m - c) * v
  const sHigh = withoutLowWord(s)
  const mHigh = withoutLowBits(m)
  const sLow = v * (m - c - sHigh * (mHigh + c) - sHigh * (m - mHigh))
  const z = s * s
  // 3 (artanh(s)/s − 1) − s²
  let series = 0.272728123808534 + z * (0.23066074577556175 + z * 0.20697501780033842)
  series = 0.4285714285785502 + z * (0.33333332981837743 + z * series)
  series = z * z * (0.5999999999999946 + z * series) + sLow * (sHigh + s)
  const square = sHigh * sHigh
  const tHigh = withoutLowWord(3 + square + series)
  const tLow = series - (tHigh - 3 - square)
  // 2/(3 ln 2) times the product of the two.
  const product = sHigh * tHigh
  const correction = sLow * tHigh + tLow * s
  const pHigh = withoutLowWord(product + correction)
  const pLow = correction - (pHigh - product)
  const zHigh = CP_HIGH * pHigh
  const zLow = CP_LOW * pHigh + pLow * CP + (isMiddle ? MIDDLE_LOW : 0)
  const middle = isMiddle ? MIDDLE_HIGH : 0
  const high = withoutLowWord(zHigh + zLow + middle + n)
  return { high, low: zLow - (high - n - middle - zHigh) }
}

/** By the logarithm's series. */
function log2NearOne(x: number): Split {
  const t = x - 1
  const rest = t * t * (0.5 - t * (0.3333333333333333 - t * 0.25))
  const product = LOG2E_HIGH * t
  const correction = t * LOG2E_LOW - rest * Math.LOG2E
  const high = withoutLowWord(product + correction)
  return { high, low: correction - (high - product) }
}

/** `2^(high + low)`. */
function twoTo(high: number, low: number): number {
  const z = low + high
  if (z > 1024 || (z === 1024 && low + OVERFLOW > z - high)) return Infinity
  if (z < -1075 || (z === -1075 && low <= z - high)) return 0
  const n = Math.abs(z) < 0.5000004768371582 ? 0 : Math.trunc(z + (z < 0 ? -0.5 : 0.5))
  const rest = high - n
  const t = withoutLowWord(low + rest)
  const product = t * LN2_HIGH
  const correction = (low - (t - rest)) * Math.LN2 + t * LN2_LOW
  const r = product + correction
  const lost = correction - (r - product)
  const c = companion(r)
  const power = 1 - ((r * c) / (c - 2 - (lost + r * lost)) - r)
  // In two steps: 2^1024 is no double, and a subnormal result must be rounded only once.
  const half = n > 0 ? 1 : -64
  return power * powerOfTwo(n - half) * powerOfTwo(half)
}

/** Without the last bit of the high word and the low word. */
function withoutLowBits(x: number): number {
  const high = withoutLowWord(x)
  DOUBLE[0] = high
  WORDS[HIGH] &= ~1
  return DOUBLE[0]
}
