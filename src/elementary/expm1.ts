import { LN2_HIGH, LN2_LOW } from './log.ts'
import { powerOfTwo } from './powers-of-two.ts'

/**
 * `e^x − 1`, the same bits on every machine, right to less than an ulp also where x is tiny.
 *
 * @example
 * expm1(1e-10) // 1.00000000005e-10
 */
export function expm1(x: number): number {
  if (x > 709.782712893384) return Infinity
  if (x <= -38.81622314453125) return -1
  const size = Math.abs(x)
  if (!(size >= 2 ** -54)) return x
  const k = size < 0.3465735912322998 ? 0 : Math.trunc(Math.LOG2E * x + (x < 0 ? -0.5 : 0.5))
  const high = x - k * LN2_HIGH
  const low = k * LN2_LOW
  const r = high - low
  const half = 0.5 * r
  const z = r * half
  let series = -0.0000793650757867488 + z * (0.000004008217827329362 + z * -2.0109921818362437e-7)
  series = -0.03333333333333313 + z * (0.0015873015872548146 + z * series)
  series = 1 + z * series
  const t = 3 - series * half
  const e = z * ((series - t) / (6 - r * t))
  if (k === 0) return r - (r * e - z)
  const lost = high - r - low
  return shifted(r, r * (e - lost) - lost - z, k)
}

/** `2^k (1 + r − e) − 1`. */
function shifted(r: number, e: number, k: number): number {
  if (k === -1) return 0.5 * (r - e) - 0.5
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e)
  if (k === 1024) return (1 - (e - r)) * 2 * 2 ** 1023 - 1
  const scale = powerOfTwo(k)
  if (k <= -2 || k > 56) return (1 - (e - r)) * scale - 1
  const inverse = powerOfTwo(-k)
  return (k < 20 ? 1 - inverse - (e - r) : r - (e + inverse) + 1) * scale
}
