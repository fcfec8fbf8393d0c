import { Likelihood } from '../tally/likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { LogSum } from './log-sum.ts'
import { PackedLogLikelihood } from './packed-log-likelihood.ts'

/** A log-likelihood of θ, up to a constant. */
export interface LogLikelihood {
  /** The value at θ; its gradient in θ goes to `score`. */
  evaluate(theta: Float64Array, score: Float64Array): number
}

/** The log-likelihood of a tally, `Σ_c N_c ln g_c(θ)`. */
export class ExactLogLikelihood implements LogLikelihood {
  private readonly tally: Tally
  private readonly likelihood: Likelihood
  private readonly logSum: LogSum
  private g = new Float64Array(0)
  private packed: PackedLogLikelihood | undefined

  constructor(tally: Tally) {
    this.tally = tally
    this.likelihood = new Likelihood(tally.table)
    this.logSum = new LogSum(tally)
  }

  evaluate(theta: Float64Array, score: Float64Array): number {
    const value = this.fill(theta)
    const { g, tally } = this
    for (let c = 0; c < tally.distinct; c++) g[c] = tally.counts[c] / g[c]
    this.likelihood.combine(g, score)
    return value
  }

  /** The value alone, at a fraction of the cost. */
  value(theta: Float64Array): number {
    const { tally } = this
    if (tally.table.sets.isMany && tally.table.groups.length === 0) {
      this.packed ??= new PackedLogLikelihood(tally)
      return this.packed.value(theta)
    }
    return this.fill(theta)
  }

  /** The value, with the mixtures in `g`. */
  private fill(theta: Float64Array): number {
    const { tally } = this
    if (this.g.length < tally.distinct) this.g = new Float64Array(2 * tally.distinct)
    this.likelihood.evaluate(theta, this.g)
    return this.logSum.value(this.g)
  }
}

/**
 * The second-order expansion of a tally's log-likelihood around an anchor,
 * `s·(θ − θ₀) − ½ (θ − θ₀)ᵀ F (θ − θ₀)` with `s = Σ N p/g` and `F = Σ N p pᵀ/g²`. An evaluation is O(K²), whatever the number of
 * columns.
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
    likelihood.addOuterProducts(tally.counts, g, this.information)
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
