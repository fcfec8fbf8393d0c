import type { Column, LevelColumn } from '../../mechanism/column.ts'
import { ColumnLayout } from './column-layout.ts'
import { Partition } from './partition.ts'

/** Distinct likelihood columns, each once and with a number, and their sets likewise. */
export class ColumnTable {
  readonly categories: number
  readonly columns: Column[] = []
  readonly sets: Partition[] = []
  /** The columns as the inner loops read them. */
  readonly layout = new ColumnLayout(this.sets)
  private readonly seen = new WeakMap<Column, number>()
  private readonly byKey = new Map<string, number>()
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
