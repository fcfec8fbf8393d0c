import { drawExponential } from '../random/exponential.ts'
import type { Rng } from '../random/rng.ts'
import { logRising } from './log-gamma.ts'

/**
 * The hyperprior of a learnt concentration ρ: `ln ρ ~ N(ln 0.2, 2²)`, proper, from sparse truths (ρ = 0.004 at two
 * standard deviations) to flat ones (ρ = 11).
 */
export const HYPERPRIOR = { median: 0.2, sd: 2 } as const

/** Width of the slice sampler's first bracket, in ln ρ. */
const WIDTH = 1

/**
 * Log density, up to a constant, of ln ρ given the categories' totals, with θ integrated out (Dirichlet-multinomial):
 *
 *     Σ_x [ln Γ(ρ + n_x) − ln Γ(ρ)] − [ln Γ(Kρ + n) − ln Γ(Kρ)] + ln p(ln ρ)
 */
export function logConcentrationDensity(logRho: number, totals: Float64Array): number {
  const rho = Math.exp(logRho)
  let n = 0
  let value = 0
  for (let x = 0; x < totals.length; x++) {
    if (totals[x] === 0) continue
    n += totals[x]
    value += logRising(rho, totals[x])
  }
  const z = (logRho - Math.log(HYPERPRIOR.median)) / HYPERPRIOR.sd
  return value - logRising(totals.length * rho, n) - (z * z) / 2
}

/**
 * One slice-sampling update of the concentration ρ given the totals (Neal 2003, stepping out): exact, no step size. It is
 * given the totals, not θ: alternated with θ itself it hardly moves.
 */
export function drawConcentration(rng: Rng, rho: number, totals: Float64Array): number {
  const start = Math.log(rho)
  const height = logConcentrationDensity(start, totals) - drawExponential(rng)
  let low = start - WIDTH * rng.uniform()
  let high = low + WIDTH
  while (logConcentrationDensity(low, totals) > height) low -= WIDTH
  while (logConcentrationDensity(high, totals) > height) high += WIDTH
  for (;;) {
    const next = low + (high - low) * rng.uniform()
    if (logConcentrationDensity(next, totals) > height) return Math.exp(next)
    if (next < start) low = next
    else high = next
  }
}
