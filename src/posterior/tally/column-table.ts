import type { Column, DenseColumn, LevelColumn, Shift } from '../../mechanism/column.ts'
import { ColumnLayout } from './column-layout.ts'
import { isLong, Partition } from './partition.ts'
import { SetPool } from './set-pool.ts'
import { ShiftGroup } from './shift-group.ts'

/** Characters of a member in a list. */
const MEMBER = 4
/** Arguments of a call. */
const MOST_ARGUMENTS = 4096

/** Distinct likelihood columns, each once and with a number, and their sets likewise. */
export class ColumnTable {
  readonly categories: number
  readonly columns: Column[] = []
  readonly sets: Partition[] = []
  /** The columns that are shifts of one pattern, by patterns. */
  readonly groups: ShiftGroup[] = []
  /** The columns as the inner loops read them. */
  readonly layout = new ColumnLayout(this.sets, this.groups)
  /** Columns that came again: whether one is known by itself costs memory, and most sets of very many come once. */
  private readonly seen = new WeakMap<Column, number>()
  private readonly byKey = new Map<string, number>()
  /** By their levels and then the number of their set. */
  private readonly byLevels = new Map<string, Map<number, number>>()
  private readonly pool = new SetPool()
  private readonly groupOf = new WeakMap<Shift['pattern'], ShiftGroup>()
  private readonly setIds = new Map<string, number>()

  constructor(categories: number) {
    this.categories = categories
  }

  /** Number of columns. */
  get length(): number {
    return this.columns.length
  }

  /** The number of a column, which is added if it is new. */
  intern(column: Column): number {
    if (column.kind === 'levels' && column.shift) return this.internShift(column, column.shift)
    const known = this.seen.get(column)
    if (known !== undefined) return known
    return column.kind === 'levels' ? this.internLevels(column) : this.internDense(column)
  }

  private internLevels(column: LevelColumn): number {
    const { logScale, logBase, logLevel, logPeak, point } = column
    const levels = `${point} ${logScale} ${logBase} ${logLevel} ${logPeak}`
    let ids = this.byLevels.get(levels)
    if (ids === undefined) {
      ids = new Map()
      this.byLevels.set(levels, ids)
    }
    const set = this.setOf(column)
    const known = ids.get(set)
    if (known !== undefined) {
      this.seen.set(column, known)
      return known
    }
    const own = column.set.length > 0 ? { ...column, set: this.copyOf(column.set, set) } : column
    const id = this.columns.push(own) - 1
    this.layout.append(own, set)
    ids.set(set, id)
    return id
  }

  private internDense(column: DenseColumn): number {
    const key = denseKey(column.logScale, column.values)
    let id = this.byKey.get(key)
    if (id === undefined) {
      id = this.columns.push(column) - 1
      this.layout.append(column, -1)
      this.byKey.set(key, id)
    }
    this.seen.set(column, id)
    return id
  }

  /** The table's own copy of a set, so that the caller's may go. */
  private copyOf(set: Int32Array, id: number): Int32Array {
    return isLong(set, this.categories) ? this.sets[id].outside : this.sets[id].inside
  }

  private internShift(column: LevelColumn, { pattern, by }: Shift): number {
    let group = this.groupOf.get(pattern)
    if (group === undefined) {
      const key = JSON.stringify(pattern.request)
      group = this.groups.find(known => JSON.stringify(known.pattern.request) === key)
      if (group === undefined) {
        group = new ShiftGroup(column, pattern)
        this.groups.push(group)
      }
      this.groupOf.set(pattern, group)
    }
    let id = group.find(by)
    if (id < 0) {
      id = this.columns.push(column) - 1
      this.layout.appendShift(column)
      group.append(id, by)
    }
    return id
  }

  /** The number of a column's set, which is added if it is new; −1 if there is none. A low point is a set. */
  private setOf(column: LevelColumn): number {
    const { point, peak, base } = column
    if (column.set.length === 0 && !(point >= 0 && peak < base)) return -1
    const set = column.set.length > 0 ? column.set : Int32Array.of(point)
    const key = setKey(set, this.categories)
    let id = this.setIds.get(key)
    if (id === undefined) {
      id = this.sets.push(new Partition(this.pool.keep(set), this.categories)) - 1
      this.setIds.set(key, id)
    }
    return id
  }
}

/** A text that only equal sets have: the members where they are few, else a bit for each category. */
function setKey(set: Int32Array, categories: number): string {
  if (8 * MEMBER * set.length < categories) return set.join()
  const bytes = new Array<number>(Math.ceil(categories / 8)).fill(0)
  for (const x of set) bytes[x >> 3] |= 1 << (x & 7)
  let key = ' '
  for (let at = 0; at < bytes.length; at += MOST_ARGUMENTS) {
    key += String.fromCharCode(...bytes.slice(at, at + MOST_ARGUMENTS))
  }
  return key
}

function denseKey(logScale: number, values: Float64Array): string {
  return `dense ${logScale} ${values.join(' ')}`
}
