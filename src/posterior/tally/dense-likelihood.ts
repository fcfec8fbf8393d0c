import { log } from '../../elementary/log.ts'
import { square } from '../../elementary/square.ts'
import { columnValues } from '../../mechanism/column.ts'
import type { MovingLikelihood } from './moving-likelihood.ts'
import type { Tally } from './tally.ts'

/**
 * The likelihood of a tally of few columns while one category after the other moves: columns as dense rows, one a category, and
 * their mixtures `g_c = Σ_x p_c(x) φ_x`, for φ proportional to θ, kept up to date.
 */
export class DenseLikelihood implements MovingLikelihood {
  private readonly tally: Tally
  /** `rows[x][c]` is the relative value of column c at x. */
  private rows: Float64Array[] = []
  /** The mixtures at φ; those of all categories but the one that moves, for a unit of their sum; those of another φ. */
  private mixtures = new Float64Array(0)
  private others = new Float64Array(0)
  private proposed = new Float64Array(0)
  /** The rows of two categories that are set aside. */
  private pair: readonly [Float64Array, Float64Array] = [this.others, this.others]

  constructor(tally: Tally) {
    this.tally = tally
  }

  /** Takes in the columns that were added, and goes to φ. */
  goTo(phi: Float64Array): void {
    const { tally } = this
    if (this.rows.length === 0 || this.mixtures.length !== tally.distinct) {
      const columns = tally.table.mapColumns(columnValues)
      this.rows = Array.from(phi, (_, x) => Float64Array.from(columns, values => values[x]))
      this.mixtures = new Float64Array(columns.length)
      this.others = new Float64Array(columns.length)
      this.proposed = new Float64Array(columns.length)
    }
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

  /** Sets category x aside, which has φ_x, where the others have `rest` together. */
  setAside(x: number, value: number, rest: number): void {
    const { mixtures, others } = this
    const row = this.rows[x]
    for (let c = 0; c < mixtures.length; c++) others[c] = Math.max(0, mixtures[c] - value * row[c]) / rest
  }

  /** The log-likelihood, up to a constant, where the category that was set aside has this share, and the others the rest. */
  withShare(x: number, share: number, rest: number): number {
    const { others } = this
    const { counts } = this.tally
    const row = this.rows[x]
    let value = 0
    for (let c = 0; c < others.length; c++) value += counts[c] * log(rest * others[c] + share * row[c])
    return value
  }

  /** Puts the category back, with another φ_x. */
  putBack(x: number, value: number, rest: number): void {
    const { mixtures, others } = this
    const row = this.rows[x]
    for (let c = 0; c < mixtures.length; c++) mixtures[c] = rest * others[c] + value * row[c]
  }

  /** Sets two categories aside: what is left of the mixtures at φ is that of all others. */
  setPairAside(x: number, y: number, phi: Float64Array): void {
    const { others, rows } = this
    others.fill(0)
    for (let z = 0; z < phi.length; z++) {
      const value = z === x || z === y ? 0 : phi[z]
      if (value > 0) for (let c = 0; c < others.length; c++) others[c] += value * rows[z][c]
    }
    this.pair = [rows[x], rows[y]]
  }

  /** `Σ_c N_c ln g_c` where the two that were set aside have these φ; their sum is to stay the same. */
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

  /** Its derivative as φ goes from the second of them to the first, and the information `Σ_c N_c ((p − q)/g)²` about that. */
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

  /** Mean Fisher information of the answers about one category's share, at the uniform θ: `Σ_c N_c (p_c(x)/g_c − 1)²`. */
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

  private mix(phi: Float64Array, out: Float64Array): void {
    out.fill(0)
    for (let x = 0; x < phi.length; x++) {
      const row = this.rows[x]
      const value = phi[x]
      if (value > 0) for (let c = 0; c < out.length; c++) out[c] += value * row[c]
    }
  }
}
