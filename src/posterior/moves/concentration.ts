import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { log1p } from '../../elementary/log1p.ts'
import type { Rng } from '../../random/rng.ts'
import { binet } from '../../special/log-gamma.ts'
import { hyperprior } from '../kind/prior.ts'
import { sliceUpdate } from './slice-update.ts'

/** Width of the slice sampler's first bracket, in ln ρ. */
const WIDTH = 1

/**
 * Log density, up to a constant, of ln ρ given the categories' totals, with θ integrated out (Dirichlet-multinomial):
 *
 *     Σ_x [ln Γ(ρ + n_x) − ln Γ(ρ)] − [ln Γ(Kρ + n) − ln Γ(Kρ)] + ln p(ln ρ)
 *
 * The terms are as large as n ln n, but their sum is not. By Stirling's formula, and without the constants n_x! and n!, everything that
 * is large is a multiple of a relative entropy between two shares of the prior: `ρ/(ρ + n_x)` in a category and `Kρ/(Kρ + n)` in all
 * categories together. Written in this way nothing cancels, whatever the counts:
 *
 *     Σ_x ρ ln(1 + v_x) + n_x ln(1 − ρ v_x/n_x),        v_x = (K n_x − n)/(Kρ + n).
 */
export function logConcentrationDensity(logRho: number, totals: Float64Array): number {
  const K = totals.length
  const rho = exp(logRho)
  let n = 0
  for (let x = 0; x < K; x++) n += totals[x]
  const all = K * rho + n
  const restOfRho = binet(rho)
  let value = binet(K * rho) - binet(all) + log1p(n / (K * rho)) / 2
  for (let x = 0; x < K; x++) {
    const total = totals[x]
    if (total === 0) {
      value -= rho * log1p(n / (K * rho))
      continue
    }
    const v = (K * total - n) / all
    // Near −1, 1 + v has lost its digits.
    const logRatio = v > -0.5 ? log1p(v) : log((K * (rho + total)) / all)
    value += rho * logRatio + total * log1p((-rho / total) * v)
    value += binet(rho + total) - restOfRho - log1p(total / rho) / 2
  }
  return value + hyperprior(logRho)
}

/**
 * One slice-sampling update of the concentration ρ given the totals (Neal 2003, stepping out): exact, without a step size. It conditions
 * on the totals and not on θ, because given θ itself ρ hardly moves.
 */
export function drawConcentration(rng: Rng, rho: number, totals: Float64Array): number {
  const density = (logRho: number) => logConcentrationDensity(logRho, totals)
  return exp(sliceUpdate(rng, log(rho), WIDTH, density))
}
