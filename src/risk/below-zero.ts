import { factorize } from '../arrays/cholesky.ts'
import { drawDirichlet } from '../random/dirichlet.ts'
import { fillNormals } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { descendingOrder } from '../simplex/order.ts'
import type { ScoreMoments } from './score-moments.ts'

/** Frequencies that add up to less than nothing. */
export interface BelowZero {
  /** How probable a sum so low is by chance, at most. */
  readonly pValue: number
  /** The sum of the unclipped estimates of the categories that may be empty. */
  readonly sum: number
  /** Its standard error. */
  readonly standardError: number
}

/** A category may be empty if its estimate is at most so many standard errors above 0. */
const REACH = 3
const DRAWS = 1999

/**
 * Whether frequencies are estimated below 0 by more than chance: answers that were made up for some categories are missing at all
 * others. With S the categories whose unclipped estimate is at most 3 standard errors, the statistic is
 *
 *     Z = −Σ_(x∈S) θ̂_x / √(1ᵀ C_S 1),
 *
 * C the covariance of the estimates. Its null law is simulated: normal estimates of covariance C around a truth where all of S are
 * empty and all others are as estimated, S chosen anew in each draw. That is the law under the truth for which Z is largest of all that the
 * answers leave possible, so that false alarms are at most as frequent as said whatever the truth is, up to the normal law and to categories
 * that were taken for present and are not. With a `prior`, truths are drawn from a Dirichlet law instead, the likeliest category
 * where the estimate is largest: false alarms are then as frequent as said on average over these truths alone.
 *
 * @see Andrews, Soares (2010), Inference for parameters defined by moment inequalities, for the choice of the truth
 */
export function belowZero({ mean, covariance }: ScoreMoments, rng: SeededRng, prior?: number): BelowZero {
  const K = mean.length
  const errors = Float64Array.from(mean, (_, x) => Math.sqrt(Math.max(0, covariance[x * K + x])))
  const observed = sumOfPossiblyEmpty(mean, errors, covariance)
  const none = mean.map((value, x) => (value <= REACH * errors[x] ? 0 : value))
  const order = descendingOrder(mean)
  const law = new Float64Array(K).fill(prior ?? 1)
  const factor = covariance.slice()
  factorize(factor, K)
  const [noise, truth, drawn] = [new Float64Array(K), new Float64Array(K), new Float64Array(K)]
  const least = deviation(observed)
  let beyond = 0
  for (let i = 0; i < DRAWS; i++) {
    if (prior !== undefined) {
      drawDirichlet(rng, law, drawn)
      drawn.sort()
      order.forEach((x, rank) => {
        truth[x] = drawn[K - 1 - rank]
      })
    }
    fillNormals(rng, noise)
    const around = prior === undefined ? none : truth
    for (let x = 0; x < K; x++) {
      let value = around[x]
      for (let z = 0; z <= x; z++) value += factor[x * K + z] * noise[z]
      drawn[x] = value
    }
    if (deviation(sumOfPossiblyEmpty(drawn, errors, covariance)) >= least) beyond++
  }
  return { pValue: (1 + beyond) / (1 + DRAWS), ...observed }
}

/** The sum of the estimates that are at most REACH standard errors, and its own standard error. */
function sumOfPossiblyEmpty(mean: Float64Array, errors: Float64Array, covariance: Float64Array) {
  const K = mean.length
  const chosen: number[] = []
  for (let x = 0; x < K; x++) if (mean[x] <= REACH * errors[x]) chosen.push(x)
  let [sum, variance] = [0, 0]
  for (let i = 0; i < chosen.length; i++) {
    const x = chosen[i]
    sum += mean[x]
    variance += covariance[x * K + x]
    for (let j = 0; j < i; j++) variance += 2 * covariance[x * K + chosen[j]]
  }
  return { sum, standardError: Math.sqrt(Math.max(0, variance)) }
}

/** Where no frequency is in the sum it says nothing; where all of them are, it is 1 and far from being suspicious. */
function deviation({ sum, standardError }: { sum: number; standardError: number }): number {
  return standardError > 0 ? -sum / standardError : -Infinity
}
