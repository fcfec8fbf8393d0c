import type { Expansion, LogLikelihood } from '../likelihood/log-likelihood.ts'
import type { Target } from '../moves/nuts.ts'
import type { LatentClassLaw } from './latent-class-law.ts'

/** Two questions by their numbers. */
export interface Pair {
  readonly a: number
  readonly b: number
}

/** The posterior of the latent-class law in its standard normal parameters, given answers about tables of two questions. */
export class LatentClassTarget implements Target {
  readonly dimension: number
  private readonly law: LatentClassLaw
  private readonly pairs: readonly Pair[]
  private readonly likelihoods: readonly LogLikelihood[]
  private readonly byShares: Float64Array
  private readonly byWeights: Float64Array
  private readonly tables: { readonly theta: Float64Array; readonly score: Float64Array }[]

  /** @param likelihoods those of the pairs' tables, whose cells are u + size(a)·v */
  constructor(law: LatentClassLaw, pairs: readonly Pair[], likelihoods: readonly LogLikelihood[]) {
    this.dimension = law.dimension
    this.law = law
    this.pairs = pairs
    this.likelihoods = likelihoods
    this.byShares = new Float64Array(law.shares.length)
    this.byWeights = new Float64Array(law.classes)
    this.tables = pairs.map(({ a, b }) => {
      const cells = law.places[a].size * law.places[b].size
      return { theta: new Float64Array(cells), score: new Float64Array(cells) }
    })
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    const { law, pairs, likelihoods, tables, byShares, byWeights } = this
    law.read(z)
    byShares.fill(0)
    byWeights.fill(0)
    let value = 0
    for (let i = 0; i < pairs.length; i++) {
      const { a, b } = pairs[i]
      const { theta, score } = tables[i]
      law.table(a, b, theta)
      value += likelihoods[i].evaluate(theta, score)
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
    const { law, pairs, tables, byShares, byWeights, dimension: n } = this
    const row = new Float64Array(n)
    law.read(z)
    for (let i = 0; i < pairs.length; i++) {
      const { a, b } = pairs[i]
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
