import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import type { Expansion, LogLikelihood } from '../likelihood/log-likelihood.ts'
import { Likelihood } from '../tally/likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import type { Target } from './nuts.ts'

/** Smallest prior precision of a coordinate in the mass matrix. Longer tails are left to the augmentation sweeps. */
const LEAST_PRECISION = 0.5

/**
 * A posterior in unconstrained coordinates z, all of ℝᴷ: θ = softmax z, and the free scale `u = ln Σ e^z`. Neither θ nor the answers
 * depend on the scale, and it is given a normal law of its own:
 *
 *     ln π(z) = ℓ(θ) + Σ_x ρ_x ln θ_x − τu²/2,        τ = Σ_x max(ρ_x, ½).
 *
 * The exponent is ρ, not ρ − 1: the Jacobian of the softmax is `Π θ_x`.
 */
export class SoftmaxTarget implements Target {
  readonly dimension: number
  private readonly likelihood: LogLikelihood
  private readonly rho: Float64Array
  private readonly theta: Float64Array

  /** @param likelihood the log-likelihood ℓ; it and ρ may change between transitions */
  constructor(likelihood: LogLikelihood, rho: Float64Array) {
    this.dimension = rho.length
    this.likelihood = likelihood
    this.rho = rho
    this.theta = new Float64Array(rho.length)
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    const { rho, theta } = this
    const K = z.length
    const scale = softmax(z, theta)
    let value = this.likelihood.evaluate(theta, gradient)
    const tau = scalePrecision(rho)
    let pull = tau * scale
    for (let x = 0; x < K; x++) {
      value += rho[x] * (z[x] - scale)
      pull += theta[x] * gradient[x] + rho[x]
    }
    for (let x = 0; x < K; x++) gradient[x] = theta[x] * (gradient[x] - pull) + rho[x]
    return value - (tau * scale * scale) / 2
  }
}

/** The precision τ of the free scale. */
export function scalePrecision(rho: Float64Array): number {
  let total = 0
  for (let x = 0; x < rho.length; x++) total += Math.max(rho[x], LEAST_PRECISION)
  return total
}

/**
 * A positive definite stand-in for the negative Hessian in z at an expansion's anchor,
 * `diag(max(ρ, ½)) + D Σ_c N_c (p/g − 1)(p/g − 1)ᵀ D` with `D = diag(θ)`. The negative Hessian itself need not be positive definite.
 */
export function denseCurvature({ anchor, score, information }: Expansion, n: number, rho: Float64Array) {
  const K = anchor.length
  const matrix = new Float64Array(K * K)
  for (let i = 0; i < K; i++) {
    for (let j = 0; j < K; j++) {
      matrix[i * K + j] = anchor[i] * anchor[j] * (information[i * K + j] - score[i] - score[j] + n)
    }
    matrix[i * K + i] += Math.max(LEAST_PRECISION, rho[i])
  }
  return matrix
}

/** The diagonal of the same matrix, for a K that is too large for all of it: `max(ρ, ½) + θ² Σ_c N_c (p/g − 1)²`. */
export function diagonalCurvature(tally: Tally, anchor: Float64Array, rho: Float64Array): Float64Array {
  const likelihood = new Likelihood(tally.table)
  const g = new Float64Array(tally.distinct)
  likelihood.evaluate(anchor, g)
  const means = new Float64Array(rho.length)
  likelihood.combine(
    g.map((value, c) => tally.counts[c] / value),
    means,
  )
  const squares = new Float64Array(rho.length)
  likelihood.addSquares(tally.counts, g, squares)
  return rho.map((value, x) => {
    // Rounding may take a sum of squares below zero.
    const spread = Math.max(0, squares[x] - 2 * means[x] + tally.size)
    return Math.max(LEAST_PRECISION, value) + anchor[x] * anchor[x] * spread
  })
}

/** Writes `e^{z_x} / Σ e^z` into `out`; returns `ln Σ e^z`. */
export function softmax(z: ArrayLike<number>, out: Float64Array): number {
  let top = -Infinity
  for (let x = 0; x < out.length; x++) if (z[x] > top) top = z[x]
  let total = 0
  for (let x = 0; x < out.length; x++) total += out[x] = exp(z[x] - top)
  for (let x = 0; x < out.length; x++) out[x] /= total
  return top + log(total)
}
