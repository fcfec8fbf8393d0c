import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { square } from '../elementary/square.ts'
import type { AnswerCounts, ChannelAnswers } from './answer-counts.ts'
import { namedTail, type PairChannel, pairChannel, residualTail } from './pair-tails.ts'

/** The pair of categories whose joint naming is most suspicious. */
export interface NamedPair {
  /** An upper bound for the probability that some pair is named this often by chance. */
  readonly pValue: number
  /** The pair; null if no pair is named together more often than expected. */
  readonly categories: readonly [number, number] | null
}

/** The share of a pair's p-value for the unknown number of people with one of the two categories. */
const UNKNOWN = 0.01
const STEPS = 16

/**
 * Tests whether two categories are named together more often than any frequencies explain. Let B be the set that an answer
 * supports, r the probability that B contains two given categories, and s by how much that is larger if the sender holds one of
 * them. Then
 *
 *     R_xz = 1[x, z ∈ B] − r − s (g_x + g_z)
 *
 * has the mean 0 for every truth, as the scores g are unbiased. Its law depends on the truth only by h, the share of the people
 * who hold x or z. So does that of N, the number of times that x and z are named, from which h is known roughly. The p-value of
 * a pair is
 *
 *     max_h min(P_h(ΣR ≥ what was seen) / 0.99, P_h(N ≤ what was seen) / 0.01),
 *
 * with both probabilities bounded by Chernoff's inequality; the p-value of the largest sign is the smallest of them times the number of
 * pairs. So false alarms are not more frequent than stated, even for rare pairs, provided that the choice of channels does not depend on
 * people's categories. Only the sets of subset selection and of unary encoding are examined; other answers contain no information about
 * pairs.
 */
export function namedPairs(answers: AnswerCounts, categories: number): NamedPair {
  const K = categories
  const channels: PairChannel[] = []
  for (const channel of answers.channels()) {
    if (channel.mechanism.support?.together !== undefined) {
      channels.push(pairChannel(channel.mechanism.support, channel.size, supportedTogether(channel)))
    }
  }
  let [least, leastAt] = [Infinity, -1]
  for (let x = 0; x < K; x++) {
    for (let z = 0; z < x; z++) {
      const logTail = logPairTail(channels, x, z, K, least)
      if (logTail < least) [least, leastAt] = [logTail, x * K + z]
    }
  }
  if (leastAt < 0) return { pValue: 1, categories: null }
  const pairs = (K * (K - 1)) / 2
  return { pValue: Math.min(1, pairs * exp(least)), categories: [leastAt % K, Math.floor(leastAt / K)] }
}

/** The logarithm of the p-value of one pair, or Infinity if it is not below `least`. */
function logPairTail(
  channels: readonly PairChannel[],
  x: number,
  z: number,
  K: number,
  least: number,
): number {
  let [residual, named, expected, size] = [0, 0, 0, 0]
  for (const channel of channels) {
    const { counts, outcomes } = channel
    const twice = counts[x * K + z]
    const once = counts[x * K + x] + counts[z * K + z] - 2 * twice
    const never = channel.size - once - twice
    residual += never * outcomes[0].residual + once * outcomes[1].residual + twice * outcomes[2].residual
    named += once * outcomes[1].named + twice * outcomes[2].named
    expected += channel.size * channel.namedByOthers
    size += channel.size
  }
  if (!(residual > 0)) return Infinity
  // Both bounds are monotone in h: the first rises with it, and the second falls from here on.
  let low = Math.min(1, Math.max(0, (named - expected) / size))
  const first = (h: number) => residualTail(channels, residual, h) - log1p(-UNKNOWN)
  const second = (h: number) => namedTail(channels, named, h) - log(UNKNOWN)
  // Rare events have longer tails than the normal law, so most pairs need no closer look. With shorter tails, the p-value may be larger
  // than necessary, but never too small.
  let variance = 0
  for (const { size: people, varianceByOthers, varianceByHolders } of channels) {
    variance += people * (varianceByOthers + low * (varianceByHolders - varianceByOthers))
  }
  if (-square(residual) / (2 * variance) >= least || first(low) >= least) return Infinity
  let high = 1
  for (let step = 0; step < STEPS; step++) {
    const h = (low + high) / 2
    if (first(h) < second(h)) low = h
    else high = h
  }
  return first(high)
}

/**
 * Numbers of answers of a pure protocol that support both categories x and z, at `x K + z` for z ≤ x; on the diagonal, numbers of answers
 * that support x.
 */
function supportedTogether({ mechanism, given }: ChannelAnswers): Float64Array {
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
