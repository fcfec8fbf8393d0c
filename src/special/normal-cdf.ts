import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'

const LOG_SQRT_TAU = log(Math.sqrt(2 * Math.PI))

/** The standard normal density, right to an ulp or two of itself wherever it is not subnormal. */
export function normalDensity(x: number): number {
  return exp(-LOG_SQRT_TAU) * expMinusHalfSquare(x)
}

/**
 * The standard normal distribution function Φ(x), right to about 1e−15 of itself down to x = −37.5, where it
 * leaves the doubles; Φ(−Infinity) = 0, Φ(Infinity) = 1.
 *
 * @example
 * normalCdf(-10) // 7.619853024160527e-24
 */
export function normalCdf(x: number): number {
  if (x > 1) return 1 - normalCdf(-x)
  if (x < -1) return normalDensity(x) * millsRatio(-x)
  return 0.5 + normalDensity(x) * centralSeries(x)
}

/**
 * ln Φ(x), right to about 1e−15 of itself at every x where it is not near zero to begin with.
 *
 * @example
 * normalLogCdf(-40) // -804.6084420137538
 */
export function normalLogCdf(x: number): number {
  if (x > 1) return log1p(-normalCdf(-x))
  if (x < -1) return log(millsRatio(-x)) - LOG_SQRT_TAU - (x * x) / 2
  return log(normalCdf(x))
}

/** `e^{−x²/2}` without the rounding of x²: x is split into 16ths, whose square is exact, and a rest. */
function expMinusHalfSquare(x: number): number {
  const size = Math.min(Math.abs(x), 40)
  const coarse = Math.trunc(size * 16) / 16
  return exp((-coarse * coarse) / 2) * exp((-(size - coarse) * (size + coarse)) / 2)
}

/** (1 − Φ(x))/φ(x) for x ≥ 1, by Laplace's fraction `1/(x + 1/(x + 2/(x + …)))`, from its far end. */
function millsRatio(x: number): number {
  let tail = x
  for (let k = Math.ceil(400 / (x * x)) + 20; k >= 1; k--) tail = x + k / tail
  return 1 / tail
}

/** (Φ(x) − ½)/φ(x) = x + x³/3 + x⁵/(3·5) + …, for |x| ≤ 1. */
function centralSeries(x: number): number {
  let term = x
  let total = x
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(total); k += 2) {
    term *= (x * x) / k
    total += term
  }
  return total
}

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
