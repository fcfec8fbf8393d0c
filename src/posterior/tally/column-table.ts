import { HashIndex, hashWith } from '../../arrays/hash-index.ts'
import { withRoom } from '../../arrays/with-room.ts'
import type { Column, DenseColumn, LevelColumn, Shift } from '../../mechanism/column.ts'
import { ColumnLayout } from './column-layout.ts'
import { SetStore } from './set-store.ts'
import { ShiftGroup } from './shift-group.ts'

/** The distinct likelihood columns of a tally. Each is stored once and has a number, and so have their sets. */
export class ColumnTable {
  readonly categories: number
  readonly sets: SetStore
  /** The columns that are shifts, in one group for each pattern. */
  readonly groups: ShiftGroup[] = []
  /** The columns as the inner loops read them. */
  readonly layout: ColumnLayout
  /** Number of columns. */
  length = 0
  /**
   * The columns without a set, and the shifts, as objects. Columns with a set are not kept: a tally may have a million, and an object for
   * each would take ten times the memory of its bits.
   */
  private readonly kept = new Map<number, Column>()
  /** The frames of the columns with a set: a frame is a column's levels and point without its set. Most columns share one. */
  private readonly frames: LevelColumn[] = []
  /** By column: the number of its frame, and that of its set. */
  private frameOf = new Int32Array(16)
  private setOf = new Int32Array(16)
  /** The columns with a set by the hash of their frame and set; the frames by their key. */
  private readonly framed = new HashIndex()
  private readonly frameIds = new Map<string, number>()
  /**
   * The numbers of column objects, for a quick look-up. A column with a set is entered only when it comes for the second time: an entry
   * takes memory, and where there are very many sets, most come once.
   */
  private readonly seen = new WeakMap<Column, number>()
  /** The columns without a set by their key. */
  private readonly byKey = new Map<string, number>()
  private readonly groupOf = new WeakMap<Shift['pattern'], ShiftGroup>()

  constructor(categories: number) {
    this.categories = categories
    this.sets = new SetStore(categories)
    this.layout = new ColumnLayout(this.sets, this.groups)
  }

  /** Column c; the object for a column with a set is made anew. */
  column(c: number): Column {
    return this.kept.get(c) ?? { ...this.frames[this.frameOf[c]], set: this.sets.given(this.setOf[c]) }
  }

  /** The logarithm of the probability that the value 1 of column c stands for. */
  logScale(c: number): number {
    return (this.kept.get(c) ?? this.frames[this.frameOf[c]]).logScale
  }

  /** The results of a function for each column. */
  mapColumns<T>(of: (column: Column, c: number) => T): T[] {
    return Array.from({ length: this.length }, (_, c) => of(this.column(c), c))
  }

  /** The number of a column, which is added if it is new. */
  intern(column: Column): number {
    if (column.kind === 'levels' && column.shift) return this.internShift(column, column.shift)
    const id = this.seen.get(column)
    if (id !== undefined) return id
    return column.kind === 'levels' && column.set.length > 0
      ? this.internFramed(column)
      : this.internKept(column)
  }

  private internFramed(column: LevelColumn): number {
    const key = levelsKey(column)
    let frame = this.frameIds.get(key)
    if (frame === undefined) {
      frame = this.frames.push({ ...column, set: new Int32Array(0) }) - 1
      this.frameIds.set(key, frame)
    }
    const set = this.sets.intern(column.set)
    const hash = hashWith(hashWith(0, frame), set)
    const existing = this.framed.find(hash, c => this.frameOf[c] === frame && this.setOf[c] === set)
    if (existing >= 0) {
      this.seen.set(column, existing)
      return existing
    }
    const id = this.length++
    this.frameOf = withRoom(this.frameOf, this.length)
    this.setOf = withRoom(this.setOf, this.length)
    this.frameOf[id] = frame
    this.setOf[id] = set
    this.framed.add(hash, id)
    this.layout.append(column, set)
    return id
  }

  private internKept(column: Column): number {
    const key = column.kind === 'dense' ? denseKey(column) : levelsKey(column)
    let id = this.byKey.get(key)
    if (id === undefined) {
      id = this.length++
      this.kept.set(id, column)
      this.layout.append(column, isLowPoint(column) ? this.sets.intern(Int32Array.of(column.point)) : -1)
      this.byKey.set(key, id)
    }
    this.seen.set(column, id)
    return id
  }

  private internShift(column: LevelColumn, { pattern, by }: Shift): number {
    let group = this.groupOf.get(pattern)
    if (group === undefined) {
      const key = JSON.stringify(pattern.request)
      group = this.groups.find(candidate => JSON.stringify(candidate.pattern.request) === key)
      if (group === undefined) {
        group = new ShiftGroup(column, pattern)
        this.groups.push(group)
      }
      this.groupOf.set(pattern, group)
    }
    let id = group.find(by)
    if (id < 0) {
      id = this.length++
      this.kept.set(id, column)
      this.layout.appendShift(column)
      group.append(id, by)
    }
    return id
  }
}

/** Whether a column has a point below its base. Without a set, the layout keeps such a point as a set of its own. */
function isLowPoint(column: Column): column is LevelColumn {
  return column.kind === 'levels' && column.point >= 0 && column.peak < column.base
}

function levelsKey({ point, logScale, logBase, logLevel, logPeak }: LevelColumn): string {
  return `${point} ${logScale} ${logBase} ${logLevel} ${logPeak}`
}

function denseKey({ logScale, values }: DenseColumn): string {
  return `dense ${logScale} ${values.join(' ')}`
}
