import { withRoom } from '../arrays/with-room.ts'
import { type Column, columnValues, type LevelColumn } from '../mechanism/column.ts'

/**
 * Distinct likelihood columns, each once, laid out for the inner loops: one typed array a field, one row a column.
 *
 * Of a column of levels the table keeps `base`, `level` (on the shorter side of its set) and `step`, what the point adds to the level
 * that it stands on, so that with a set `Pr(y|θ) ∝ base·θ(S^c) + level·θ(S) + step·θ_point`, and without one
 * `base + step·θ_point`: sums of positive terms, right at any ε. Where the point lies below its level, so that the
 * terms would cancel, the column is kept densely.
 */
export class ColumnTable {
  readonly categories: number
  /** Number of columns. */
  length = 0
  base = new Float64Array(16)
  level = new Float64Array(16)
  step = new Float64Array(16)
  logScale = new Float64Array(16)
  /** Category of the point; 0 with step 0 where there is none. */
  point = new Int32Array(16)
  /** Number of the set in `sets`, or −1. */
  set = new Int32Array(16)
  /** Number of the row in `rows` for a column kept densely, or −1. */
  row = new Int32Array(16)
  /** The sets and their complements; of the two, the shorter is `inside`. */
  readonly sets: Partition[] = []
  readonly rows: Float64Array[] = []
  readonly columns: Column[] = []
  private readonly seen = new WeakMap<Column, number>()
  private readonly byKey = new Map<string, number>()
  private readonly setIds = new Map<string, number>()
  private readonly setSeen = new WeakMap<Int32Array, number>()

  constructor(categories: number) {
    this.categories = categories
  }

  /** The number of a column, which is added if it is new. */
  intern(column: Column): number {
    const known = this.seen.get(column)
    if (known !== undefined) return known
    const key = column.kind === 'levels' ? this.levelKey(column) : denseKey(column.logScale, column.values)
    let id = this.byKey.get(key)
    if (id === undefined) {
      id = this.append(column)
      this.byKey.set(key, id)
    }
    this.seen.set(column, id)
    return id
  }

  private levelKey(column: LevelColumn): string {
    const { logScale, logBase, logLevel, logPeak, point, set } = column
    return `${set.length > 0 ? this.internSet(set) : -1} ${point} ${logScale} ${logBase} ${logLevel} ${logPeak}`
  }

  private internSet(set: Int32Array): number {
    let id = this.setSeen.get(set)
    if (id === undefined) {
      const key = set.join()
      id = this.setIds.get(key)
      if (id === undefined) {
        id = this.sets.push(partition(set, this.categories, this.isLong(set))) - 1
        this.setIds.set(key, id)
      }
      this.setSeen.set(set, id)
    }
    return id
  }

  private append(column: Column): number {
    const id = this.length++
    if (id === this.base.length) this.grow()
    this.columns.push(column)
    this.logScale[id] = column.logScale
    this.set[id] = -1
    this.row[id] = -1
    if (column.kind === 'dense') return this.appendRow(id, column.values)
    const { peak, point, set } = column
    if (set.length > 0) this.set[id] = this.internSet(set)
    // Where the complement is the shorter side, the two levels change places.
    const [base, level] = this.isLong(set) ? [column.level, column.base] : [column.base, column.level]
    const under = point >= 0 && this.set[id] >= 0 && this.sets[this.set[id]].isInside[point] ? level : base
    // A point below its surroundings would be a negative term.
    if (point >= 0 && peak < under) return this.appendRow(id, columnValues(column))
    this.base[id] = base
    this.level[id] = level
    if (point >= 0) {
      this.point[id] = point
      this.step[id] = peak - under
    }
    return id
  }

  private isLong(set: Int32Array): boolean {
    return 2 * set.length > this.categories
  }

  private appendRow(id: number, values: Float64Array): number {
    this.set[id] = -1
    this.row[id] = this.rows.push(values) - 1
    return id
  }

  private grow(): void {
    const length = this.base.length + 1
    this.base = withRoom(this.base, length)
    this.level = withRoom(this.level, length)
    this.step = withRoom(this.step, length)
    this.logScale = withRoom(this.logScale, length)
    this.point = withRoom(this.point, length)
    this.set = withRoom(this.set, length)
    this.row = withRoom(this.row, length)
  }
}

/** A set of categories and its complement; `inside` is the shorter. */
export interface Partition {
  readonly inside: Int32Array
  readonly outside: Int32Array
  readonly isInside: Uint8Array
}

function partition(set: Int32Array, categories: number, swap: boolean): Partition {
  const isInside = new Uint8Array(categories).fill(swap ? 1 : 0)
  for (const x of set) isInside[x] = swap ? 0 : 1
  const rest = new Int32Array(categories - set.length)
  let next = 0
  for (let x = 0; x < categories; x++) if ((isInside[x] === 0) !== swap) rest[next++] = x
  return swap ? { inside: rest, outside: set, isInside } : { inside: set, outside: rest, isInside }
}

function denseKey(logScale: number, values: Float64Array): string {
  return `dense ${logScale} ${values.join(' ')}`
}
