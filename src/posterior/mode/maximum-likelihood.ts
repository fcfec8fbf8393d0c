import { sum } from '../../arrays/sums.ts'
import { refuse, requireOptions, type Vector } from '../../check/check.ts'
import { readPrior } from '../kind/prior.ts'
import { requireTally, type Tally } from '../tally/tally.ts'
import { LogBarrier } from './log-barrier.ts'

/** The θ of highest likelihood or posterior density, with a certificate. */
export interface MaximumLikelihood {
  /** The maximizer, length K. */
  readonly theta: Float64Array
  /**
   * The certificate: no θ has a log posterior density that is higher by more than this (nats). It follows from the KKT conditions:
   * the objective is concave, so that `max_x ∂/∂θ_x − Σ_x θ_x ∂/∂θ_x` bounds the shortfall.
   */
  readonly optimality: number
  /** Number of Newton steps made. */
  readonly iterations: number
}

const MOST_ITERATIONS = 200
/** Smallest share of the distance to a boundary that a step leaves. */
const MARGIN = 0.005
/** The factor by which the barrier decreases from step to step. */
const DECREASE = 0.1

/**
 * The θ of highest likelihood, or of highest posterior density, by an interior-point method: Newton's method on the
 * objective with a logarithmic barrier that is gradually removed.
 *
 * The objective is concave for all mechanisms, so that this is the global maximum, up to `optimality`. EM (the iterative Bayesian update)
 * has the same limit, but needs very many updates if ε is small.
 *
 * @param options.prior Dirichlet parameters from 1 to 1e100; default 1, which is maximum likelihood
 * @throws RangeError on a prior below 1, where the density has no maximum, or above 1e100
 * @see Agrawal, Aggarwal (2001), for EM; Nocedal, Wright (2006), chapter 19
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 0, 100)
 * maximumLikelihood(tally).theta // [1, 0], up to 1e-9
 */
export function maximumLikelihood(
  tally: Tally,
  options: { prior?: number | Vector } = {},
): MaximumLikelihood {
  requireTally('tally', tally)
  requireOptions(options, { prior: true })
  const { rho } = readPrior(options.prior ?? 1, tally.categories)
  const low = rho.findIndex(value => value < 1)
  if (low >= 0) refuse('prior', rho[low], 'at least 1, for a density that has a maximum')
  return maximize(
    tally,
    rho.map(value => value - 1),
  )
}

/** Finds the maximum of `Σ N_c ln g_c(θ) + Σ pseudo_x ln θ_x`, for nonnegative pseudo-counts, to a tolerance in nats. */
export function maximize(tally: Tally, pseudo: Float64Array, tolerance = 1e-7): MaximumLikelihood {
  const K = tally.categories
  const objective = new LogBarrier(tally, pseudo)
  const { total } = objective
  const interior = new Float64Array(K).fill(1 / K)
  const theta = interior.slice()
  if (total === 0) return { theta, optimality: 0, iterations: 0 }

  const enough = tolerance + 1e-13 * total
  let mu = total / K
  const slack = interior.map((value, x) => (pseudo[x] + mu) / value)
  const downhill = new Float64Array(K)
  const direction = new Float64Array(K)
  const trial = new Float64Array(K)
  let optimality = objective.gap(theta)
  let iterations = 0
  for (; optimality > enough && iterations < MOST_ITERATIONS; iterations++) {
    objective.newton(interior, slack, mu, downhill, direction)
    const slackDirection = direction.map((d, x) => (pseudo[x] + mu - slack[x] * d) / interior[x] - slack[x])
    const step = search(objective, mu, interior, direction, downhill, trial)
    const slackStep = longestStep(slack, slackDirection)
    for (let x = 0; x < K; x++) slack[x] += slackStep * slackDirection[x]
    interior.set(trial)
    // The barrier is lowered when the steps are nearly whole ones, but not below the size at which it no longer matters.
    if (step > 0.5) {
      const surplus = interior.reduce((sum, value, x) => sum + Math.max(0, value * slack[x] - pseudo[x]), 0)
      mu = Math.max((0.1 * enough) / K, DECREASE * Math.min(mu, surplus / K))
    }
    const mass = sum(interior)
    for (let x = 0; x < K; x++) theta[x] = interior[x] / mass
    optimality = objective.gap(theta)
  }
  return { theta, optimality, iterations }
}

/** Halves the step until the objective falls enough; fills `trial` with the point that is reached, and returns the step. */
function search(
  objective: LogBarrier,
  mu: number,
  start: Float64Array,
  direction: Float64Array,
  downhill: Float64Array,
  trial: Float64Array,
): number {
  const value = objective.value(start, mu)
  const rounding = 1e-13 * Math.abs(value)
  let fall = 0
  for (let x = 0; x < start.length; x++) fall += downhill[x] * direction[x]
  let step = longestStep(start, direction)
  for (; step > 1e-12; step /= 2) {
    for (let x = 0; x < start.length; x++) trial[x] = start[x] + step * direction[x]
    if (objective.value(trial, mu) <= value - 1e-4 * step * fall + rounding) break
  }
  return step
}

/** The longest step, at most 1, that keeps positive numbers positive. */
function longestStep(from: Float64Array, direction: Float64Array): number {
  let step = 1
  for (let x = 0; x < from.length; x++) {
    if (direction[x] < 0) step = Math.min(step, ((1 - MARGIN) * -from[x]) / direction[x])
  }
  return step
}
