import { log } from '../../elementary/log.ts'
import { square } from '../../elementary/square.ts'
import { columnValues } from '../../mechanism/column.ts'
import type { Tally } from '../tally/tally.ts'
import { LogSum } from './log-sum.ts'
import type { MovingLikelihood } from './moving-likelihood.ts'

/**
 * The likelihood of a tally of few columns while one category after the other moves. It holds a dense row of columns' values for each
 * category, and keeps the mixtures `g_c = Σ_x p_c(x) φ_x` up to date, for φ proportional to θ.
 */
export class DenseLikelihood implements MovingLikelihood {
  private readonly tally: Tally
  private readonly logSum: LogSum
  /** `rows[x][c]` is the relative value of column c at x. */
  private rows: Float64Array[] = []
  /** The mixtures at φ. */
  private mixtures = new Float64Array(0)
  /** The mixtures of the categories that are not set aside; if one category is, per unit of the others' sum. */
  private others = new Float64Array(0)
  /** The mixtures at another φ. */
  private proposed = new Float64Array(0)
  /** The rows of the two categories that are set aside by `setPairAside`. */
  private pair: readonly [Float64Array, Float64Array] = [this.others, this.others]

  constructor(tally: Tally) {
    this.tally = tally
    this.logSum = new LogSum(tally)
  }

  /** The log-likelihood at a probability vector, up to a constant. */
  value(theta: Float64Array): number {
    this.prepare(theta.length)
    this.mix(theta, this.proposed)
    return this.logSum.value(this.proposed)
  }

  /** Adds the tally's new columns, and goes to φ. */
  goTo(phi: Float64Array): void {
    this.prepare(phi.length)
    this.mix(phi, this.mixtures)
  }

  /** `Σ_c N_c ln( g_c(ψ)/Σψ ) − Σ_c N_c ln( g_c(φ)/Σφ )` for another vector ψ. */
  gain(psi: Float64Array, sumPsi: number, sumPhi: number): number {
    const { mixtures, proposed } = this
    const { counts, size } = this.tally
    this.mix(psi, proposed)
    let value = 0
    for (let c = 0; c < mixtures.length; c++) value += counts[c] * log(proposed[c] / mixtures[c])
    return value - size * log(sumPsi / sumPhi)
  }

  /** Sets category x aside, where φ_x is `value` and the other φ sum to `rest`. */
  setAside(x: number, value: number, rest: number): void {
    const { mixtures, others } = this
    const row = this.rows[x]
    for (let c = 0; c < mixtures.length; c++) others[c] = Math.max(0, mixtures[c] - value * row[c]) / rest
  }

  /** The log-likelihood, up to a constant, if the category that was set aside has the share `share` of θ, and the others `rest`. */
  withShare(x: number, share: number, rest: number): number {
    const { others, proposed } = this
    const row = this.rows[x]
    for (let c = 0; c < others.length; c++) proposed[c] = rest * others[c] + share * row[c]
    return this.logSum.value(proposed)
  }

  /** Puts the category back, with `value` as its new φ_x. */
  putBack(x: number, value: number, rest: number): void {
    const { mixtures, others } = this
    const row = this.rows[x]
    for (let c = 0; c < mixtures.length; c++) mixtures[c] = rest * others[c] + value * row[c]
  }

  /** Sets two categories aside: keeps the mixtures at φ of all the others. */
  setPairAside(x: number, y: number, phi: Float64Array): void {
    const { others, rows } = this
    others.fill(0)
    for (let z = 0; z < phi.length; z++) {
      const value = z === x || z === y ? 0 : phi[z]
      if (value > 0) for (let c = 0; c < others.length; c++) others[c] += value * rows[z][c]
    }
    this.pair = [rows[x], rows[y]]
  }

  /** `Σ_c N_c ln g_c` if the two categories that were set aside have these φ, whose sum must stay the same. */
  withPair(first: number, second: number): number {
    const { others } = this
    const { counts } = this.tally
    const [one, other] = this.pair
    let value = 0
    for (let c = 0; c < others.length; c++) {
      value += counts[c] * log(others[c] + (first * one[c] + second * other[c]))
    }
    return value
  }

  /** The derivative of `withPair` as φ moves from the second category to the first, and its information `Σ_c N_c ((p − q)/g)²`. */
  pairScore(first: number, second: number): { score: number; information: number } {
    const { others } = this
    const { counts } = this.tally
    const [one, other] = this.pair
    let score = 0
    let information = 0
    for (let c = 0; c < others.length; c++) {
      const ratio = (one[c] - other[c]) / (others[c] + (first * one[c] + second * other[c]))
      score += counts[c] * ratio
      information += counts[c] * ratio * ratio
    }
    return { score, information }
  }

  /** The answers' Fisher information about one category's share, at the uniform θ, `Σ_c N_c (p_c(x)/g_c − 1)²`; mean over x. */
  meanInformation(): number {
    const { rows } = this
    const { counts } = this.tally
    let total = 0
    for (let c = 0; c < this.mixtures.length; c++) {
      let mean = 0
      let squares = 0
      for (let x = 0; x < rows.length; x++) mean += rows[x][c] / rows.length
      for (let x = 0; x < rows.length; x++) squares += square(rows[x][c] / mean - 1)
      total += counts[c] * squares
    }
    return total / rows.length
  }

  private prepare(categories: number): void {
    const { tally } = this
    if (this.rows.length > 0 && this.mixtures.length === tally.distinct) return
    const columns = tally.table.mapColumns(columnValues)
    this.rows = Array.from({ length: categories }, (_, x) => Float64Array.from(columns, values => values[x]))
    this.mixtures = new Float64Array(columns.length)
    this.others = new Float64Array(columns.length)
    this.proposed = new Float64Array(columns.length)
  }

  private mix(phi: Float64Array, out: Float64Array): void {
    out.fill(0)
    for (let x = 0; x < phi.length; x++) {
      const row = this.rows[x]
      const value = phi[x]
      if (value > 0) for (let c = 0; c < out.length; c++) out[c] += value * row[c]
    }
  }
}
