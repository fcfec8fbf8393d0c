import { scoresOf } from '../sequence/scores.ts'
import type { AnswerCounts, ChannelAnswers } from './answer-counts.ts'

/** Unbiased estimates, and how they vary. */
export interface ScoreMoments {
  /** The mean of the upper scores of each category, unclipped. It is below the frequency only by chance. */
  readonly mean: Float64Array
  /** The covariance matrix of these means, row-major. */
  readonly covariance: Float64Array
}

/** The means of all scores, over all channels together, with their empirical covariance. */
export function scoreMoments(answers: AnswerCounts, categories: number): ScoreMoments {
  const K = categories
  const n = answers.size
  const sums = new Float64Array(K)
  const products = new Float64Array(K * K)
  for (const channel of answers.channels()) addProducts(channel, sums, products)
  const mean = sums.map(sum => sum / n)
  const covariance = new Float64Array(K * K)
  for (let x = 0; x < K; x++) {
    for (let z = 0; z <= x; z++) {
      const value = (products[x * K + z] / n - mean[x] * mean[z]) / n
      covariance[x * K + z] = value
      covariance[z * K + x] = value
    }
  }
  return { mean, covariance }
}

/** Adds the scores of a channel's answers, and their products for z ≤ x. */
function addProducts(channel: ChannelAnswers, sums: Float64Array, products: Float64Array): void {
  const K = sums.length
  const { support } = channel.mechanism
  if (support !== undefined && support.hashing === undefined) {
    // Scores of two levels: everything follows from how often each category, and each pair of them, is supported.
    const { outside, gap } = support
    const [low, range] = [-outside / gap, 1 / gap]
    const together = supportedTogether(channel)
    for (let x = 0; x < K; x++) {
      const own = together[x * K + x]
      sums[x] += channel.size * low + range * own
      for (let z = 0; z <= x; z++) {
        const other = together[z * K + z]
        products[x * K + z] +=
          low * (channel.size * low + range * (own + other)) + range * range * together[x * K + z]
      }
    }
    return
  }
  const scores = scoresOf(channel.mechanism)
  const [lower, upper] = [new Float64Array(K), new Float64Array(K)]
  for (const { response, count } of channel.given) {
    scores.write(response, lower, upper)
    for (let x = 0; x < K; x++) {
      sums[x] += count * upper[x]
      for (let z = 0; z <= x; z++) products[x * K + z] += count * upper[x] * upper[z]
    }
  }
}

/**
 * How many answers of a pure protocol support both categories x and z, at `x K + z` for z ≤ x; on the diagonal, how many support
 * x.
 */
export function supportedTogether({ mechanism, given }: ChannelAnswers): Float64Array {
  const { categories: K, support } = mechanism
  const counts = new Float64Array(K * K)
  for (const { response, count } of given) {
    const set = Int32Array.from(support!.of(response)).sort()
    for (let i = 0; i < set.length; i++) {
      for (let j = 0; j <= i; j++) counts[set[i] * K + set[j]] += count
    }
  }
  return counts
}
