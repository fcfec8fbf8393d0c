import { square } from '../elementary/square.ts'
import { scoresOf } from '../sequence/scores.ts'
import type { AnswerCounts } from './answer-counts.ts'

/** Unbiased estimates with their standard errors. */
export interface ScoreMoments {
  /** The mean of the upper scores of each category, unclipped. It is below the frequency only by chance. */
  readonly mean: Float64Array
  /**
   * The standard errors of these means: those of the observed scores, but no less than those of an empty category. The scores of a rarely
   * named category hardly differ, yet their mean has an error.
   */
  readonly errors: Float64Array
  /** Smallest change of a mean by one answer. */
  readonly step: number
}

/** The means of all scores, over all channels together. */
export function scoreMoments(answers: AnswerCounts, categories: number): ScoreMoments {
  const K = categories
  const n = answers.size
  const sums = new Float64Array(K)
  const squares = new Float64Array(K)
  const [lower, upper] = [new Float64Array(K), new Float64Array(K)]
  let [variance, step] = [0, 0]
  for (const { mechanism, size, given } of answers.channels()) {
    const scores = scoresOf(mechanism)
    const { least, most } = scores
    variance += size * scores.variance
    step += size * most.reduce((range, value, x) => Math.min(range, value - least[x]), Infinity)
    for (const { response, count } of given) {
      scores.write(response, lower, upper)
      for (let x = 0; x < K; x++) {
        sums[x] += count * upper[x]
        squares[x] += count * square(upper[x])
      }
    }
  }
  return {
    mean: sums.map(sum => sum / n),
    errors: sums.map((sum, x) => Math.sqrt(Math.max(variance, squares[x] - square(sum) / n)) / n),
    step: step / n / n,
  }
}
