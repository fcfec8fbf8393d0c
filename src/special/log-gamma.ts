import { log } from '../elementary/log.ts'

/** Coefficients B_2j / (2j(2j−1)) of Stirling's series. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156]
/** From here on the series is exact to double precision. */
const LARGE = 10

/**
 * Binet's function, the remainder of Stirling's formula for the logarithm of Γ: `ln Γ(x) − [(x − ½) ln x − x + ½ ln 2π]` for
 * positive x. It is right to 5e-14, absolute below 10 and relative above. It falls from `−½ ln x` at 0 to `1/(12x)` at infinity,
 * so that sums of it lose no digits where the logarithms of Γ would be large and cancel.
 */
export function binet(x: number): number {
  if (x >= LARGE) return stirling(x)
  let shift = 1
  let z = x
  for (; z < LARGE; z++) shift *= z
  return stirling(z) + (z - 0.5) * log(z) - z - log(shift) - (x - 0.5) * log(x) + x
}

function stirling(z: number): number {
  const square = 1 / (z * z)
  let series = 0
  for (let j = STIRLING.length - 1; j >= 0; j--) series = series * square + STIRLING[j]
  return series / z
}

/** `ln Γ(x)`, less `½ ln 2π`. */
export function logGamma(x: number): number {
  return binet(x) + (x - 0.5) * log(x) - x
}
