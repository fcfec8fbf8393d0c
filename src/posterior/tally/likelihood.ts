import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { type Column, columnLogValues } from '../../mechanism/column.ts'
import type { Mixture, Sides } from './column-layout.ts'
import type { ColumnTable } from './column-table.ts'
import { SetSums } from './set-sums.ts'
import { SetWeights } from './set-weights.ts'

/**
 * Likelihoods and gradients of a table's columns at θ, with the scratch space that they need. Nothing is allocated once the table has
 * stopped growing.
 */
export class Likelihood {
  private readonly table: ColumnTable
  private readonly sums: SetSums
  private readonly spread: SetWeights
  /** θ(S) and θ(S^c) of each set of the table, at the latest θ. */
  private masses = sides(0)
  private weights = sides(0)

  constructor(table: ColumnTable) {
    this.table = table
    this.sums = new SetSums(table.sets)
    this.spread = new SetWeights(table.sets)
  }

  /** Fills `g[c]` with column c's relative likelihood at θ, `Σ_x p_c(x) θ_x`, for all columns. */
  evaluate(theta: Float64Array, g: Float64Array): void {
    this.sumSets(theta)
    this.table.layout.evaluate(theta, 1, this.masses, g)
  }

  /** Fills `g[c]` with `Σ_x p_c(x) v_x`, for a vector that need not sum to one. */
  multiply(v: Float64Array, g: Float64Array): void {
    const total = this.sumSets(v)
    this.table.layout.evaluate(v, total, this.masses, g)
  }

  /** Fills `out[x]` with `Σ_c weight[c] p_c(x)`, over all columns. */
  combine(weight: Float64Array, out: Float64Array): void {
    this.table.layout.combine(weight, this.weights, this.spread, out)
  }

  /** Adds `Σ_c count[c] (p_c(x)/g[c])²` to `out[x]`, over all columns. */
  addSquares(count: Float64Array, g: Float64Array, out: Float64Array): void {
    this.table.layout.addSquares(count, g, this.spread, out)
  }

  /** Adds `Σ_c count[c] p_c p_cᵀ/g[c]²` to `out`, K × K and row-major, over the first columns of the table, as many as g has entries. */
  addOuterProducts(count: Float64Array, g: Float64Array, out: Float64Array): void {
    const { table } = this
    table.layout.addOuterProducts(c => table.column(c), count, g, this.spread, out, table.categories)
  }

  /** The values of column c, if it is kept densely; undefined for columns of levels, which `split` writes as mixtures. */
  rowOf(c: number): Float64Array | undefined {
    return this.table.layout.rowOf(c)
  }

  /** Whether column c is a shift; its levels are then in a group of the table. */
  isShift(c: number): boolean {
    return this.table.layout.isShift(c)
  }

  /** Writes column c, which is one of levels, as a mixture at the θ that was last given to `sumSets`. */
  split(c: number, theta: Float64Array, out: Mixture): void {
    this.table.layout.split(c, theta, this.masses, out)
  }

  /** The sums over the sets, if there are many sets; undefined otherwise. */
  get codes(): SetSums | undefined {
    return this.table.sets.isMany ? this.sums : undefined
  }

  /** Sums θ over the sets, for `split`; returns the sum of all of θ. */
  sumSets(theta: Float64Array): number {
    const { sets } = this.table
    if (this.masses.inside.length < sets.length) {
      this.masses = sides(2 * sets.length)
      this.weights = sides(2 * sets.length)
    }
    const { inside, outside } = this.masses
    const { sums } = this
    const total = sums.tabulate(theta)
    for (let s = 0; s < sets.length; s++) {
      inside[s] = sums.inside(s)
      outside[s] = sums.outside(s, inside[s])
    }
    return total
  }
}

function sides(length: number): Sides {
  return { inside: new Float64Array(length), outside: new Float64Array(length) }
}

/** `ln Σ_x p(x) θ_x` of a column's relative values, even if the sum itself underflows. */
export function logMixture(column: Column, theta: Float64Array): number {
  const terms = columnLogValues(column).map((value, x) => value + log(theta[x]))
  const top = terms.reduce((largest, term) => Math.max(largest, term), -Infinity)
  if (top === -Infinity) return top
  return top + log(terms.reduce((total, term) => total + exp(term - top), 0))
}
