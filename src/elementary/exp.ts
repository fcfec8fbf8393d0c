import { LN2_HIGH, LN2_LOW } from './log.ts'
import { powerOfTwo } from './powers-of-two.ts'

/**
 * `e^x`, the same bits on every machine, right to less than an ulp: `2^k e^r` with `|r|` about ln(2)/2 at most.
 *
 * @example
 * exp(-1) // 0.36787944117144233
 */
export function exp(x: number): number {
  const size = Math.abs(x)
  if (!(size >= 2 ** -28 && size < 708) || x === 1) return expApart(x)
  const k = size < 0.3465735912322998 ? 0 : (Math.LOG2E * x + (x < 0 ? -0.5 : 0.5)) | 0
  return expOfRest(x, k) * powerOfTwo(k)
}

/** `e^(x − k ln 2)`. */
function expOfRest(x: number, k: number): number {
  const high = x - k * LN2_HIGH
  const low = k * LN2_LOW
  const r = high - low
  const c = companion(r)
  return 1 - (low - (r * c) / (2 - c) - high)
}

/** The c with `e^r = 1 + r + r c/(2 − c)`, for |r| up to about ln(2)/2. */
export function companion(r: number): number {
  const square = r * r
  // Numbers instead of named constants, here and below: not every bundler keeps constants constant.
  let series = square * 4.1381367970572385e-8 - 0.0000016533902205465252
  series = square * series + 0.00006613756321437934
  series = square * series - 0.0027777777777015593
  return r - square * (square * series + 0.16666666666666602)
}

/** The rare arguments, in a function of their own so that `exp` is short enough to be inlined. */
function expApart(x: number): number {
  if (Math.abs(x) < 2 ** -28) return 1 + x
  // The formula would round to an ulp below.
  if (x === 1) return Math.E
  if (x > 709.782712893384) return Infinity
  if (!(x >= -745.1332191019411)) return x < 0 ? 0 : NaN
  const k = Math.trunc(Math.LOG2E * x + (x < 0 ? -0.5 : 0.5))
  // In two steps: 2^1024 is no double, and a subnormal result must be rounded only once.
  const half = k > 0 ? 1 : -64
  return expOfRest(x, k) * powerOfTwo(k - half) * powerOfTwo(half)
}
