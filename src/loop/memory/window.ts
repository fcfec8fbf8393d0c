import { withRoom } from '../../arrays/with-room.ts'
import { refuse, requireInteger, requireOptions } from '../../check/check.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { type Counted, columnsOf, columnsOfTally, type MemoryFollower } from './memory-follower.ts'

/** Contents of a window, oldest first: the number of distinct answers of each batch, their columns and their counts. */
interface WindowState {
  readonly batches: readonly number[]
  readonly columns: readonly number[]
  readonly counts: readonly number[]
}

/** The last answers: as many batches as are needed for `length` people. With batches of one person, these are exactly `length`. */
export function windowMemory(length: number, all: Tally, resumed?: unknown): MemoryFollower {
  const batches = new Queue()
  const columns = new Queue()
  const sizes = new Queue()
  let columnCounts = new Float64Array(16)
  let size = 0
  let oldest = 0

  const push = (answers: readonly Counted[]) => {
    for (const { column, count } of answers) {
      columns.push(column)
      sizes.push(count)
      columnCounts = withRoom(columnCounts, column + 1)
      columnCounts[column] += count
      size += count
    }
    batches.push(answers.length)
  }
  /** The number of people in the oldest batch. */
  const oldestSize = () => {
    let people = 0
    for (let i = 0; i < batches.at(0); i++) people += sizes.at(i)
    return people
  }
  const forget = () => {
    if (oldest === 0 && batches.length > 0) oldest = oldestSize()
    while (size - oldest >= length) {
      for (let left = batches.shift(); left > 0; left--) columnCounts[columns.shift()] -= sizes.shift()
      size -= oldest
      oldest = oldestSize()
    }
  }
  if (resumed !== undefined) for (const batch of requireState(resumed, all)) push(batch)
  forget()
  const tally = () => (size === all.size ? all : all.withCounts(columnCounts))
  const take = (answers: readonly Counted[]) => {
    push(answers)
    forget()
  }
  return {
    field: 'memory',
    option: 'memory',
    get size() {
      return size
    },
    tally,
    parts: () => [{ tally: tally(), weight: 1 }],
    observe(mechanism, answers) {
      take(columnsOf(all, mechanism, answers))
      return undefined
    },
    observeTally: answers => take(columnsOfTally(all, answers)),
    state: (): WindowState => ({
      batches: batches.toArray(),
      columns: columns.toArray(),
      counts: sizes.toArray(),
    }),
  }
}

/** The batches of a state. */
function requireState(resumed: unknown, all: Tally): Counted[][] {
  const names = { batches: true, columns: true, counts: true } as const
  const argument = "the snapshot's memory"
  const { batches, columns, counts } = requireOptions(resumed as WindowState, names, argument)
  for (const list of [batches, columns, counts]) {
    if (!Array.isArray(list)) refuse(argument, resumed, 'three lists')
  }
  if (columns.length !== counts.length) refuse(`${argument}.counts`, counts, 'as long as columns')
  const uncounted = all.counts.slice(0, all.distinct)
  let place = 0
  const read = batches.map(length => {
    requireInteger(`${argument}.batches`, length, 1, columns.length - place)
    return Array.from({ length }, () => {
      const column = requireInteger(`${argument}.columns[${place}]`, columns[place], 0, all.distinct - 1)
      const count = requireInteger(`${argument}.counts[${place}]`, counts[place], 1, uncounted[column])
      uncounted[column] -= count
      place++
      return { column, count }
    })
  })
  if (place < columns.length) refuse(`${argument}.batches`, batches, `of ${columns.length} answers in all`)
  return read
}

/** A queue of numbers, which are added at one end and removed at the other. */
class Queue {
  private values = new Float64Array(16)
  private first = 0
  length = 0

  at(place: number): number {
    return this.values[(this.first + place) % this.values.length]
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const longer = new Float64Array(2 * this.length)
      longer.set(this.toArray())
      this.values = longer
      this.first = 0
    }
    this.values[(this.first + this.length++) % this.values.length] = value
  }

  shift(): number {
    const value = this.at(0)
    this.first = (this.first + 1) % this.values.length
    this.length--
    return value
  }

  toArray(): number[] {
    return Array.from({ length: this.length }, (_, place) => this.at(place))
  }
}
