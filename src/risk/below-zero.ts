import { factorize } from '../arrays/cholesky.ts'
import { sum } from '../arrays/sums.ts'
import { drawDirichlet } from '../random/dirichlet.ts'
import { fillNormals } from '../random/normal.ts'
import type { SeededRng } from '../random/rng.ts'
import { descendingOrder } from '../simplex/order.ts'
import type { AnswerCounts } from './answer-counts.ts'
import { scoreCovariance } from './score-covariance.ts'
import { scoreMoments } from './score-moments.ts'

/** Estimates of the categories that may be empty: whether they add up to less than zero. */
export interface BelowZero {
  /** An upper bound for the probability that the sum is this low by chance. */
  readonly pValue: number
  /** The sum of the unclipped estimates of the categories that may be empty. */
  readonly sum: number
  /** Its standard error. */
  readonly standardError: number
}

/** Number of standard errors above 0 up to which a category may be empty. */
const REACH = 3
const DRAWS = 1999

/**
 * Tests whether frequencies are estimated below 0 by more than chance: answers that were made up for some categories are missing
 * from all others. With S the categories whose unclipped estimate is at most 3 standard errors, the statistic is
 *
 *     Z = −(Σ_(x∈S) θ̂_x + ½ step) / √(1ᵀ C_S 1).
 *
 * C is the covariance of the estimates for the truth where all of S are empty and all others are as estimated, computed from the
 * channels. The null distribution of Z is simulated: normal estimates of that covariance around that truth. S is chosen anew in
 * each draw. Of all truths that the answers leave possible, this one makes Z largest. The step is the least by which one answer
 * changes an estimate: half of it is the continuity correction of the normal law, without which too many alarms would be given
 * where a few answers decide. False alarms are therefore at most as frequent as stated, whatever the truth is, up to the normal
 * approximation and to categories that were wrongly taken for present.
 *
 * With a `prior`, truths are drawn from a Dirichlet distribution instead, and sorted so that the largest frequency is where the
 * estimate is largest. False alarms are then as frequent as stated only on average over these truths.
 *
 * @see Andrews, Soares (2010), Inference for parameters defined by moment inequalities, for the choice of the truth
 */
export function belowZero(answers: AnswerCounts, K: number, rng: SeededRng, prior?: number): BelowZero {
  const { mean, errors, step } = scoreMoments(answers, K)
  const withoutEmpty = mean.map((value, x) => (value <= REACH * errors[x] ? 0 : value))
  const covariance = scoreCovariance(answers, asTruth(withoutEmpty, mean))
  const observed = sumOfPossiblyEmpty(mean, errors, covariance)
  const order = descendingOrder(mean)
  const law = new Float64Array(K).fill(prior ?? 1)
  const factor = covariance.slice()
  factorize(factor, K)
  const [noise, truth, drawn] = [new Float64Array(K), new Float64Array(K), new Float64Array(K)]
  const observedDeviation = deviation({ ...observed, sum: observed.sum + step / 2 })
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
    const center = prior === undefined ? withoutEmpty : truth
    for (let x = 0; x < K; x++) {
      let value = center[x]
      for (let z = 0; z <= x; z++) value += factor[x * K + z] * noise[z]
      drawn[x] = value
    }
    if (deviation(sumOfPossiblyEmpty(drawn, errors, covariance)) >= observedDeviation) beyond++
  }
  return { pValue: (1 + beyond) / (1 + DRAWS), ...observed }
}

/** The frequencies of the present categories; of all, if none is certainly present. They sum to one. */
function asTruth(present: Float64Array, mean: Float64Array): Float64Array {
  const weights = present.some(value => value > 0) ? present : mean.map(value => Math.max(0, value))
  const total = sum(weights)
  return weights.map(value => (total > 0 ? value / total : 1 / weights.length))
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

/** The statistic Z. An empty sum has no evidence. The sum over all categories is 1, which is far from being suspicious. */
function deviation({ sum, standardError }: { sum: number; standardError: number }): number {
  return standardError > 0 ? -sum / standardError : -Infinity
}
