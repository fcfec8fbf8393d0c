import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import { logGamma } from './special.ts'
import type { Entry } from './tally.ts'

/** Moments of each θ_x, and of ln ρ where it is learnt. */
export interface ExactMoments {
  readonly mean: Float64Array
  readonly sd: Float64Array
  readonly logRho: { readonly mean: number; readonly sd: number }
}

/** Powers of θ_0, …, θ_{K−1}, one row a monomial, with the coefficients of the likelihood. */
interface Polynomial {
  readonly powers: number[][]
  readonly coefficients: Float64Array
}

/** Lengths of the grid over ln ρ, in standard deviations of the hyperprior, and its points. */
const REACH = 7
const POINTS = 141

/**
 * The exact posterior of a small collection over two or three categories: a product of linear forms in θ is a polynomial, each monomial of which is, times
 * a Dirichlet density, another. A learnt ρ is left to a sum over a fine grid of ln ρ, which under `ln ρ ~ N(ln 0.2, 2²)` is
 * right to many digits.
 *
 * @param rho parameters of a fixed prior, or 'learned'
 */
export function polynomialPosterior(
  entries: readonly Entry[],
  rho: readonly number[] | 'learned',
): ExactMoments {
  const K = entries[0][0].categories
  const likelihood = expand(entries, K)
  const slices =
    rho === 'learned'
      ? Array.from({ length: POINTS }, (_, i) => ((2 * i) / (POINTS - 1) - 1) * REACH).map(z =>
          slice(likelihood, new Array<number>(K).fill(0.2 * Math.exp(2 * z)), (-z * z) / 2),
        )
      : [slice(likelihood, rho, 0)]
  const top = Math.max(...slices.map(({ log }) => log))
  const weights = slices.map(({ log }) => Math.exp(log - top))
  const mass = weights.reduce((sum, weight) => sum + weight, 0)
  const average = (of: (one: Slice) => number) =>
    slices.reduce((sum, one, i) => sum + (weights[i] / mass) * of(one), 0)
  const moments = (first: (one: Slice) => number, second: (one: Slice) => number) => {
    const mean = average(first)
    return { mean, sd: Math.sqrt(Math.max(0, average(second) - mean * mean)) }
  }
  const each = Array.from({ length: K }, (_, x) =>
    moments(
      one => one.first[x],
      one => one.second[x],
    ),
  )
  return {
    mean: Float64Array.from(each, ({ mean }) => mean),
    sd: Float64Array.from(each, ({ sd }) => sd),
    logRho: moments(
      one => one.logRho,
      one => one.logRho ** 2,
    ),
  }
}

/** The posterior given ρ: logarithm of its mass, and each θ_x's mean and mean square. */
interface Slice {
  readonly log: number
  readonly logRho: number
  readonly first: Float64Array
  readonly second: Float64Array
}

function slice({ powers, coefficients }: Polynomial, rho: readonly number[], weight: number): Slice {
  const whole = rho.reduce((sum, value) => sum + value, 0)
  const n = powers[0].reduce((sum, value) => sum + value, 0)
  const rising = rho.map(value =>
    Float64Array.from({ length: n + 1 }, (_, j) => logGamma(value + j) - logGamma(value)),
  )
  const logs = powers.map((power, i) => {
    let log = Math.log(coefficients[i])
    for (let x = 0; x < power.length; x++) log += rising[x][power[x]]
    return log
  })
  const top = logs.reduce((most, log) => Math.max(most, log), -Infinity)
  const first = new Float64Array(rho.length)
  const second = new Float64Array(rho.length)
  let mass = 0
  powers.forEach((power, i) => {
    const density = Math.exp(logs[i] - top)
    mass += density
    for (let x = 0; x < power.length; x++) {
      const alpha = rho[x] + power[x]
      first[x] += (density * alpha) / (whole + n)
      second[x] += (density * alpha * (alpha + 1)) / ((whole + n) * (whole + n + 1))
    }
  })
  return {
    log: weight + top + Math.log(mass) - logGamma(whole + n) + logGamma(whole),
    logRho: Math.log(rho[0]),
    first: first.map(value => value / mass),
    second: second.map(value => value / mass),
  }
}

/** Multiplies the likelihoods of all answers out, one person after another, scaled so that nothing vanishes. */
function expand(entries: readonly Entry[], K: number): Polynomial {
  const n = entries.reduce((sum, [, , count]) => sum + count, 0)
  const width = n + 1
  // Of θ_0^a θ_1^b, what is left of the power being θ_2's.
  const terms = new Float64Array(width * width)
  terms[0] = 1
  let done = 0
  for (const [mechanism, response, count] of entries) {
    const [p, q, r = 0] = likelihood(mechanism, response)
    for (let person = 0; person < count; person++) {
      done++
      let largest = 0
      for (let a = done; a >= 0; a--) {
        for (let b = done - a; b >= 0; b--) {
          const at = a * width + b
          const value = r * terms[at] + (a > 0 ? p * terms[at - width] : 0) + (b > 0 ? q * terms[at - 1] : 0)
          terms[at] = value
          if (value > largest) largest = value
        }
      }
      for (let at = 0; at < terms.length; at++) terms[at] /= largest
    }
  }
  const powers: number[][] = []
  const coefficients: number[] = []
  for (let a = 0; a <= n; a++) {
    for (let b = 0; b <= n - a; b++) {
      if (terms[a * width + b] === 0) continue
      powers.push([a, b, n - a - b].slice(0, K))
      coefficients.push(terms[a * width + b])
    }
  }
  return { powers, coefficients: Float64Array.from(coefficients) }
}
