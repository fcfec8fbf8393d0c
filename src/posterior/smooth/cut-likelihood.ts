import { columnValues } from '../../mechanism/column.ts'
import { LogSum } from '../likelihood/log-sum.ts'
import type { Tally } from '../tally/tally.ts'

/**
 * Smallest ratio of the values of a column for which prefix sums are used. Below it their differences would lose digits, so the column is
 * summed cell by cell.
 */
const LEAST_RATIO = 1e-6

/**
 * The log-likelihood of a tally whose columns are cuts of ordered cells, that is, constant on a few stretches. With `P_x = Σ_{z<x} θ_z`, a
 * column that is v_k on the stretch from x_k to x_{k+1} has the probability
 *
 *     g = Σ_k v_k (P_{x_{k+1}} − P_{x_k}).
 *
 * An evaluation takes as many operations as there are cells and cuts. Other columns are handled correctly, but more slowly.
 */
export class CutLikelihood {
  private readonly tally: Tally
  private readonly logSum: LogSum
  private size = -1
  private g = new Float64Array(0)
  private around = new Float64Array(0)
  /** Where the stretches of column c begin in `cuts` and `values`, with one more entry at the end. */
  private starts = new Int32Array(1)
  private cuts = new Int32Array(0)
  private values = new Float64Array(0)
  /** Columns that are summed cell by cell; undefined for the others. */
  private rows: (Float64Array | undefined)[] = []
  private readonly prefix: Float64Array

  constructor(tally: Tally) {
    this.tally = tally
    this.logSum = new LogSum(tally)
    this.prefix = new Float64Array(tally.categories + 1)
  }

  /** The value at θ; the gradient in θ is written to `score`. */
  evaluate(theta: Float64Array, score: Float64Array): number {
    const value = this.value(theta)
    const { g, starts, cuts, values, rows, prefix } = this
    const { counts, distinct, categories: K } = this.tally
    // `prefix` holds the changes of the gradient from cell to cell.
    prefix.fill(0)
    score.fill(0)
    for (let c = 0; c < distinct; c++) {
      const weight = counts[c] / g[c]
      const row = rows[c]
      if (row !== undefined) {
        for (let x = 0; x < K; x++) score[x] += weight * row[x]
        continue
      }
      let before = 0
      for (let k = starts[c]; k < starts[c + 1]; k++) {
        prefix[cuts[k]] += weight * (values[k] - before)
        before = values[k]
      }
    }
    let level = 0
    for (let x = 0; x < K; x++) {
      level += prefix[x]
      score[x] += level
    }
    return value
  }

  /** The value at θ, without the gradient. */
  value(theta: Float64Array): number {
    if (this.tally.size !== this.size) this.read()
    const { g, starts, cuts, values, rows, prefix } = this
    const { distinct, categories: K } = this.tally
    prefix[0] = 0
    for (let x = 0; x < K; x++) prefix[x + 1] = prefix[x] + theta[x]
    for (let c = 0; c < distinct; c++) {
      const row = rows[c]
      let total = 0
      if (row === undefined) {
        for (let k = starts[c]; k < starts[c + 1]; k++) {
          const end = k + 1 < starts[c + 1] ? cuts[k + 1] : K
          total += values[k] * (prefix[end] - prefix[cuts[k]])
        }
      } else {
        for (let x = 0; x < K; x++) total += row[x] * theta[x]
      }
      g[c] = total
    }
    return this.logSum.value(g)
  }

  /**
   * The log-likelihood as a function of the weights of the two outer cells, valid until the next evaluation.
   *
   * @param inside the distribution over the cells between, whose weight is 1, with zeros in the outer cells
   */
  atomsAround(inside: Float64Array): (below: number, above: number) => number {
    this.value(inside)
    const { around, g, starts, values, rows } = this
    const { distinct, categories: K } = this.tally
    around.set(g)
    return (below, above) => {
      const all = below + 1 + above
      for (let c = 0; c < distinct; c++) {
        const row = rows[c]
        const first = row === undefined ? values[starts[c]] : row[0]
        const last = row === undefined ? values[starts[c + 1] - 1] : row[K - 1]
        g[c] = (below * first + around[c] + above * last) / all
      }
      return this.logSum.value(g)
    }
  }

  /**
   * Writes the sums of column c times each of several functions of the cells.
   *
   * @param sums row x has the sums of each function over all cells before x: one row more than there are cells, each as wide as `out`
   */
  throughColumn(c: number, sums: Float64Array, out: Float64Array): void {
    if (this.tally.size !== this.size) this.read()
    const { starts, cuts, values, rows } = this
    const { categories: K } = this.tally
    const width = out.length
    const row = rows[c]
    const add = (value: number, from: number, to: number) => {
      for (let j = 0; j < width; j++) out[j] += value * (sums[to * width + j] - sums[from * width + j])
    }
    out.fill(0)
    if (row !== undefined) {
      for (let x = 0; x < K; x++) add(row[x], x, x + 1)
      return
    }
    for (let k = starts[c]; k < starts[c + 1]; k++) {
      add(values[k], cuts[k], k + 1 < starts[c + 1] ? cuts[k + 1] : K)
    }
  }

  /** Reads the stretches of all columns. */
  private read(): void {
    const { tally } = this
    this.size = tally.size
    this.g = new Float64Array(tally.distinct)
    this.around = new Float64Array(tally.distinct)
    this.starts = new Int32Array(tally.distinct + 1)
    const cuts: number[] = []
    const values: number[] = []
    this.rows = []
    for (let c = 0; c < tally.distinct; c++) {
      const row = columnValues(tally.table.column(c))
      // The largest value of `row` is 1.
      const isSteep = row.some(value => value < LEAST_RATIO)
      this.rows.push(isSteep ? row : undefined)
      for (let x = 0; x < row.length && !isSteep; x++) {
        if (x > 0 && row[x] === row[x - 1]) continue
        cuts.push(x)
        values.push(row[x])
      }
      this.starts[c + 1] = cuts.length
    }
    this.cuts = Int32Array.from(cuts)
    this.values = Float64Array.from(values)
  }
}
