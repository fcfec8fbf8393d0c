import { type Column, columnLogValues } from '../mechanism/column.ts'
import { ByteSums } from './byte-sums.ts'
import type { ColumnTable } from './column-table.ts'

/** From so many sets on, tabulated sums are cheaper than adding up each set's members. */
const MANY_SETS = 256

/**
 * Likelihoods and gradients of a table's columns at θ, with the scratch space that they need: nothing is allocated
 * once the table has stopped growing.
 */
export class Likelihood {
  private readonly table: ColumnTable
  /** θ(S) of each set of the table, and θ(S^c), at the last θ. */
  setMass = new Float64Array(0)
  restMass = new Float64Array(0)
  private setWeight = new Float64Array(0)
  private restWeight = new Float64Array(0)
  private readonly sums: ByteSums

  constructor(table: ColumnTable) {
    this.table = table
    this.sums = new ByteSums(table.categories)
  }

  /** Fills `g[c]` with column c's relative likelihood at θ, `Σ_x p_c(x) θ_x`, for all columns. */
  evaluate(theta: Float64Array, g: Float64Array): void {
    const { length, base, level, step, point, set, row, rows } = this.table
    this.sumSets(theta)
    const { setMass, restMass } = this
    for (let c = 0; c < length; c++) {
      const s = set[c]
      if (s >= 0) g[c] = base[c] * restMass[s] + level[c] * setMass[s] + step[c] * theta[point[c]]
      else if (row[c] >= 0) g[c] = dot(rows[row[c]], theta)
      else g[c] = base[c] + step[c] * theta[point[c]]
    }
  }

  /** Fills `out[x]` with `Σ_c weight[c] p_c(x)`, over all columns. */
  combine(weight: Float64Array, out: Float64Array): void {
    const { length, base, level, step, point, set, row, rows, sets } = this.table
    const { setWeight, restWeight } = this
    setWeight.fill(0)
    restWeight.fill(0)
    out.fill(0)
    let everywhere = 0
    for (let c = 0; c < length; c++) {
      const w = weight[c]
      const s = set[c]
      if (s >= 0) {
        restWeight[s] += w * base[c]
        setWeight[s] += w * level[c]
      } else if (row[c] >= 0) {
        const values = rows[row[c]]
        for (let x = 0; x < values.length; x++) out[x] += w * values[x]
        continue
      } else everywhere += w * base[c]
      out[point[c]] += w * step[c]
    }
    for (let s = 0; s < sets.length; s++) {
      const { inside, outside } = sets[s]
      // All get the weight of the longer side, and the shorter the difference, unless that would lose digits.
      const short = restWeight[s] < 1000 * setWeight[s]
      const extra = short ? setWeight[s] - restWeight[s] : setWeight[s]
      for (let j = 0; j < inside.length; j++) out[inside[j]] += extra
      if (short) everywhere += restWeight[s]
      else for (let j = 0; j < outside.length; j++) out[outside[j]] += restWeight[s]
    }
    for (let x = 0; x < out.length; x++) out[x] += everywhere
  }

  /**
   * Adds `Σ_c count[c] (p_c(x)/g[c])²` to `out[x]`, over all columns; levels are divided before they are squared, since they
   * may be as small as their likelihood.
   */
  addSquares(count: Float64Array, g: Float64Array, out: Float64Array): void {
    const { length, base, level, step, point, set, row, rows, sets } = this.table
    let everywhere = 0
    for (let c = 0; c < length; c++) {
      const n = count[c]
      if (row[c] >= 0) {
        const values = rows[row[c]]
        for (let x = 0; x < values.length; x++) out[x] += n * (values[x] / g[c]) ** 2
        continue
      }
      const low = base[c] / g[c]
      const more = step[c] / g[c]
      let under = low
      everywhere += n * low * low
      if (set[c] >= 0) {
        const { inside, isInside } = sets[set[c]]
        const high = level[c] / g[c]
        const extra = n * (high - low) * (high + low)
        for (let j = 0; j < inside.length; j++) out[inside[j]] += extra
        if (isInside[point[c]] === 1) under = high
      }
      out[point[c]] += n * more * (2 * under + more)
    }
    for (let x = 0; x < out.length; x++) out[x] += everywhere
  }

  /** The sets as codes, once there are many. */
  get codes(): ByteSums | undefined {
    return this.table.sets.length >= MANY_SETS ? this.sums : undefined
  }

  /** Fills `setMass` and `restMass`. */
  sumSets(theta: Float64Array): void {
    const { sets } = this.table
    if (this.setMass.length < sets.length) {
      const length = 2 * sets.length
      this.setMass = new Float64Array(length)
      this.restMass = new Float64Array(length)
      this.setWeight = new Float64Array(length)
      this.restWeight = new Float64Array(length)
    }
    const { setMass, restMass } = this
    let total = 0
    for (let x = 0; x < theta.length; x++) total += theta[x]
    if (this.codes) {
      this.lookUp(theta, total)
      return
    }
    for (let s = 0; s < sets.length; s++) {
      const { inside, outside } = sets[s]
      const mass = gather(inside, theta)
      setMass[s] = mass
      // The difference, unless it would lose digits.
      restMass[s] = mass < total / 2 ? total - mass : gather(outside, theta)
    }
  }

  private lookUp(theta: Float64Array, total: number): void {
    const { sums, setMass, restMass } = this
    const { sets } = this.table
    sums.follow(sets)
    sums.tabulate(theta)
    for (let s = 0; s < sets.length; s++) {
      const mass = sums.inside(s)
      setMass[s] = mass
      restMass[s] = mass < total / 2 ? total - mass : sums.outside(s)
    }
  }
}

/** `ln Σ_x p(x) θ_x` of a column's relative values, where the sum itself may underflow. */
export function logMixture(column: Column, theta: Float64Array): number {
  const terms = columnLogValues(column).map((log, x) => log + Math.log(theta[x]))
  const top = terms.reduce((largest, term) => Math.max(largest, term), -Infinity)
  if (top === -Infinity) return top
  return top + Math.log(terms.reduce((total, term) => total + Math.exp(term - top), 0))
}

function gather(indices: Int32Array, theta: Float64Array): number {
  let total = 0
  for (let j = 0; j < indices.length; j++) total += theta[indices[j]]
  return total
}

function dot(values: Float64Array, theta: Float64Array): number {
  let total = 0
  for (let x = 0; x < values.length; x++) total += values[x] * theta[x]
  return total
}
