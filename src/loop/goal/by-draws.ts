import { exp } from '../../elementary/exp.ts'
import { square } from '../../elementary/square.ts'
import { type Answer, type Goal, isRight } from '../../goal/goal.ts'
import { HYPERPRIOR, type Prior, readPrior } from '../../posterior/kind/prior.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import { drawNormal } from '../../random/normal.ts'
import type { SeededRng } from '../../random/rng.ts'
import { descendingOrder } from '../../simplex/order.ts'

/** Number of draws from the prior, for the prior odds. */
const PRIOR_DRAWS = 2000

/** Draws of θ from a prior. */
export function drawPrior(prior: Prior, categories: number, rng: SeededRng): Float64Array[] {
  const { rho, learned } = readPrior(prior, categories)
  return Array.from({ length: PRIOR_DRAWS }, () => {
    if (learned) rho.fill(HYPERPRIOR.median * exp(HYPERPRIOR.sd * drawNormal(rng)))
    return drawLogDirichlet(rng, rho, new Float64Array(categories)).map(value => exp(value))
  })
}

/** The likeliest answer: for the top k by the mean of the draws, for a comparison by the number of draws for each answer. */
export function likeliestAnswer(goal: Goal, draws: Float64Array, mean: Float64Array): Answer {
  const K = mean.length
  if ('top' in goal) return Array.from(descendingOrder(mean).subarray(0, goal.top)).sort((i, j) => i - j)
  const [a, b] = (goal as Extract<Goal, { compare: unknown }>).compare
  const shares = [a, b, 'tie' as const].map(answer => shareRight(goal, answer, draws, K))
  return [a, b, 'tie' as const][shares.indexOf(Math.max(...shares))]
}

/** The share of draws, row by row, in which an answer is right. */
export function shareRight(goal: Goal, answer: Answer, draws: Float64Array, K: number): number {
  const count = draws.length / K
  let right = 0
  for (let d = 0; d < count; d++) if (isRight(goal, answer, draws.subarray(d * K, (d + 1) * K))) right++
  return right / count
}

/** The mean of draws, row by row. */
export function meanOf(draws: Float64Array, K: number): Float64Array {
  const mean = new Float64Array(K)
  for (let i = 0; i < draws.length; i++) mean[i % K] += draws[i]
  return mean.map(value => (value * K) / draws.length)
}

/** The standard deviation of one category in draws, about their mean. */
export function spreadOf(draws: Float64Array, K: number, category: number, mean: number): number {
  let total = 0
  for (let i = category; i < draws.length; i += K) total += square(draws[i] - mean)
  return Math.max(1e-9, Math.sqrt((total * K) / draws.length))
}
