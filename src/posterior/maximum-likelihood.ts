import { refuse, type Vector } from '../check/check.ts'
import { Likelihood } from './likelihood.ts'
import { readPrior } from './prior.ts'
import type { Tally } from './tally.ts'

export interface MaximumLikelihood {
  /** The maximizer, length K. */
  readonly theta: Float64Array
  /**
   * The certificate: no θ has a log posterior density higher by more than this (nats). From the KKT conditions:
   * the objective is concave, so that `max_x ∂/∂θ_x − Σ_x θ_x ∂/∂θ_x` bounds the shortfall.
   */
  readonly optimality: number
  /** EM updates made. */
  readonly iterations: number
}

const MOST_ITERATIONS = 20_000
/** An extrapolation may shrink a category by this factor at most, never to zero or below. */
const SHRINK = 0.01

/**
 * The θ of highest likelihood, or of highest posterior density, by EM (the iterative Bayesian update)
 *
 *     θ_x ← (Σ_c N_c θ_x p_c(x)/g_c(θ) + ρ_x − 1) / (n + Σ(ρ − 1)),
 *
 * accelerated by squared extrapolation (SQUAREM) that falls back to plain EM where the objective would fall. The objective
 * is concave whatever mechanisms gave the answers, so that this is the global maximum, up to `optimality`.
 *
 * @param options.prior Dirichlet parameters, at least 1; default 1, which is maximum likelihood
 * @throws RangeError on a prior below 1: the density then has no maximum
 * @see Agrawal, Aggarwal (2001); Varadhan, Roland (2008)
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 0, 100)
 * maximumLikelihood(tally).theta // [1, 0], up to 1e-9
 */
export function maximumLikelihood(
  tally: Tally,
  options: { prior?: number | Vector } = {},
): MaximumLikelihood {
  const { rho } = readPrior(options.prior ?? 1, tally.categories)
  const low = rho.findIndex(value => value < 1)
  if (low >= 0) refuse('prior', rho[low], 'at least 1, for a density that has a maximum')
  return maximize(
    tally,
    rho.map(value => value - 1),
  )
}

/** The maximum of `Σ N_c ln g_c(θ) + Σ pseudo_x ln θ_x`, for pseudo-counts that are not negative, to a tolerance in nats. */
export function maximize(tally: Tally, pseudo: Float64Array, tolerance = 1e-7): MaximumLikelihood {
  const K = tally.categories
  const total = tally.size + pseudo.reduce((sum, value) => sum + value, 0)
  let theta = new Float64Array(K).fill(1 / K)
  if (total === 0) return { theta, optimality: 0, iterations: 0 }

  const objective = new Objective(tally, pseudo)
  const enough = tolerance + 1e-13 * total
  const first = new Float64Array(K)
  let second = new Float64Array(K)
  const trial = new Float64Array(K)
  let after = new Float64Array(K)
  let iterations = 0
  let optimality = Infinity
  while (iterations < MOST_ITERATIONS) {
    objective.update(theta, first)
    optimality = objective.gap
    if (optimality <= enough) break
    objective.update(first, second)
    const plain = objective.value
    iterations += 2
    // The step length of the extrapolation, at least that of two plain updates.
    let change = 0
    let bend = 0
    for (let x = 0; x < K; x++) {
      change += (first[x] - theta[x]) ** 2
      bend += (second[x] - 2 * first[x] + theta[x]) ** 2
    }
    const alpha = bend > 0 ? Math.max(1, Math.sqrt(change / bend)) : 1
    let mass = 0
    for (let x = 0; x < K; x++) {
      const r = first[x] - theta[x]
      const v = second[x] - first[x] - r
      trial[x] = Math.max(SHRINK * second[x], theta[x] + 2 * alpha * r + alpha * alpha * v)
      mass += trial[x]
    }
    for (let x = 0; x < K; x++) trial[x] /= mass
    objective.update(trial, after)
    iterations++
    // The objective at the trial may be a little below that of `first`, but not worse than rounding.
    if (objective.value >= plain - 1e-12 * Math.abs(plain)) [theta, after] = [after, theta]
    else [theta, second] = [second, theta]
  }
  return { theta, optimality, iterations }
}

/** The objective, its certificate and its EM update. */
class Objective {
  /** The objective at the last θ, up to a constant. */
  value = 0
  /** The certificate at the last θ. */
  gap = Infinity
  private readonly tally: Tally
  private readonly pseudo: Float64Array
  private readonly likelihood: Likelihood
  private readonly g: Float64Array
  private readonly score: Float64Array

  constructor(tally: Tally, pseudo: Float64Array) {
    this.tally = tally
    this.pseudo = pseudo
    this.likelihood = new Likelihood(tally.table)
    this.g = new Float64Array(tally.distinct)
    this.score = new Float64Array(tally.categories)
  }

  /** Writes the EM update of `theta` to `out`. */
  update(theta: Float64Array, out: Float64Array): void {
    const { tally, pseudo, g, score } = this
    this.likelihood.evaluate(theta, g)
    let value = 0
    for (let c = 0; c < g.length; c++) {
      value += tally.counts[c] * Math.log(g[c])
      g[c] = tally.counts[c] / g[c]
    }
    this.likelihood.combine(g, score)
    let largest = -Infinity
    let total = 0
    for (let x = 0; x < theta.length; x++) {
      if (pseudo[x] > 0) value += pseudo[x] * Math.log(theta[x])
      out[x] = theta[x] * score[x] + pseudo[x]
      total += out[x]
      const slope = score[x] + (pseudo[x] > 0 ? pseudo[x] / theta[x] : 0)
      if (slope > largest) largest = slope
    }
    for (let x = 0; x < theta.length; x++) out[x] /= total
    this.value = value
    this.gap = Math.max(0, largest - total)
  }
}
