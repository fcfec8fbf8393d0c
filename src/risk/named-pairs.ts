import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import type { AnswerCounts, ChannelAnswers } from './answer-counts.ts'
import { supportedTogether } from './score-moments.ts'

/** The two categories that are named together most suspiciously often. */
export interface NamedPair {
  /** An upper bound for the probability that some pair is named this often by chance. */
  readonly pValue: number
  /** The pair; null if no answers name several categories. */
  readonly categories: readonly [number, number] | null
}

/**
 * Tests whether two categories are named together more often than any frequencies explain. Let B be the set that an answer
 * supports, r the probability that B contains two given categories, and s by how much that is larger if the sender holds one of
 * them. Then
 *
 *     R_xz = 1[x, z ∈ B] − r − s (g_x + g_z)
 *
 * has the mean 0 for every truth, as the scores g are unbiased. The p-value is that of the largest sum of R over its standard
 * error, by the normal law, times the number of pairs. Only the sets of subset selection and of unary encoding are examined;
 * other answers say nothing about pairs.
 */
export function namedPairs(answers: AnswerCounts, categories: number): NamedPair {
  const K = categories
  const sums = new Float64Array(K * K)
  const squares = new Float64Array(K * K)
  for (const channel of answers.channels()) addResiduals(channel, sums, squares)
  let [largest, largestAt] = [0, -1]
  for (let x = 0; x < K; x++) {
    for (let z = 0, at = x * K; z < x; z++, at++) {
      const deviation = squares[at] > 0 ? sums[at] / Math.sqrt(squares[at]) : 0
      if (deviation > largest) [largest, largestAt] = [deviation, at]
    }
  }
  if (largestAt < 0) return { pValue: 1, categories: null }
  const pairs = (K * (K - 1)) / 2
  return {
    pValue: Math.min(1, pairs * normalTailBound(largest)),
    categories: [largestAt % K, Math.floor(largestAt / K)],
  }
}

/** Adds the residuals of a channel's answers and their squares, for z < x at `x K + z`. */
function addResiduals(channel: ChannelAnswers, sums: Float64Array, squares: Float64Array): void {
  const { size, mechanism } = channel
  const { categories: K, support } = mechanism
  if (support?.together === undefined) return
  const { outside: q, gap } = support
  const { outside: r, gap: s } = support.together
  const counts = supportedTogether(channel)
  // The residual of an answer that supports none, one, or both of the two.
  const none = -r + (2 * s * q) / gap
  const one = none - s / gap
  const both = 1 + one - s / gap
  for (let x = 0; x < K; x++) {
    for (let z = 0, at = x * K; z < x; z++, at++) {
      const twice = counts[at]
      const once = counts[x * K + x] + counts[z * K + z] - 2 * twice
      const never = size - once - twice
      sums[at] += twice * both + once * one + never * none
      squares[at] += twice * square(both) + once * square(one) + never * square(none)
    }
  }
}

/** An upper bound for the upper tail of the standard normal law, and close to it far out: its density over z. */
function normalTailBound(z: number): number {
  return Math.min(1, exp(-square(z) / 2) / (Math.sqrt(2 * Math.PI) * z))
}
