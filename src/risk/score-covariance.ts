import { dot } from '../arrays/sums.ts'
import { square } from '../elementary/square.ts'
import { likelihood } from '../mechanism/channel-matrix.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { Support } from '../mechanism/support.ts'
import { scoresOf } from '../sequence/scores.ts'
import type { AnswerCounts, ChannelAnswers } from './answer-counts.ts'

/** Largest number of products of two scores, summed over all responses of all channels, which takes a fraction of a second. */
const MOST_PRODUCTS = 2e8

/**
 * The covariance matrix of the means of all upper scores where people are drawn from θ, row-major.
 *
 * It is computed from the channels rather than from the observed scores, because the scores of a category that nobody has named are all
 * equal, as if its estimate were certain. Only for channels with too many responses to list, the observed scores are used, with variances
 * raised to those of an empty category.
 */
export function scoreCovariance(answers: AnswerCounts, theta: Float64Array): Float64Array {
  const K = theta.length
  const total = new Float64Array(K * K)
  let left = MOST_PRODUCTS
  for (const channel of answers.channels()) {
    const { mechanism, size } = channel
    const { support, responseCount } = mechanism
    if (support?.together !== undefined) {
      addSetCovariance(support, size, theta, total)
    } else if (responseCount * K * K <= left) {
      left -= responseCount * K * K
      addListedCovariance(mechanism, size, theta, total)
    } else addSeenCovariance(channel, total)
  }
  const scale = 1 / square(answers.size)
  for (let x = 0; x < K; x++) {
    for (let z = 0; z <= x; z++) {
      total[x * K + z] *= scale
      total[z * K + x] = total[x * K + z]
    }
  }
  return total
}

/** Adds the covariance for responses that are sets, from the probabilities that they contain one category, and two. */
function addSetCovariance(
  { outside: q, gap, together }: Support,
  size: number,
  theta: Float64Array,
  total: Float64Array,
): void {
  const K = theta.length
  const { outside: r, gap: s } = together!
  const scale = size / square(gap)
  for (let x = 0; x < K; x++) {
    const own = q + gap * theta[x]
    for (let z = 0; z < x; z++) {
      total[x * K + z] += scale * (r + s * (theta[x] + theta[z]) - own * (q + gap * theta[z]))
    }
    total[x * K + x] += scale * own * (1 - own)
  }
}

function addListedCovariance(
  mechanism: Mechanism,
  size: number,
  theta: Float64Array,
  total: Float64Array,
): void {
  const responses = Array.from(mechanism.responses(), response => ({
    response,
    weight: dot(likelihood(mechanism, response), theta),
  }))
  addScatter(mechanism, responses, size, total)
}

function addSeenCovariance({ mechanism, size, given }: ChannelAnswers, total: Float64Array): void {
  const seen = Array.from(given, ({ response, count }) => ({ response, weight: count / size }))
  const K = mechanism.categories
  const own = new Float64Array(K * K)
  addScatter(mechanism, seen, size, own)
  const least = size * scoresOf(mechanism).variance
  for (let x = 0; x < K; x++) own[x * K + x] = Math.max(own[x * K + x], least)
  for (let at = 0; at < own.length; at++) total[at] += own[at]
}

/** Adds `size` times the covariance of the upper scores of responses with these weights, for z ≤ x at `x K + z`. */
function addScatter(
  mechanism: Mechanism,
  responses: readonly { readonly response: Parameters<Mechanism['column']>[0]; readonly weight: number }[],
  size: number,
  total: Float64Array,
): void {
  const K = mechanism.categories
  const scores = scoresOf(mechanism)
  const [lower, upper, mean] = [new Float64Array(K), new Float64Array(K), new Float64Array(K)]
  for (const { response, weight } of responses) {
    scores.write(response, lower, upper)
    for (let x = 0; x < K; x++) mean[x] += weight * upper[x]
  }
  for (const { response, weight } of responses) {
    scores.write(response, lower, upper)
    for (let x = 0; x < K; x++) upper[x] -= mean[x]
    for (let x = 0; x < K; x++) {
      const scale = size * weight * upper[x]
      for (let z = 0; z <= x; z++) total[x * K + z] += scale * upper[z]
    }
  }
}
