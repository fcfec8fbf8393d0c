import { sum } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { pow } from '../elementary/pow.ts'
import { square } from '../elementary/square.ts'
import type { Scores } from './answer-scores.ts'

/**
 * The mixture of exponential supermartingales of a band. For scores g of mean μ, any predictable X̂ with `g − X̂ ≥ −c`, and `0 ≤ λ < 1/c`,
 *
 *     E exp(λ (g − μ) − (g − X̂)² ψ(λ, c)) ≤ 1,   ψ(λ, c) = (−ln(1 − cλ) − cλ)/c².
 *
 * So with A_j the sum of the `(g − X̂)² ψ(λ_j, c)`, the probability that `Σ_j w_j exp(λ_j Σ(g − μ) − A_j)` ever exceeds 1/δ is at
 * most δ, however the means change.
 *
 * @see Fan, Grama, Liu (2015), Exponential inequalities for martingales with applications; Howard, Ramdas, McAuliffe, Sekhon
 * (2021), Time-uniform, nonparametric, nonasymptotic confidence sequences
 */
export interface Mixture {
  /** λ_j, from the largest to the smallest. */
  readonly rates: Float64Array
  /** ln w_j. */
  readonly logWeights: Float64Array
}

/** The number of rates λ: from 64 s down to s/256 in steps of √2. */
export const RATES = 29
const LARGEST = 64

/**
 * Smallest variance of a mixture, about that of SRR at ε = 8. All rates of a mixture for less noise would exceed `1/c`, because people's
 * own values move X̂ by up to 1 even without noise. They would be dropped one by one, and without any rate an interval stays [0, 1]
 * forever.
 */
const LEAST_VARIANCE = 1 / 3000

/** The variance of a band's mixture, from the scores of the first channel. */
export function varianceFor({ variance }: Scores): number {
  return Math.max(LEAST_VARIANCE, variance)
}

/**
 * The mixture for scores of about this variance: λ around `s = √(7.94/3000)/σ`, with weights in proportion to `λ/(1 + (λ/s)²)`. The band is
 * narrowest at some thousands of answers, and nearly as narrow as possible at other times.
 */
export function createMixture(variance: number): Mixture {
  const s = Math.sqrt(7.94 / 3000 / variance)
  const rates = Float64Array.from({ length: RATES }, (_, j) => s * LARGEST * pow(2, -j / 2))
  const weights = rates.map(rate => rate / (1 + square(rate / s)))
  const total = sum(weights)
  return { rates, logWeights: weights.map(weight => log(weight / total)) }
}

/** Cells of the table of φ. */
const CELLS = 4096

let table: Float64Array | undefined

/** `φ(u) = (−ln(1 − u) − u)/u²` at 0, 1/4096, …, 4095/4096: `ψ(λ, c) = λ² φ(cλ)`. */
function tableOfPhi(): Float64Array {
  table ??= Float64Array.from({ length: CELLS }, (_, i) => {
    const u = i / CELLS
    // The series, to more digits than a double has: the difference below would lose digits here.
    if (u < 0.01) return 1 / 2 + u * (1 / 3 + u * (1 / 4 + u * (1 / 5 + u * (1 / 6 + u * (1 / 7 + u / 8)))))
    return (-log1p(-u) - u) / square(u)
  })
  return table
}

/**
 * Adds `squares · ψ(λ_j, c)` to the sum A_j of each rate. A rate with `c λ_j ≥ 1` is dropped: its sum is infinite from then on.
 * Between two entries of its table, φ is interpolated linearly. As φ is convex, the line is above it: that makes a band wider,
 * never too narrow.
 *
 * @param sums A_j of all categories; the 29 from `start` on are changed
 * @param squares `(g − X̂)²`, times the number of answers with this score
 */
export function addPenalties(
  { rates }: Mixture,
  sums: Float64Array,
  start: number,
  squares: number,
  c: number,
): void {
  const phi = tableOfPhi()
  for (let j = 0; j < RATES; j++) {
    const rate = rates[j]
    const position = rate * c * CELLS
    if (position < CELLS - 1) {
      const cell = position | 0
      const value = phi[cell] + (position - cell) * (phi[cell + 1] - phi[cell])
      sums[start + j] += squares * rate * rate * value
    } else {
      sums[start + j] = Infinity
    }
  }
}

/**
 * The u with `Σ_j w_j exp(λ_j u − A_j) = e^logOdds`: the radius of an interval for Σ(g − μ). Infinity if all rates were dropped.
 *
 * @param before sums to subtract, at the same positions
 */
export function radius(
  { rates, logWeights }: Mixture,
  sums: Float64Array,
  start: number,
  logOdds: number,
  before?: Float64Array,
): number {
  const offsets = new Float64Array(RATES)
  // Begin at the point at which one term alone suffices. The root is not above it, and Newton's steps descend to the root, because the
  // logarithm is convex.
  let u = Infinity
  for (let j = 0; j < RATES; j++) {
    const sum = sums[start + j]
    offsets[j] =
      sum === Infinity ? -Infinity : logWeights[j] - sum + (before === undefined ? 0 : before[start + j])
    u = Math.min(u, (logOdds - offsets[j]) / rates[j])
  }
  if (u === Infinity) return u
  for (let step = 0; step < 100; step++) {
    let top = -Infinity
    for (let j = 0; j < RATES; j++) top = Math.max(top, offsets[j] + rates[j] * u)
    let total = 0
    let slope = 0
    for (let j = 0; j < RATES; j++) {
      const term = exp(offsets[j] + rates[j] * u - top)
      total += term
      slope += term * rates[j]
    }
    const excess = top + log(total) - logOdds
    if (!(excess > 1e-12)) break
    u -= (excess * total) / slope
  }
  return u
}

/**
 * `ln Σ_j w_j exp(λ_j d − A_j)`: the logarithm of the evidence that the mean of the scores is above a value that they are
 * compared with, where d is the excess of their sum over that value times their number.
 *
 * @param excess d
 * @param before sums to subtract, at the same positions
 */
export function logEvidence(
  { rates, logWeights }: Mixture,
  sums: Float64Array,
  start: number,
  excess: number,
  before?: Float64Array,
): number {
  let top = -Infinity
  let total = 0
  for (let j = 0; j < RATES; j++) {
    const sum = sums[start + j]
    if (sum === Infinity) continue
    const term = logWeights[j] + rates[j] * excess - sum + (before === undefined ? 0 : before[start + j])
    if (term <= top) total += exp(term - top)
    else {
      total = total * exp(top - term) + 1
      top = term
    }
  }
  return top + log(total)
}

/** `ln Σ_j w_j exp(λ_j u − A_j)` and its slope by u; minus Infinity, with the slope 0, if all rates were dropped. */
export function logMixture(
  { rates, logWeights }: Mixture,
  sums: Float64Array,
  start: number,
  u: number,
  before?: Float64Array,
): { value: number; slope: number } {
  let [top, total, slope] = [-Infinity, 0, 0]
  for (let j = 0; j < RATES; j++) {
    const sum = sums[start + j]
    if (sum === Infinity) continue
    const term = logWeights[j] + rates[j] * u - sum + (before === undefined ? 0 : before[start + j])
    if (term > top) {
      const scale = exp(top - term)
      ;[top, total, slope] = [term, total * scale, slope * scale]
    }
    const weight = exp(term - top)
    total += weight
    slope += weight * rates[j]
  }
  return total === 0 ? { value: -Infinity, slope: 0 } : { value: top + log(total), slope: slope / total }
}
