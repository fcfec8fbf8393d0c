import type { Expansion, LogLikelihood } from '../likelihood/log-likelihood.ts'
import type { Target } from '../moves/nuts.ts'
import type { LatentClassLaw } from './latent-class-law.ts'

/** The answers about two attributes: the log-likelihood of their table. */
export interface TableAnswers {
  /** The numbers of the attributes; the table's cell is u + size(a)·v. */
  readonly a: number
  readonly b: number
  /** May be replaced between transitions. */
  likelihood: LogLikelihood
}

/** The posterior of the latent-class law in its standard normal parameters, given answers about tables of two attributes. */
export class LatentClassTarget implements Target {
  readonly dimension: number
  private readonly law: LatentClassLaw
  private readonly answers: readonly TableAnswers[]
  private readonly byShares: Float64Array
  private readonly byWeights: Float64Array
  private readonly tables: { readonly theta: Float64Array; readonly score: Float64Array }[]

  constructor(law: LatentClassLaw, answers: readonly TableAnswers[]) {
    this.dimension = law.dimension
    this.law = law
    this.answers = answers
    this.byShares = new Float64Array(law.shares.length)
    this.byWeights = new Float64Array(law.classes)
    this.tables = answers.map(({ a, b }) => {
      const cells = law.places[a].size * law.places[b].size
      return { theta: new Float64Array(cells), score: new Float64Array(cells) }
    })
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    const { law, answers, tables, byShares, byWeights } = this
    law.read(z)
    byShares.fill(0)
    byWeights.fill(0)
    let value = 0
    for (let i = 0; i < answers.length; i++) {
      const { a, b, likelihood } = answers[i]
      const { theta, score } = tables[i]
      law.table(a, b, theta)
      value += likelihood.evaluate(theta, score)
      law.addTable(a, b, score, byShares, byWeights)
    }
    law.pullBack(z, byShares, byWeights, gradient)
    for (let i = 0; i < z.length; i++) {
      value -= (z[i] * z[i]) / 2
      gradient[i] -= z[i]
    }
    return value
  }

  /**
   * Adds the Gauss–Newton information `Σ_tables Jᵀ F J` at these parameters to a matrix, row-major, the lower triangle alone, with J the
   * derivatives of a table's cells and F the information of its answers.
   */
  addInformation(z: Float64Array, expansions: readonly Expansion[], out: Float64Array): void {
    const { law, answers, tables, byShares, byWeights, dimension: n } = this
    const row = new Float64Array(n)
    law.read(z)
    for (let i = 0; i < answers.length; i++) {
      const { a, b } = answers[i]
      const { score } = tables[i]
      const { information } = expansions[i]
      const K = score.length
      const used = law.parametersOf(a, b)
      const m = used.length
      const rows = new Float64Array(K * m)
      const products = new Float64Array(m)
      score.fill(0)
      for (let x = 0; x < K; x++) {
        byShares.fill(0)
        byWeights.fill(0)
        score[x] = 1
        law.addTable(a, b, score, byShares, byWeights)
        score[x] = 0
        law.pullBack(z, byShares, byWeights, row)
        for (let j = 0; j < m; j++) rows[x * m + j] = row[used[j]]
      }
      for (let x = 0; x < K; x++) {
        products.fill(0)
        for (let y = 0; y < K; y++) {
          const weight = information[x * K + y]
          for (let j = 0, at = y * m; j < m; j++) products[j] += weight * rows[at + j]
        }
        for (let j = 0; j < m; j++) {
          const value = rows[x * m + j]
          for (let k = 0, at = used[j] * n; k <= j; k++) out[at + used[k]] += value * products[k]
        }
      }
    }
  }
}
