import { expect, test } from 'vitest'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { stream } from '../../src/random/stream.ts'
import { AnswerCounts } from '../../src/risk/answer-counts.ts'
import { namedPairs } from '../../src/risk/named-pairs.ts'
import { namedTail, type PairChannel, pairChannel, residualTail } from '../../src/risk/pair-tails.ts'

const K = 4
const PEOPLE = 40
const mechanism = unaryEncoding({ categories: K, epsilon: 2 })
const support = mechanism.support!

/** Honest answers of people who hold a category of `least` or more, of which some are replaced by ones that name categories 0 and 1. */
function answersWith(liars: number, people = PEOPLE, least = 0) {
  const rng = stream(1, 'pairs')
  const answers = new AnswerCounts()
  const counts = new Float64Array(K * K)
  for (let i = 0; i < people; i++) {
    const response = i < liars ? [0, 1] : (mechanism.respond(least + rng.integer(K - least), rng) as number[])
    answers.add(mechanism, response, 1)
    for (const x of response) for (const z of response) if (z <= x) counts[x * K + z]++
  }
  return { answers, channel: pairChannel(support, people, counts) }
}

/** The p-value of a pair by the formula, the maximum over a fine grid of shares h. */
function plainPair(channel: PairChannel, x: number, z: number): number {
  const [none, one, both] = channel.outcomes
  const twice = channel.counts[x * K + z]
  const once = channel.counts[x * K + x] + channel.counts[z * K + z] - 2 * twice
  const residual = (channel.size - once - twice) * none.residual + once * one.residual + twice * both.residual
  const named = once * one.named + twice * both.named
  let most = 0
  for (let h = 0; h <= 1; h += 1 / 1000) {
    const [first, second] = [
      residualTail([channel], residual, h) - Math.log(0.99),
      namedTail([channel], named, h) - Math.log(0.01),
    ]
    most = Math.max(most, Math.min(Math.exp(first), Math.exp(second)))
  }
  return most
}

// Of few people all may hold one of the two. Of many hardly any do, and how often the two are named bounds how many.
test.each([
  [9, 40, 0],
  [40, 1000, 2],
])(
  'the p-value is the smallest of all pairs times their number, each the largest over the unknown share: %d of %d',
  (liars, people, least) => {
    const { answers, channel } = answersWith(liars, people, least)
    const pairs = [1, 2, 3].flatMap(x => Array.from({ length: x }, (_, z) => plainPair(channel, x, z)))
    const expected = pairs.length * Math.min(...pairs)
    expect(expected).toBeGreaterThan(1e-12)
    expect(expected).toBeLessThan(0.5)
    const { pValue, categories } = namedPairs(answers, K)
    expect(categories).toEqual([0, 1])
    expect(Math.abs(Math.log(pValue / expected))).toBeLessThan(0.02)
  },
)

test('the bound for how often two categories are named is above the probability, and not far above', () => {
  const { channel } = answersWith(0)
  const [, one, both] = channel.outcomes
  for (const h of [0, 0.3, 1]) {
    // The law of how many of the two are named, by all people: whole numbers from 0 to 2n.
    const chance = (outcome: { byOthers: number; byHolders: number }) =>
      outcome.byOthers + h * (outcome.byHolders - outcome.byOthers)
    const [p1, p2] = [chance(one), chance(both)]
    let law = Float64Array.of(1)
    for (let i = 0; i < PEOPLE; i++) {
      const next = new Float64Array(law.length + 2)
      law.forEach((p, k) => {
        next[k] += p * (1 - p1 - p2)
        next[k + 1] += p * p1
        next[k + 2] += p * p2
      })
      law = next
    }
    const mean = PEOPLE * (p1 + 2 * p2)
    for (const share of [0.3, 0.6]) {
      const most = Math.floor(share * mean)
      const exact = Math.log(law.slice(0, most + 1).reduce((sum, p) => sum + p, 0))
      const bound = namedTail([channel], most * one.named, h)
      expect(bound).toBeGreaterThan(exact)
      // Chernoff's bound lacks a factor of the order of the square root of n.
      expect(bound).toBeLessThan(exact + 4)
    }
  }
})
