import { withRoom } from '../../arrays/with-room.ts'
import { columnValues } from '../../mechanism/column.ts'
import type { ColumnTable } from '../tally/column-table.ts'
import type { LaidOut } from '../tally/laid-out.ts'

/** A category's record in `values`: φ, and two sums, to which the columns of a minibatch are added in turn. */
const SUM = 1
const OTHER_SUM = 2
const CELL = 3
/**
 * A family's record in `values`: its part of the likelihoods at φ, or `UNKNOWN`; two sums of weights, added to in turn as
 * above; and its two levels.
 */
const PART = 0
const WEIGHT = 1
const OTHER_WEIGHT = 2
const BASE = 3
const LEVEL = 4
const FAMILY = 5
/** Marks a part that has not been computed. */
const UNKNOWN = -1
/** A family's record in `spans`: the start and the end of its set's members in `members`, and its set. */
const START = 0
const END = 1
const SET = 2

/** Members are listed in groups of four; unused places hold the empty category. */
const MEMBERS = 4

/** The smallest step that serves as a unit: levels are at most 1, so that their ratios to it are far from overflow. */
const SMALLEST_UNIT = 2 ** -500

/** Data shared by the columns of a family. */
export interface Family {
  /** Its two levels, in its unit. */
  readonly base: number
  readonly level: number
  /** Start and end of its set's members in the list of members. */
  readonly start: number
  readonly end: number
  readonly set: number
}

/**
 * A table's columns for the inner loop over a minibatch, which should touch little memory. Columns that differ only in their
 * point are a family. In units of the step at the point, the likelihood of each of them is
 *
 *     p·φ = [base·φ(S^c) + level·φ(S)] + φ_point,
 *
 * where the bracket, here called the family's part, is the same for the whole family, and is computed once for a minibatch.
 *
 * Besides the K categories there is an empty one, number K, with φ_K = 0. A column without a point has the empty category as its
 * point, and the unit 1. The same is true of a dense column, whose values are in `rows`. All dense columns form one family, number 0,
 * whose part is infinite, so that the weight `1/(p·φ)` that the loop gives them is 0.
 *
 * The records of categories and families lie in one array, which is faster than several. No other file reads it.
 */
export class PackedColumns {
  private readonly table: ColumnTable
  /** The records of the categories, the empty one included, followed by those of the families. */
  private values: Float64Array
  /** The other record of each family, at the same index as in `values`. */
  private spans: Int32Array
  /** `places[2c]`: start of column c's family in `values` and `spans`; `places[2c + 1]`: start of its point. */
  private places = new Int32Array(64)
  /** The places of the members of the sets' shorter sides, one set after the other. */
  private members = new Int32Array(64)
  /** The start of each set in `members`, and the end of the last one. */
  private readonly starts = [0]
  /** The values of each dense column; undefined for the others. */
  private readonly rows: (Float64Array | undefined)[] = []
  /** The places of the families by their set and levels. */
  private readonly placesByKey = new Map<string, number>()
  /** The place of family 0. */
  private readonly firstFamily: number
  /** The place of the empty category. */
  private readonly empty: number
  /** Σφ. */
  private total = 0
  /** The places of the families that the minibatch has met, and their number. */
  private met = new Int32Array(64)
  private metCount = 0
  /** Whether there are dense columns. */
  hasRows = false
  /** Number of families, including the one of the dense columns. */
  families = 1

  constructor(table: ColumnTable) {
    this.table = table
    this.empty = CELL * table.categories
    this.firstFamily = this.empty + CELL
    this.values = new Float64Array(this.firstFamily + FAMILY)
    this.values[this.firstFamily] = Infinity
    this.spans = new Int32Array(this.firstFamily + FAMILY)
  }

  /** Number of columns. */
  get length(): number {
    return this.rows.length
  }

  /** Length of the list of members, with unused places. */
  get memberCount(): number {
    return this.starts[this.starts.length - 1]
  }

  /** Family f; number 0 is the one of the dense columns. */
  family(f: number): Family {
    const { values, spans } = this
    const at = this.firstFamily + FAMILY * f
    return {
      base: values[at + BASE],
      level: values[at + LEVEL],
      start: spans[at + START],
      end: spans[at + END],
      set: spans[at + SET],
    }
  }

  /** The family of column c. */
  familyOf(c: number): number {
    return (this.places[2 * c] - this.firstFamily) / FAMILY
  }

  /** The point of column c; K without one. */
  pointOf(c: number): number {
    return this.places[2 * c + 1] / CELL
  }

  /** The i-th category in the list of members; K for an unused place. */
  member(i: number): number {
    return this.members[i] / CELL
  }

  /** Adds the table's new columns and sets. */
  follow(): void {
    const { length, sets } = this.table
    if (this.rows.length === length) return
    for (let s = this.starts.length - 1; s < sets.length; s++) this.packSet(sets.inside(s))
    this.places = withRoom(this.places, 2 * length)
    for (let c = this.rows.length; c < length; c++) this.packColumn(c)
  }

  /** Adds the table's new columns and sets; sets φ, and the sums to 0. */
  load(phi: ArrayLike<number>): void {
    this.follow()
    if (this.met.length < this.families) this.met = withRoom(this.met, this.families)
    const { values } = this
    let total = 0
    for (let i = 0; i < phi.length; i++) {
      total += phi[i]
      values[CELL * i] = phi[i]
      values[CELL * i + SUM] = 0
      values[CELL * i + OTHER_SUM] = 0
    }
    this.total = total
  }

  /**
   * Adds `w = 1/(p_j·φ)` to the family's weight and to the point's sum, for each of the first m columns of the batch. The
   * columns are added in turn to two sums, because an addition to memory waits for the one before it to the same place.
   */
  addRatios(batch: Uint32Array, m: number): void {
    const { values, places } = this
    const fours = m - (m % 4)
    for (let j = 0; j < m; j++) {
      const c = batch[j]
      const family = places[2 * c]
      const point = places[2 * c + 1]
      if (values[family + PART] < 0) this.evaluate(family)
      const weight = 1 / (values[family + PART] + values[point])
      const other = j < fours ? j & 1 : 0
      values[family + WEIGHT + other] += weight
      values[point + SUM + other] += weight
    }
  }

  /** Adds the contribution of the batch's dense columns. */
  addRows(batch: Uint32Array, m: number): void {
    const { values, rows } = this
    for (let j = 0; j < m; j++) {
      const row = rows[batch[j]]
      if (row === undefined) continue
      const weight = 1 / this.product(row)
      for (let x = 0; x < row.length; x++) values[CELL * x + SUM] += weight * row[x]
    }
  }

  /**
   * Adds the weight of each family that was met to the members of its set, and marks its part as unknown again. Returns the
   * part of the sums that is the same for all categories.
   */
  spread(): number {
    const { met, metCount, values, spans, members } = this
    let everywhere = 0
    for (let i = 0; i < metCount; i++) {
      const family = met[i]
      const base = values[family + BASE]
      const weight = values[family + WEIGHT] + values[family + OTHER_WEIGHT]
      const extra = weight * (values[family + LEVEL] - base)
      const end = spans[family + END]
      for (let j = spans[family + START]; j < end; j += MEMBERS) {
        values[members[j] + SUM] += extra
        values[members[j + 1] + SUM] += extra
        values[members[j + 2] + SUM] += extra
        values[members[j + 3] + SUM] += extra
      }
      everywhere += weight * base
      values[family + PART] = UNKNOWN
    }
    this.metCount = 0
    return everywhere
  }

  /** Writes `scale·(sum_x + everywhere − m/Σφ)` of each category's sum into `out`. */
  writeGradient(scale: number, everywhere: number, m: number, out: Float64Array): void {
    const { values } = this
    const share = m / this.total
    for (let i = 0; i < out.length; i++) {
      const own = values[CELL * i + SUM] + values[CELL * i + OTHER_SUM]
      out[i] = scale * (own + everywhere - share)
    }
  }

  /** Computes a family's part of the likelihoods at φ, for the first of its columns in a minibatch. */
  private evaluate(family: number): void {
    const { values, spans, members } = this
    const end = spans[family + END]
    let mass = 0
    for (let j = spans[family + START]; j < end; j += MEMBERS) {
      mass += values[members[j]] + values[members[j + 1]] + (values[members[j + 2]] + values[members[j + 3]])
    }
    // Summed directly if the difference would lose digits.
    const rest = mass < 0.999 * this.total ? this.total - mass : this.restMass(spans[family + SET])
    values[family + PART] = values[family + BASE] * rest + values[family + LEVEL] * mass
    values[family + WEIGHT] = 0
    values[family + OTHER_WEIGHT] = 0
    this.met[this.metCount++] = family
  }

  private restMass(set: number): number {
    const outside = this.table.sets.outside(set)
    let total = 0
    for (let i = 0; i < outside.length; i++) total += this.values[CELL * outside[i]]
    return total
  }

  /** `p·φ` of a dense column. */
  private product(row: Float64Array): number {
    const { values } = this
    let total = 0
    for (let x = 0; x < row.length; x++) total += row[x] * values[CELL * x]
    return total
  }

  private packSet(inside: Int32Array): void {
    const start = this.starts[this.starts.length - 1]
    const end = start + MEMBERS * Math.ceil(inside.length / MEMBERS)
    this.members = withRoom(this.members, end)
    for (let i = 0; i < end - start; i++) {
      this.members[start + i] = i < inside.length ? CELL * inside[i] : this.empty
    }
    this.starts.push(end)
  }

  private packColumn(c: number): void {
    const { table } = this
    const laidOut = table.layout.laidOut(c)
    if (laidOut.kind === 'levels' && !isTiny(laidOut.step)) {
      this.rows.push(undefined)
      this.places[2 * c] = this.placeOfFamily(laidOut)
      this.places[2 * c + 1] = laidOut.step === 0 ? this.empty : CELL * laidOut.point
    } else {
      this.rows.push(laidOut.kind === 'dense' ? laidOut.values : columnValues(table.column(c)))
      this.hasRows = true
      this.places[2 * c] = this.firstFamily
      this.places[2 * c + 1] = this.empty
    }
  }

  private placeOfFamily({ base, level, step, set }: LaidOut & { readonly kind: 'levels' }): number {
    const key = `${set} ${base} ${level} ${step}`
    const existing = this.placesByKey.get(key)
    if (existing !== undefined) return existing
    const at = this.firstFamily + FAMILY * this.families++
    this.placesByKey.set(key, at)
    this.values = withRoom(this.values, at + FAMILY)
    this.spans = withRoom(this.spans, at + FAMILY)
    const unit = step > 0 ? step : 1
    this.values.set([UNKNOWN, 0, 0, base / unit, level / unit], at)
    const [start, end] = set >= 0 ? this.starts.slice(set, set + 2) : [0, 0]
    this.spans.set([start, end, set], at)
    return at
  }
}

function isTiny(step: number): boolean {
  return step > 0 && step < SMALLEST_UNIT
}
