/** Coefficients B_2j / (2j(2j−1)) of Stirling's series. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156]
/** From here on the series is exact to double precision. */
const LARGE = 10

/** `ln Γ(x)` for x > 0, to about 4e-15, relative or, near its zeros 1 and 2, absolute: Stirling's series, shifted up to 10. */
export function logGamma(x: number): number {
  let shift = 1
  let z = x
  for (; z < LARGE; z++) shift *= z
  return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + stirling(z) - Math.log(shift)
}

/** `ln Γ(x + n) − ln Γ(x)` for x > 0, n ≥ 0, without the cancellation of a large x. */
export function logRising(x: number, n: number): number {
  if (x < LARGE) return logGamma(x + n) - logGamma(x)
  const high = x + n
  return (x - 0.5) * Math.log1p(n / x) + n * (Math.log(high) - 1) + stirling(high) - stirling(x)
}

function stirling(z: number): number {
  const square = 1 / (z * z)
  let series = 0
  for (let j = STIRLING.length - 1; j >= 0; j--) series = series * square + STIRLING[j]
  return series / z
}
