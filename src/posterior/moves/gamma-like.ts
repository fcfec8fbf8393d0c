import { log1p } from '../../elementary/log1p.ts'

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
