import { dot } from '../../arrays/sums.ts'
import { withRoom } from '../../arrays/with-room.ts'
import { square } from '../../elementary/square.ts'
import { type Column, columnValues, type LevelColumn } from '../../mechanism/column.ts'
import { type LaidOut, layOut } from './laid-out.ts'
import { addSetProducts } from './set-products.ts'
import type { SetStore } from './set-store.ts'
import type { SetWeights } from './set-weights.ts'
import type { ShiftGroup } from './shift-group.ts'

/** Factor between levels beyond which their difference would lose digits. */
const MODERATE = 1e6

/** θ(S) and θ(S^c) of each set, or weights to be added to the members of its two sides. */
export interface Sides {
  readonly inside: Float64Array
  readonly outside: Float64Array
}

/** A column of levels as a mixture at θ. */
export interface Mixture {
  /** The weights of its point, of one side of its set, and of any category. */
  own: number
  extra: number
  shared: number
  point: number
  set: number
  /** Whether that side, the one with the higher level, is the inside. */
  isInside: boolean
  /** Total probability of that side under θ. */
  mass: number
}

/**
 * Likelihood columns laid out for the inner loops, with one typed array for each field and one row for each column. No other file reads
 * the arrays; everything that is computed from them is computed here.
 *
 * Of a column of levels the layout keeps `base`, `level` (on the shorter side of its set), and `step`, which is what the point adds to
 * the level around it. All likelihoods are then sums of positive terms, and accurate at any ε. With a point below its surroundings,
 * terms would cancel: such a point is kept as a set of its own or, if the column already has a set, the whole column is kept densely.
 */
export class ColumnLayout {
  /** The sets of the columns, by their number. */
  readonly sets: SetStore
  private readonly groups: readonly ShiftGroup[]
  /** The columns that are shifts. In their rows here the levels are 0; their group has the true ones. */
  private readonly shifted: (LevelColumn | undefined)[] = []
  private length = 0
  /** One more than the number of the last column that is not a shift: the loops can end there. */
  private end = 0
  private base = new Float64Array(16)
  private level = new Float64Array(16)
  private step = new Float64Array(16)
  /** Category of the point; 0 with step 0 without a point. */
  private point = new Int32Array(16)
  /** Number of the set, or −1. */
  private set = new Int32Array(16)
  /** Number of the row in `rows` for a column kept densely, or −1. */
  private row = new Int32Array(16)
  private readonly rows: Float64Array[] = []

  constructor(sets: SetStore, groups: readonly ShiftGroup[]) {
    this.sets = sets
    this.groups = groups
  }

  /** Adds a column that is a shift. Its group computes its part in every result. */
  appendShift(column: LevelColumn): void {
    const c = this.length++
    if (c === this.base.length) this.grow()
    this.set[c] = -1
    this.row[c] = -1
    this.shifted[c] = column
  }

  /**
   * Adds a column.
   *
   * @param set the number of its set, or −1 if it has none
   */
  append(column: Column, set: number): void {
    const c = this.length++
    this.end = this.length
    if (c === this.base.length) this.grow()
    const laidOut = layOut(column, set, this.sets)
    this.set[c] = -1
    this.row[c] = -1
    if (laidOut.kind === 'dense') {
      this.row[c] = this.rows.push(laidOut.values) - 1
      return
    }
    this.base[c] = laidOut.base
    this.level[c] = laidOut.level
    this.step[c] = laidOut.step
    this.point[c] = laidOut.point
    this.set[c] = laidOut.set
  }

  /** Column c in its laid-out form, for other layouts built from this one. */
  laidOut(c: number): LaidOut {
    const shifted = this.shifted[c]
    const values = shifted ? columnValues(shifted) : this.rowOf(c)
    if (values) return { kind: 'dense', values }
    const { base, level, step, point, set } = this
    return { kind: 'levels', base: base[c], level: level[c], step: step[c], point: point[c], set: set[c] }
  }

  /** Whether column c is a shift. */
  isShift(c: number): boolean {
    return this.shifted[c] !== undefined
  }

  /** Number of columns that are kept densely. */
  get denseRows(): number {
    return this.rows.length
  }

  /** The values of column c, if it is kept densely. */
  rowOf(c: number): Float64Array | undefined {
    return this.row[c] >= 0 ? this.rows[this.row[c]] : undefined
  }

  /**
   * Fills `g[c]` with `Σ_x p_c(x) v_x`, for all columns.
   *
   * @param total `Σ_x v_x`
   * @param sums sums of `v` over the two sides of each set, inside and outside
   */
  evaluate(v: Float64Array, total: number, sums: Sides, g: Float64Array): void {
    const { end, base, level, step, point, set, row, rows } = this
    const { inside, outside } = sums
    for (let c = 0; c < end; c++) {
      const s = set[c]
      if (s >= 0) g[c] = base[c] * outside[s] + level[c] * inside[s] + step[c] * v[point[c]]
      else if (row[c] >= 0) g[c] = dot(rows[row[c]], v)
      else g[c] = base[c] * total + step[c] * v[point[c]]
    }
    for (const group of this.groups) group.evaluate(v, total, g)
  }

  /**
   * Fills `out[x]` with `Σ_c weight[c] p_c(x)`, over all columns.
   *
   * @param scratch room for the weights of the two sides of each set
   * @param spread adds these weights to the members
   */
  combine(weight: Float64Array, scratch: Sides, spread: SetWeights, out: Float64Array): void {
    const { end, base, level, step, point, set, row, rows, sets } = this
    const { inside: setWeight, outside: restWeight } = scratch
    setWeight.fill(0)
    restWeight.fill(0)
    out.fill(0)
    let everywhere = 0
    for (let c = 0; c < end; c++) {
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
      // All categories get the weight of the longer side, and the shorter side the difference, unless that would lose digits.
      const isSafe = Math.abs(restWeight[s]) <= 1000 * Math.abs(setWeight[s])
      spread.add(s, true, isSafe ? setWeight[s] - restWeight[s] : setWeight[s], out)
      if (isSafe) everywhere += restWeight[s]
      else spread.add(s, false, restWeight[s], out)
    }
    spread.finish(out)
    for (let x = 0; x < out.length; x++) out[x] += everywhere
    for (const group of this.groups) group.combine(weight, out)
  }

  /**
   * Adds `Σ_c count[c] (p_c(x)/g[c])²` to `out[x]`, over all columns. Levels are divided by the likelihood before they are squared, as
   * both may be tiny.
   */
  addSquares(count: Float64Array, g: Float64Array, spread: SetWeights, out: Float64Array): void {
    const { end, base, level, step, point, set, row, rows, sets } = this
    let everywhere = 0
    for (let c = 0; c < end; c++) {
      const n = count[c]
      if (row[c] >= 0) {
        const values = rows[row[c]]
        for (let x = 0; x < values.length; x++) out[x] += n * square(values[x] / g[c])
        continue
      }
      const low = base[c] / g[c]
      const more = step[c] / g[c]
      let under = low
      everywhere += n * low * low
      if (set[c] >= 0) {
        const high = level[c] / g[c]
        spread.add(set[c], true, n * (high - low) * (high + low), out)
        if (sets.hasInside(set[c], point[c])) under = high
      }
      out[point[c]] += n * more * (2 * under + more)
    }
    spread.finish(out)
    for (let x = 0; x < out.length; x++) out[x] += everywhere
    for (const group of this.groups) group.addSquares(count, g, out)
  }

  /**
   * Adds `Σ_c count[c] p_c p_cᵀ / g[c]²` to `out`, K × K and row-major. Let `p/g` be b everywhere, plus d on the shorter side of a set.
   * Then the products of two b's are the same everywhere, those of b and d are one sum for each category, and only those of two
   * d's fill a square.
   */
  addOuterProducts(
    columnOf: (c: number) => Column,
    count: Float64Array,
    g: Float64Array,
    spread: SetWeights,
    out: Float64Array,
    K: number,
  ): void {
    const { base, level, set, step, sets } = this
    const beside = new Float64Array(K)
    const squares = new Float64Array(sets.length)
    let everywhere = 0
    for (let c = 0; c < g.length; c++) {
      const ratio = level[c] / base[c]
      if (set[c] < 0 || step[c] > 0 || !(ratio > 1 / MODERATE && ratio < MODERATE)) {
        addOuterProduct(columnValues(columnOf(c)), g[c], count[c], out)
        continue
      }
      const b = base[c] / g[c]
      const d = (level[c] - base[c]) / g[c]
      everywhere += count[c] * b * b
      spread.add(set[c], true, count[c] * b * d, beside)
      squares[set[c]] += count[c] * d * d
    }
    spread.finish(beside)
    addSetProducts(sets, squares, out)
    for (let i = 0; i < K; i++) {
      for (let j = 0; j <= i; j++) {
        out[i * K + j] += everywhere + beside[i] + beside[j]
        out[j * K + i] = out[i * K + j]
      }
    }
  }

  /**
   * Writes column c, which is one of levels, as a mixture at θ.
   *
   * @param sums θ's sums over the two sides of each set
   */
  split(c: number, theta: Float64Array, sums: Sides, out: Mixture): void {
    const s = this.set[c]
    const base = this.base[c]
    const level = this.level[c]
    const isInside = s >= 0 && level > base
    const mass = s < 0 ? 0 : isInside ? sums.inside[s] : sums.outside[s]
    out.point = this.point[c]
    out.set = s
    out.isInside = isInside
    out.mass = mass
    out.own = this.step[c] * theta[out.point]
    out.extra = s < 0 ? 0 : Math.abs(level - base) * mass
    out.shared = s >= 0 && !isInside ? level : base
  }

  private grow(): void {
    const { length } = this
    this.base = withRoom(this.base, length)
    this.level = withRoom(this.level, length)
    this.step = withRoom(this.step, length)
    this.point = withRoom(this.point, length)
    this.set = withRoom(this.set, length)
    this.row = withRoom(this.row, length)
  }
}

/** Adds `N p pᵀ/g²` to the lower triangle of `out`. */
function addOuterProduct(p: Float64Array, g: number, count: number, out: Float64Array): void {
  const K = p.length
  for (let i = 0; i < K; i++) {
    const scaled = (count * p[i]) / g
    for (let j = 0; j <= i; j++) out[i * K + j] += (scaled * p[j]) / g
  }
}
