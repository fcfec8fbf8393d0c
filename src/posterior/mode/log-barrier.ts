import { sum } from '../../arrays/sums.ts'
import { log } from '../../elementary/log.ts'
import { Likelihood } from '../tally/likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { conjugateGradients } from './conjugate-gradients.ts'

/** Accuracy of a Newton direction. A better one would save hardly any steps. */
const DIRECTION_TOLERANCE = 0.01

/**
 * The objective that is minimized over all θ > 0 to find the highest posterior density:
 *
 *     F(θ) = (n + Σ pseudo) Σ_x θ_x − Σ_c N_c ln g_c(θ) − Σ_x (pseudo_x + μ) ln θ_x
 *
 * The likelihood is homogeneous in θ, so that without the barrier μ the minimizer sums to one by itself; with the barrier it sums to
 * 1 + Kμ/(n + Σ pseudo). The barrier acts like μ more pseudo-counts of each category. Columns are used only as linear maps, so that
 * a Newton direction costs a few passes over them, however many categories there are.
 */
export class LogBarrier {
  /** Observations and pseudo-counts together. */
  readonly total: number
  private readonly tally: Tally
  private readonly pseudo: Float64Array
  private readonly likelihood: Likelihood
  /** For each column: its likelihood, its count over that likelihood, and the likelihood's change in a direction. */
  private readonly g: Float64Array
  private readonly ratio: Float64Array
  private readonly change: Float64Array
  private readonly score: Float64Array
  private readonly diagonal: Float64Array

  constructor(tally: Tally, pseudo: Float64Array) {
    this.tally = tally
    this.pseudo = pseudo
    this.total = tally.size + sum(pseudo)
    this.likelihood = new Likelihood(tally.table)
    this.g = new Float64Array(tally.distinct)
    this.ratio = new Float64Array(tally.distinct)
    this.change = new Float64Array(tally.distinct)
    this.score = new Float64Array(tally.categories)
    this.diagonal = new Float64Array(tally.categories)
  }

  /** F at θ. */
  value(theta: Float64Array, mu: number): number {
    const { tally, pseudo, total, g } = this
    this.likelihood.multiply(theta, g)
    let value = 0
    for (let c = 0; c < g.length; c++) value -= tally.counts[c] * log(g[c])
    for (let x = 0; x < theta.length; x++) value += total * theta[x] - (pseudo[x] + mu) * log(theta[x])
    return value
  }

  /** A bound on the distance of a θ that sums to one from the optimum, in nats: `max_x ∂/∂θ_x − Σ_x θ_x ∂/∂θ_x` without the barrier. */
  gap(theta: Float64Array): number {
    const { pseudo, score } = this
    this.differentiate(theta)
    let largest = -Infinity
    for (let x = 0; x < theta.length; x++) {
      const slope = score[x] + (pseudo[x] > 0 ? pseudo[x] / theta[x] : 0)
      if (slope > largest) largest = slope
    }
    return Math.max(0, largest - this.total)
  }

  /**
   * Writes the primal-dual Newton direction at θ to `direction`, and the negative gradient of F to `downhill`. In the Hessian,
   * `slack` takes the place of `(pseudo + μ)/θ`.
   */
  newton(
    theta: Float64Array,
    slack: Float64Array,
    mu: number,
    downhill: Float64Array,
    direction: Float64Array,
  ): void {
    const { pseudo, total, g, ratio, change, score, diagonal } = this
    const K = theta.length
    this.differentiate(theta)
    for (let x = 0; x < K; x++) {
      downhill[x] = score[x] - total + (pseudo[x] + mu) / theta[x]
      diagonal[x] = slack[x] / theta[x]
    }
    this.likelihood.addSquares(this.tally.counts, g, diagonal)
    const multiply = (v: Float64Array, out: Float64Array) => {
      this.likelihood.multiply(v, change)
      for (let c = 0; c < change.length; c++) change[c] = ratio[c] * (change[c] / g[c])
      this.likelihood.combine(change, out)
      for (let x = 0; x < K; x++) out[x] += (slack[x] / theta[x]) * v[x]
    }
    conjugateGradients(multiply, diagonal, downhill, DIRECTION_TOLERANCE, direction)
  }

  /** Sets `g`, `ratio` and `score = Σ_c N_c p_c / g_c`. */
  private differentiate(theta: Float64Array): void {
    const { tally, g, ratio, score } = this
    this.likelihood.multiply(theta, g)
    for (let c = 0; c < g.length; c++) ratio[c] = tally.counts[c] / g[c]
    this.likelihood.combine(ratio, score)
  }
}
