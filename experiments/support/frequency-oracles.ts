import { drawBinomial } from '../../src/random/binomial.ts'
import { drawMultinomial } from '../../src/random/multinomial.ts'
import type { Rng } from '../../src/random/rng.ts'

/** Unbiased estimates of frequencies, from answers at a level ε, given the number of people in each category. */
export type FrequencyOracle = (counts: Float64Array, epsilon: number, rng: Rng) => Float64Array

/**
 * Optimized unary encoding: each person sends a bit for each category, the own one right with probability ½, each other one set with
 * probability 1/(e^ε + 1). The bits are independent, so that their sums are drawn at once.
 *
 * @see Wang, Blocki, Li, Jha (2017), Locally differentially private protocols for frequency estimation
 */
export const unaryOracle: FrequencyOracle = (counts, epsilon, rng) => {
  const people = counts.reduce((total, count) => total + count)
  const [own, other] = [1 / 2, 1 / (Math.exp(epsilon) + 1)]
  return counts.map(count => {
    const set = drawBinomial(rng, count, own) + drawBinomial(rng, people - count, other)
    return (set / people - other) / (own - other)
  })
}

/** Randomized response: each person sends a category, the own one e^ε times as likely as each other one. */
export const responseOracle: FrequencyOracle = (counts, epsilon, rng) => {
  const K = counts.length
  const people = counts.reduce((total, count) => total + count)
  const other = 1 / (Math.exp(epsilon) + K - 1)
  const own = Math.exp(epsilon) * other
  const sent = new Float64Array(K)
  const from = new Float64Array(K)
  counts.forEach((count, x) => {
    const weights = Float64Array.from({ length: K }, (_, y) => (y === x ? own : other))
    drawMultinomial(rng, count, weights, from)
    for (let y = 0; y < K; y++) sent[y] += from[y]
  })
  return sent.map(count => (count / people - other) / (own - other))
}

/** The oracle with the smaller variance: randomized response up to 3 e^ε + 2 categories. */
export function oracleFor(categories: number, epsilon: number): FrequencyOracle {
  return categories < 3 * Math.exp(epsilon) + 2 ? responseOracle : unaryOracle
}
