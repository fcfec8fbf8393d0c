import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { type Column, columnLogValues } from '../../mechanism/column.ts'
import type { Mixture, Sides } from './column-layout.ts'
import type { ColumnTable } from './column-table.ts'
import { SetSums } from './set-sums.ts'

/** From so many sets on, tabulated sums are cheaper than adding up each set's members. */
export const MANY_SETS = 256

/**
 * Likelihoods and gradients of a table's columns at θ, with the scratch space that they need: nothing is allocated
 * once the table has stopped growing.
 */
export class Likelihood {
  private readonly table: ColumnTable
  private readonly sums: SetSums
  /** θ(S) and θ(S^c) of each set of the table, at the last θ. */
  private masses = sides(0)
  private weights = sides(0)

  constructor(table: ColumnTable) {
    this.table = table
    this.sums = new SetSums(table.categories)
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
    this.table.layout.combine(weight, this.weights, out)
  }

  /** Adds `Σ_c count[c] (p_c(x)/g[c])²` to `out[x]`, over all columns. */
  addSquares(count: Float64Array, g: Float64Array, out: Float64Array): void {
    this.table.layout.addSquares(count, g, out)
  }

  /** Adds `Σ_c count[c] p_c p_cᵀ/g[c]²` to `out`, K × K and row-major, over the columns that g is long. */
  addOuterProducts(count: Float64Array, g: Float64Array, out: Float64Array): void {
    const { columns, layout, categories } = this.table
    layout.addOuterProducts(columns, count, g, out, categories)
  }

  /** The values of column c, if it is kept densely; the others are mixtures. */
  rowOf(c: number): Float64Array | undefined {
    return this.table.layout.rowOf(c)
  }

  /** Whether column c is a shift, which its group of the table knows. */
  isShift(c: number): boolean {
    return this.table.layout.isShift(c)
  }

  /** Writes column c, which is one of levels, as a mixture at the θ whose sets were summed last. */
  split(c: number, theta: Float64Array, out: Mixture): void {
    this.table.layout.split(c, theta, this.masses, out)
  }

  /** The sets as codes, once there are many. */
  get codes(): SetSums | undefined {
    return this.table.sets.length >= MANY_SETS ? this.sums : undefined
  }

  /** Sums θ over the sets, for `split`; returns the sum of all of θ. */
  sumSets(theta: Float64Array): number {
    const { sets } = this.table
    if (this.masses.inside.length < sets.length) {
      this.masses = sides(2 * sets.length)
      this.weights = sides(2 * sets.length)
    }
    let total = 0
    for (let x = 0; x < theta.length; x++) total += theta[x]
    const { inside, outside } = this.masses
    const { codes } = this
    if (codes) {
      codes.follow(sets)
      codes.tabulate(theta)
    }
    for (let s = 0; s < sets.length; s++) {
      const mass = codes ? codes.inside(s) : gather(sets[s].inside, theta)
      inside[s] = mass
      // The difference, unless it would lose digits.
      if (mass < total / 2) outside[s] = total - mass
      else outside[s] = codes ? codes.outside(s) : gather(sets[s].outside, theta)
    }
    return total
  }
}

function sides(length: number): Sides {
  return { inside: new Float64Array(length), outside: new Float64Array(length) }
}

/** `ln Σ_x p(x) θ_x` of a column's relative values, where the sum itself may underflow. */
export function logMixture(column: Column, theta: Float64Array): number {
  const terms = columnLogValues(column).map((value, x) => value + log(theta[x]))
  const top = terms.reduce((largest, term) => Math.max(largest, term), -Infinity)
  if (top === -Infinity) return top
  return top + log(terms.reduce((total, term) => total + exp(term - top), 0))
}

function gather(indices: Int32Array, theta: Float64Array): number {
  let total = 0
  for (let j = 0; j < indices.length; j++) total += theta[indices[j]]
  return total
}
