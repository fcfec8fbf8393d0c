import type { Tally } from '../../src/posterior/tally/tally.ts'

export interface Moments {
  readonly mean: number
  readonly sd: number
}

/** Mean and sd of what a chain gives. */
export function momentsOf(length: number, next: () => number): Moments {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < length; i++) {
    const value = next()
    sum += value
    squares += value * value
  }
  const mean = sum / length
  return { mean, sd: Math.sqrt(squares / length - mean * mean) }
}

/**
 * Posterior mean and sd of θ_0 under a Dirichlet prior with parameters ρ, for two or three categories: the trapezoidal
 * rule over the logits of a = θ_0 and, of three, b = θ_1/(1 − θ_0), where the density has no poles at any ρ.
 */
export function quadrature(tally: Tally, rho: readonly number[]): Moments {
  const [cells, most] = rho.length === 2 ? [5000, 100] : [300, 40]
  const logits = Array.from({ length: cells }, (_, i) => ((2 * i + 1) / cells - 1) * most)
  const rest = rho.slice(1).reduce((total, value) => total + value, 0)
  let [mass, sum, squares] = [0, 0, 0]
  for (const u of logits) {
    const [a, notA] = [1 / (1 + Math.exp(-u)), 1 / (1 + Math.exp(u))]
    for (const v of rho.length === 2 ? [0] : logits) {
      const [b, notB] = [1 / (1 + Math.exp(-v)), 1 / (1 + Math.exp(v))]
      const theta = rho.length === 2 ? [a, notA] : [a, notA * b, notA * notB]
      const within = rho.length === 2 ? 0 : rho[1] * Math.log(b) + rho[2] * Math.log(notB)
      const log = tally.logLikelihood(theta) + rho[0] * Math.log(a) + rest * Math.log(notA) + within
      const density = Math.exp(log)
      mass += density
      sum += density * a
      squares += density * a * a
    }
  }
  const mean = sum / mass
  return { mean, sd: Math.sqrt(squares / mass - mean * mean) }
}
