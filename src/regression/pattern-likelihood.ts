import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { SMALLEST_NORMAL } from '../simplex/probabilities.ts'
import type { Records } from './regression-records.ts'

/** Least product of probabilities before its logarithm is taken: smaller ones could underflow. */
const LEAST_PRODUCT = 2 ** -500

/**
 * The log-likelihood of the answers as a function of the linear predictors η of all patterns, `[patterns × K − 1]`: `Σ_cells N ln Σ_k
 * column(k) softmax(η)_k`, up to the scales of the columns. Category 0 has η = 0.
 */
export interface PatternLikelihood {
  /** The log-likelihood. Its derivatives by η are written to `slopes`. */
  evaluate(eta: Float64Array, slopes: Float64Array): number
}

/** Chooses the likelihood. That of two categories is several times as fast. */
export function patternLikelihood(records: Records): PatternLikelihood {
  return records.categories === 2 ? new BinaryLikelihood(records) : new CategoricalLikelihood(records)
}

/**
 * Writes the distribution of one person, `softmax(0, η)`.
 *
 * @param at position of the person's η
 */
export function writeLaw(eta: Float64Array, at: number, out: Float64Array): void {
  let top = 0
  for (let k = 1; k < out.length; k++) if (eta[at + k - 1] > top) top = eta[at + k - 1]
  out[0] = exp(-top)
  let total = out[0]
  for (let k = 1; k < out.length; k++) total += out[k] = exp(eta[at + k - 1] - top)
  for (let k = 0; k < out.length; k++) out[k] /= total
}

/** The likelihood of any number of categories. */
export class CategoricalLikelihood implements PatternLikelihood {
  private readonly records: Records
  private readonly law: Float64Array
  private readonly score: Float64Array

  constructor(records: Records) {
    this.records = records
    this.law = new Float64Array(records.categories)
    this.score = new Float64Array(records.categories)
  }

  evaluate(eta: Float64Array, slopes: Float64Array): number {
    const { law, score } = this
    const { categories: K, starts, column, count, columns } = this.records
    let value = 0
    for (let p = 0, at = 0; p < starts.length - 1; p++, at += K - 1) {
      writeLaw(eta, at, law)
      score.fill(0)
      let people = 0
      for (let cell = starts[p]; cell < starts[p + 1]; cell++) {
        const first = column[cell] * K
        let g = 0
        for (let k = 0; k < K; k++) g += columns[first + k] * law[k]
        g = Math.max(g, SMALLEST_NORMAL)
        value += count[cell] * log(g)
        people += count[cell]
        const ratio = count[cell] / g
        for (let k = 0; k < K; k++) score[k] += ratio * columns[first + k]
      }
      for (let k = 1; k < K; k++) slopes[at + k - 1] = law[k] * (score[k] - people)
    }
    return value
  }
}

/** The likelihood of two categories. With `q = 1/(1 + e^{−η})`, an answer has the probability `c_0 + (c_1 − c_0) q`. */
class BinaryLikelihood implements PatternLikelihood {
  private readonly starts: Int32Array
  private readonly count: Float64Array
  /** The column's values `c_0` and `c_1`, cell by cell. */
  private readonly zero: Float64Array
  private readonly one: Float64Array

  constructor({ starts, column, count, columns }: Records) {
    this.starts = starts
    this.count = count
    this.zero = Float64Array.from(column, c => columns[2 * c])
    this.one = Float64Array.from(column, c => columns[2 * c + 1])
  }

  evaluate(eta: Float64Array, slopes: Float64Array): number {
    const { starts, count, zero, one } = this
    let value = 0
    // The logarithm of a product is cheaper than a sum of logarithms.
    let product = 1
    let cell = 0
    for (let p = 0; p < slopes.length; p++) {
      // The smaller of the two probabilities is computed without cancellation; the other is 1 minus it.
      const odds = exp(-Math.abs(eta[p]))
      const large = 1 / (1 + odds)
      const small = odds * large
      const isLikely = eta[p] > 0
      const q0 = isLikely ? small : large
      const q1 = isLikely ? large : small
      let slope = 0
      for (const end = starts[p + 1]; cell < end; cell++) {
        const g = Math.max(zero[cell] * q0 + one[cell] * q1, SMALLEST_NORMAL)
        const people = count[cell]
        slope += (people * (one[cell] - zero[cell])) / g
        if (people === 1 && g > LEAST_PRODUCT) {
          product *= g
          if (product < LEAST_PRODUCT) {
            value += log(product)
            product = 1
          }
        } else value += people * log(g)
      }
      slopes[p] = slope * small * large
    }
    return value + log(product)
  }
}
