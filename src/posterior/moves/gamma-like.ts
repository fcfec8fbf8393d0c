import { exp } from '../../elementary/exp.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { log } from '../../elementary/log.ts'
import { log1p } from '../../elementary/log1p.ts'

/** Limit below which `1 − e^−y` is y, up to half of its square. */
const SMALL = 1e-6
/** Limit above which quantiles are too near to 1 to recover y from them. */
export const LARGEST = 600

/**
 * The parameters a, c and ln b of the exponentiated Weibull law `F(γ) = (1 − e^−y)^a, y = (bγ)^c` near Gamma(ρ). Given a simple formula
 * for a, c and b were fitted to the mean and the standard deviation of ln γ: the standard deviation is right to 1 %, and the mean to 3 %
 * of the standard deviation.
 */
export function gammaLike(rho: number): { shape: number; power: number; logRate: number } {
  const power = Math.sqrt(1 + rho / 5)
  const w = 1 / power
  const logRate = w * (0.8935 + w * (0.3887 - 0.7211 * w)) - log1p(rho)
  return { shape: (8 * rho) / (8 + rho), power, logRate }
}

/** `ln(1 − e^−y)`: a times this is the logarithm of the quantile. */
export function logQuantile(y: number, logY: number): number {
  return y < SMALL ? logY - y / 2 : y < 1 ? log(-expm1(-y)) : log1p(-exp(-y))
}

/** y, given `v = 1 − e^−y` and its logarithm. */
export function yOf(v: number, logV: number): number {
  return v < SMALL ? v : -log(-expm1(logV))
}

/** ln y, given `v = 1 − e^−y` and its logarithm. */
export function logYOf(v: number, logV: number, y: number): number {
  return v < SMALL ? logV + v / 2 : log(y)
}
