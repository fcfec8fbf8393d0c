import { withRoom } from '../arrays/with-room.ts'
import { columnValues } from '../mechanism/column.ts'
import type { ColumnTable } from './column-table.ts'

/** What `values` holds of a category: φ, and two sums, which the columns of a minibatch take in turn. */
export const SUM = 1
export const OTHER_SUM = 2
export const CELL = 3
/**
 * What `values` holds of a family: its part of the likelihoods at φ, or `UNKNOWN`; two sums of weights, as above; and its two
 * levels.
 */
export const PART = 0
export const WEIGHT = 1
export const OTHER_WEIGHT = 2
export const BASE = 3
export const LEVEL = 4
export const FAMILY = 5
/** A part that has not been computed. */
export const UNKNOWN = -1
/** What `spans` holds of a family: the beginning and the end of its set's members, and its set. */
export const START = 0
export const END = 1
export const SET = 2

/** Members are listed by fours, those that are missing as the category that nobody holds. */
export const MEMBERS = 4

/** The smallest step that serves as a unit: levels are at most 1, and their ratios to it far from overflow. */
const SMALLEST_UNIT = 2 ** -500

/**
 * A table's columns for the inner loop over a minibatch, which is to touch little memory: columns that differ in their point
 * alone are a family, and in units of the step at the point the likelihoods of all of them are
 *
 *     p·φ = [base·φ(S^c) + level·φ(S)] + φ_point,
 *
 * where the bracket is the family's. Two kinds of columns need a category K that nobody holds, φ_K = 0, as their point:
 * one without a point, whose unit is 1, and a dense one, whose family has an infinite bracket, so that it counts for
 * nothing in the loop; `rows` has it.
 */
export class PackedColumns {
  private readonly table: ColumnTable
  /** Of each category, K included, and then of each family, what is listed above: all in one array, which is faster. */
  values: Float64Array
  /** Of each family, at the same places. */
  spans: Int32Array
  /** `places[2c]`: where column c's family begins in `values` and `spans`; `places[2c + 1]`: where its point does. */
  places = new Int32Array(64)
  /** The places of the members of the sets' shorter sides, one set after the other. */
  members = new Int32Array(64)
  /** The values of each dense column; undefined for the others. */
  readonly rows: (Float64Array | undefined)[] = []
  hasRows = false
  /** Number of families, that of the dense columns among them. */
  families = 1
  /** The place of the first family. */
  readonly firstFamily: number
  /** The place of the category that nobody holds. */
  private readonly nobody: number
  private readonly starts = [0]
  private readonly byKey = new Map<string, number>()

  constructor(table: ColumnTable) {
    this.table = table
    this.nobody = CELL * table.categories
    this.firstFamily = this.nobody + CELL
    this.values = new Float64Array(this.firstFamily + FAMILY)
    this.values[this.firstFamily] = Infinity
    this.spans = new Int32Array(this.firstFamily + FAMILY)
  }

  /** Number of columns. */
  get length(): number {
    return this.rows.length
  }

  /** Number of members, those that stand for missing ones among them. */
  get memberCount(): number {
    return this.starts[this.starts.length - 1]
  }

  /** Takes in the columns and sets that the table has gained. */
  follow(): void {
    const { length, sets } = this.table
    if (this.rows.length === length) return
    for (let s = this.starts.length - 1; s < sets.length; s++) this.packSet(sets[s].inside)
    this.places = withRoom(this.places, 2 * length)
    for (let c = this.rows.length; c < length; c++) this.packColumn(c)
  }

  private packSet(inside: Int32Array): void {
    const start = this.starts[this.starts.length - 1]
    const end = start + MEMBERS * Math.ceil(inside.length / MEMBERS)
    this.members = withRoom(this.members, end)
    for (let i = 0; i < end - start; i++) {
      this.members[start + i] = i < inside.length ? CELL * inside[i] : this.nobody
    }
    this.starts.push(end)
  }

  private packColumn(c: number): void {
    const { columns, row, rows, step, point } = this.table
    const values = row[c] >= 0 ? rows[row[c]] : isTiny(step[c]) ? columnValues(columns[c]) : undefined
    this.rows.push(values)
    if (values) this.hasRows = true
    this.places[2 * c] = values ? this.firstFamily : this.familyOf(c)
    this.places[2 * c + 1] = values || step[c] === 0 ? this.nobody : CELL * point[c]
  }

  private familyOf(c: number): number {
    const { base, level, step, set } = this.table
    const key = `${set[c]} ${base[c]} ${level[c]} ${step[c]}`
    const known = this.byKey.get(key)
    if (known !== undefined) return known
    const at = this.firstFamily + FAMILY * this.families++
    this.byKey.set(key, at)
    this.values = withRoom(this.values, at + FAMILY)
    this.spans = withRoom(this.spans, at + FAMILY)
    const unit = step[c] > 0 ? step[c] : 1
    this.values.set([UNKNOWN, 0, 0, base[c] / unit, level[c] / unit], at)
    const [start, end] = set[c] >= 0 ? this.starts.slice(set[c], set[c] + 2) : [0, 0]
    this.spans.set([start, end, set[c]], at)
    return at
  }
}

function isTiny(step: number): boolean {
  return step > 0 && step < SMALLEST_UNIT
}
