import { normalCdf } from '../private-sampling/normal-cdf.ts'

const MOST = 7
const EACH = 128
const TABLE = /* @__PURE__ */ Float64Array.from({ length: 2 * MOST * EACH + 2 }, (_, i) =>
  normalCdf(i / EACH - MOST),
)

/** The standard normal distribution function by linear interpolation, right to 2e-6; for inner loops. */
export function tabulatedCdf(x: number): number {
  if (!(x > -MOST)) return 0
  if (x >= MOST) return 1
  const place = (x + MOST) * EACH
  const i = Math.floor(place)
  return TABLE[i] + (place - i) * (TABLE[i + 1] - TABLE[i])
}
