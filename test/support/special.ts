/** The special functions that the laws under test are compared with; nothing here comes from `src`. */

/** ln Γ(x) for x > 0, right to about 1e-15 (absolute near its zeros at 1 and 2). */
export function logGamma(x: number): number {
  let product = 1
  for (; x < 16; x++) product *= x
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + stirlingSeries(x) - Math.log(product)
}

/** Regularised upper incomplete gamma function Q(a, x): the chance that a Gamma(a, 1) draw exceeds x. */
export function gammaQ(a: number, x: number): number {
  if (x <= 0) return 1
  if (x === Infinity) return 0
  const front = gammaFront(a, x)
  if (x < a + 1) {
    let term = 1 / a
    let total = term
    for (let k = a + 1; term > total * 1e-17; k++) total += term *= x / k
    return 1 - front * total
  }
  return front / continuedFraction(x + 1 - a, i => i * (a - i), 2)
}

/**
 * Regularised incomplete beta function I_x(a, b): the chance that a Beta(a, b) draw is below x.
 *
 * Relative error about 1e-15 / min(x, 1−x), since the fraction cancels near its ends where a or b is large.
 */
export function betaI(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - betaI(b, a, 1 - x)
  // Lentz on the classical fraction, its odd and even coefficients in turn.
  let c = 1
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m < 1e8; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / guard(1 + even * d)
    c = guard(1 + even / c)
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / guard(1 + odd * d)
    c = guard(1 + odd / c)
    value *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return (betaFront(a, b, x) * value) / a
}

/** The chance that a Binomial(n, p) draw is at most k; error as of `betaI`. */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0
  return k >= n ? 1 : 1 - betaI(k + 1, n - k, p)
}

/** The standard normal distribution function. */
export function normalCdf(z: number): number {
  const tail = gammaQ(0.5, (z * z) / 2) / 2
  return z < 0 ? tail : 1 - tail
}

/** x^a e^(−x) / Γ(a); for large a by deviance, since the plain logarithms would cancel. */
function gammaFront(a: number, x: number): number {
  if (a < 16) return Math.exp(a * Math.log(x) - x - logGamma(a))
  return Math.sqrt(a / (2 * Math.PI)) * Math.exp(-deviance(a, x) - stirlingSeries(a))
}

/** x^a (1−x)^b / B(a, b), in the same way. */
function betaFront(a: number, b: number, x: number): number {
  if (a < 16 && b < 16) {
    return Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b))
  }
  const n = a + b
  const scale = Math.sqrt((a / n) * b) * Math.exp(stirlingError(n) - stirlingError(a) - stirlingError(b))
  return (scale / Math.sqrt(2 * Math.PI)) * Math.exp(-deviance(a, n * x) - deviance(b, n * (1 - x)))
}

/** a ln(a/x) + x − a, without cancellation where x is near a. */
function deviance(a: number, x: number): number {
  const u = (x - a) / a
  if (Math.abs(u) > 0.1) return a * (u - Math.log1p(u))
  let total = 0
  let power = u * u
  for (let k = 2; Math.abs(power) > 1e-18 * u * u; k++, power *= -u) total += power / k
  return a * total
}

/** ln Γ(x) − [(x − ½) ln x − x + ½ ln 2π], any x > 0. */
function stirlingError(x: number): number {
  return x < 16
    ? logGamma(x) - ((x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI))
    : stirlingSeries(x)
}

function stirlingSeries(x: number): number {
  const t = 1 / (x * x)
  return (1 / 12 - t * (1 / 360 - t * (1 / 1260 - t * (1 / 1680 - t * (1 / 1188 - (t * 691) / 360360))))) / x
}

/** b0 + a1/(b0+s + a2/(b0+2s + …)), by Lentz. */
function continuedFraction(b0: number, a: (i: number) => number, step: number): number {
  let value = guard(b0)
  let c = value
  let d = 0
  for (let i = 1; i < 1e8; i++) {
    const b = b0 + step * i
    d = 1 / guard(b + a(i) * d)
    c = guard(b + a(i) / c)
    value *= c * d
    if (Math.abs(c * d - 1) < 1e-16) break
  }
  return value
}

function guard(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value
}
