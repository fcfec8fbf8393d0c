import { columnValues } from '../mechanism/column.ts'
import { Likelihood } from './likelihood.ts'
import type { Tally } from './tally.ts'

/** Levels further apart than this factor would lose digits where they are subtracted. */
const MODERATE = 1e6

/** A log-likelihood of θ, up to a constant. */
export interface LogLikelihood {
  /** The value at θ; its gradient in θ goes to `score`. */
  evaluate(theta: Float64Array, score: Float64Array): number
}

/** That of a tally, `Σ_c N_c ln g_c(θ)`. */
export class ExactLogLikelihood implements LogLikelihood {
  private readonly tally: Tally
  private readonly likelihood: Likelihood
  private g = new Float64Array(0)

  constructor(tally: Tally) {
    this.tally = tally
    this.likelihood = new Likelihood(tally.table)
  }

  evaluate(theta: Float64Array, score: Float64Array): number {
    const value = this.value(theta)
    const { g, tally } = this
    for (let c = 0; c < tally.distinct; c++) g[c] = tally.counts[c] / g[c]
    this.likelihood.combine(g, score)
    return value
  }

  /** The value alone, at half the cost. */
  value(theta: Float64Array): number {
    const { tally } = this
    if (this.g.length < tally.distinct) this.g = new Float64Array(2 * tally.distinct)
    this.likelihood.evaluate(theta, this.g)
    return sumOfLogs(this.g, tally.counts, tally.distinct)
  }
}

/** `Σ N_c ln g_c`; factors that occur once are multiplied before their logarithm is taken, as long as that is safe. */
function sumOfLogs(g: Float64Array, counts: Float64Array, length: number): number {
  let value = 0
  let product = 1
  for (let c = 0; c < length; c++) {
    if (counts[c] !== 1) {
      value += counts[c] * Math.log(g[c])
      continue
    }
    product *= g[c]
    if (!(product > 1e-150 && product < 1e150)) {
      // Even a g of 1e-150 keeps the product above the smallest double.
      value += Math.log(product)
      product = 1
    }
  }
  return value + Math.log(product)
}

/**
 * The second-order expansion of a tally's log-likelihood about an anchor,
 * `s·(θ − θ₀) − ½ (θ − θ₀)ᵀ F (θ − θ₀)` with `s = Σ N p/g` and `F = Σ N p pᵀ/g²`: O(K²) whatever the number of columns.
 */
export class Expansion implements LogLikelihood {
  readonly anchor: Float64Array
  readonly score: Float64Array
  /** F, K × K, row-major. */
  readonly information: Float64Array

  constructor(tally: Tally, anchor: Float64Array) {
    const K = tally.categories
    const g = new Float64Array(tally.distinct)
    const likelihood = new Likelihood(tally.table)
    likelihood.evaluate(anchor, g)
    this.anchor = anchor
    this.score = new Float64Array(K)
    this.information = new Float64Array(K * K)
    const weights = g.map((value, c) => tally.counts[c] / value)
    likelihood.combine(weights, this.score)
    this.addOuterProducts(tally, g)
  }

  /**
   * `F = Σ N p pᵀ/g²`. With `p/g = b` plus d on the shorter side of a set, the products of the b's are the same
   * everywhere, those of b and d are sums for each category, and only those of the d's fill a square.
   */
  private addOuterProducts(tally: Tally, g: Float64Array): void {
    const { information: F } = this
    const K = tally.categories
    const { base, level, set, row, step, columns, sets } = tally.table
    const beside = new Float64Array(K)
    let everywhere = 0
    for (let c = 0; c < g.length; c++) {
      const count = tally.counts[c]
      const ratio = level[c] / base[c]
      if (set[c] < 0 || row[c] >= 0 || step[c] > 0 || !(ratio > 1 / MODERATE && ratio < MODERATE)) {
        addOuterProduct(columnValues(columns[c]), g[c], count, F)
        continue
      }
      const { inside } = sets[set[c]]
      const b = base[c] / g[c]
      const d = (level[c] - base[c]) / g[c]
      const square = count * d * d
      everywhere += count * b * b
      for (let i = 0; i < inside.length; i++) {
        beside[inside[i]] += count * b * d
        for (let j = 0, at = inside[i] * K; j <= i; j++) F[at + inside[j]] += square
      }
    }
    for (let i = 0; i < K; i++) {
      for (let j = 0; j <= i; j++) {
        F[i * K + j] += everywhere + beside[i] + beside[j]
        F[j * K + i] = F[i * K + j]
      }
    }
  }

  evaluate(theta: Float64Array, score: Float64Array): number {
    const { anchor, information: F } = this
    const K = anchor.length
    let value = 0
    for (let i = 0; i < K; i++) {
      let bend = 0
      for (let j = 0, at = i * K; j < K; j++) bend += F[at + j] * (theta[j] - anchor[j])
      score[i] = this.score[i] - bend
      value += (theta[i] - anchor[i]) * (this.score[i] - bend / 2)
    }
    return value
  }
}

/** Adds `N p pᵀ/g²` to the lower triangle. */
function addOuterProduct(p: Float64Array, g: number, count: number, F: Float64Array): void {
  const K = p.length
  for (let i = 0; i < K; i++) {
    const scaled = (count * p[i]) / g
    for (let j = 0; j <= i; j++) F[i * K + j] += (scaled * p[j]) / g
  }
}
