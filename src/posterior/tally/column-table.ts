import type { Column, LevelColumn, Shift } from '../../mechanism/column.ts'
import { ColumnLayout } from './column-layout.ts'
import { Partition } from './partition.ts'
import { ShiftGroup } from './shift-group.ts'

/** Distinct likelihood columns, each once and with a number, and their sets likewise. */
export class ColumnTable {
  readonly categories: number
  readonly columns: Column[] = []
  readonly sets: Partition[] = []
  /** The columns that are shifts of one pattern, by patterns. */
  readonly groups: ShiftGroup[] = []
  /** The columns as the inner loops read them. */
  readonly layout = new ColumnLayout(this.sets, this.groups)
  private readonly seen = new WeakMap<Column, number>()
  private readonly byKey = new Map<string, number>()
  private readonly groupOf = new WeakMap<Shift['pattern'], ShiftGroup>()
  private readonly setIds = new Map<string, number>()
  private readonly setSeen = new WeakMap<Int32Array, number>()

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
    const key = column.kind === 'levels' ? this.levelKey(column) : denseKey(column.logScale, column.values)
    let id = this.byKey.get(key)
    if (id === undefined) {
      id = this.columns.push(column) - 1
      this.layout.append(column, column.kind === 'levels' ? this.setOf(column) : -1)
      this.byKey.set(key, id)
    }
    this.seen.set(column, id)
    return id
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

  private levelKey(column: LevelColumn): string {
    const { logScale, logBase, logLevel, logPeak, point } = column
    return `${this.setOf(column)} ${point} ${logScale} ${logBase} ${logLevel} ${logPeak}`
  }

  /** The number of a column's set, which is added if it is new; −1 if there is none. A low point is a set. */
  private setOf(column: LevelColumn): number {
    const { point, peak, base } = column
    if (column.set.length === 0 && !(point >= 0 && peak < base)) return -1
    const set = column.set.length > 0 ? column.set : Int32Array.of(point)
    let id = this.setSeen.get(set)
    if (id === undefined) {
      const key = set.join()
      id = this.setIds.get(key)
      if (id === undefined) {
        id = this.sets.push(new Partition(set, this.categories)) - 1
        this.setIds.set(key, id)
      }
      this.setSeen.set(set, id)
    }
    return id
  }
}

function denseKey(logScale: number, values: Float64Array): string {
  return `dense ${logScale} ${values.join(' ')}`
}
