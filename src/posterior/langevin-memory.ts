import { EDGES, STEPS } from '../random/normal.ts'
import { Xorgens } from '../random/xorgens.ts'
import type { Observations } from './observations.ts'
import { BASE, CELL, END, FAMILY, LEVEL, type PackedColumns, SET, START, UNKNOWN } from './packed-columns.ts'

/** Random words that are made at once, at most, and those of the generator's state. */
const MOST_WORDS = 64
const STATE_WORDS = 130

/** Bytes of what the memory holds of a category, of a family, and of a column: as in `assembly/langevin.ts`. */
const CELL_BYTES = 32
const FAMILY_BYTES = 64
const PLACE_BYTES = 8
/** The parts of a family's record: numbers of 8 bytes, and after them words of 4. */
const PART_DOUBLE = 0
const BASE_DOUBLE = 3
const LEVEL_DOUBLE = 4
const START_WORD = 10
const END_WORD = 11
const SET_WORD = 12

const PAGE = 2 ** 16
/** Parts begin where a line of the processor's cache does. */
const LINE = 64
/** The least that there is room for, of everything that grows. */
const LEAST_ROOM = 256

/**
 * The memory of the kernel: constants, room for an update's work, and a mirror of the packed columns and of the list of
 * observations, all as addresses and numbers ready for use. There is room for twice as much as there is at first; beyond
 * that another memory is needed. (To grow one would detach its views, and once any view has been detached, V8 checks all
 * typed arrays of the process for it: `hmc` was measured to take a quarter longer.)
 */
export class LangevinMemory {
  readonly memory: WebAssembly.Memory
  /** Where each part begins, in bytes. */
  readonly addresses: ReturnType<typeof layOut>['addresses']
  /** A generator whose state is in the memory. */
  readonly rng: Xorgens
  /** The columns drawn. */
  readonly drawn: Uint32Array
  private readonly columns: PackedColumns
  /** The whole memory, twice. */
  private readonly doubles: Float64Array
  private readonly words: Uint32Array
  /** How much there is room for, and how much has been taken in. */
  private readonly room: Amounts
  private readonly taken: Amounts = { families: 0, members: 0, columns: 0, list: 0 }
  private observations: Observations | undefined

  /**
   * @param rho the Dirichlet parameters
   * @param minibatch the largest minibatch
   * @param length of the list of observations
   * @throws RangeError where the memory is not to be had
   */
  constructor(rho: Float64Array, minibatch: number, columns: PackedColumns, length: number) {
    this.columns = columns
    const room = {
      families: roomFor(columns.families),
      members: roomFor(columns.memberCount),
      columns: roomFor(columns.length),
      list: roomFor(length),
    }
    this.room = room
    const { addresses, bytes } = layOut(rho.length, minibatch, room)
    this.addresses = addresses
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
    const { buffer } = this.memory
    this.doubles = new Float64Array(buffer)
    this.words = new Uint32Array(buffer)
    this.rng = new Xorgens(new Int32Array(buffer, addresses.generator, STATE_WORDS))
    this.drawn = new Uint32Array(buffer, addresses.drawn, minibatch)
    this.doubles.set(EDGES, addresses.edges / 8)
    this.doubles.set(STEPS, addresses.steps / 8)
    this.doubles.set(rho, addresses.rho / 8)
  }

  /** Whether there is room for what the columns have gained, and for a list of this length. */
  hasRoom(length: number): boolean {
    const { columns, room } = this
    return (
      columns.families <= room.families &&
      columns.memberCount <= room.members &&
      columns.length <= room.columns &&
      length <= room.list
    )
  }

  /** Takes in what the columns and the list have gained. */
  follow(observations: Observations): void {
    const { columns, taken } = this
    if (taken.columns < columns.length) this.takeColumns()
    if (observations !== this.observations) taken.list = 0
    this.observations = observations
    const { list, size } = observations
    if (list && taken.list < size) {
      this.words.set(list.subarray(taken.list, size), this.addresses.list / 4 + taken.list)
      taken.list = size
    }
  }

  writePhi(phi: ArrayLike<number>): void {
    const first = this.addresses.cells / 8
    for (let i = 0; i < phi.length; i++) this.doubles[first + (CELL_BYTES / 8) * i] = phi[i]
  }

  readPhi(phi: number[]): void {
    const first = this.addresses.cells / 8
    for (let i = 0; i < phi.length; i++) phi[i] = this.doubles[first + (CELL_BYTES / 8) * i]
  }

  /** The sum of φ over these categories. */
  mass(categories: ArrayLike<number>): number {
    const first = this.addresses.cells / 8
    let total = 0
    for (let i = 0; i < categories.length; i++) {
      total += this.doubles[first + (CELL_BYTES / 8) * categories[i]]
    }
    return total
  }

  private takeColumns(): void {
    const { columns, taken, doubles, words, addresses } = this
    for (let i = taken.members; i < columns.memberCount; i++) {
      words[addresses.members / 4 + i] = this.cellOf(columns.members[i])
    }
    for (let f = taken.families; f < columns.families; f++) {
      const from = columns.firstFamily + FAMILY * f
      const to = addresses.families + FAMILY_BYTES * f
      doubles[to / 8 + PART_DOUBLE] = UNKNOWN
      doubles[to / 8 + BASE_DOUBLE] = columns.values[from + BASE]
      doubles[to / 8 + LEVEL_DOUBLE] = columns.values[from + LEVEL]
      words[to / 4 + START_WORD] = addresses.members + 4 * columns.spans[from + START]
      words[to / 4 + END_WORD] = addresses.members + 4 * columns.spans[from + END]
      words[to / 4 + SET_WORD] = columns.spans[from + SET]
    }
    for (let c = taken.columns; c < columns.length; c++) {
      const family = (columns.places[2 * c] - columns.firstFamily) / FAMILY
      words[addresses.places / 4 + 2 * c] = addresses.families + FAMILY_BYTES * family
      words[addresses.places / 4 + 2 * c + 1] = this.cellOf(columns.places[2 * c + 1])
    }
    taken.members = columns.memberCount
    taken.families = columns.families
    taken.columns = columns.length
  }

  /** The address of the cell that the packed columns have at this place. */
  private cellOf(place: number): number {
    return this.addresses.cells + CELL_BYTES * (place / CELL)
  }
}

interface Amounts {
  families: number
  members: number
  columns: number
  list: number
}

function roomFor(amount: number): number {
  return Math.max(LEAST_ROOM, 2 * amount)
}

/** Where each part begins, and how many bytes they take together. */
function layOut(categories: number, minibatch: number, room: Amounts) {
  let end = 0
  const reserve = (bytes: number) => {
    const begin = end
    end += LINE * Math.ceil(bytes / LINE)
    return begin
  }
  const addresses = {
    generator: reserve(4 * STATE_WORDS),
    edges: reserve(8 * EDGES.length),
    steps: reserve(8 * STEPS.length),
    words: reserve(4 * MOST_WORDS),
    rho: reserve(8 * categories),
    cells: reserve(CELL_BYTES * (categories + 1)),
    drawn: reserve(4 * minibatch),
    batch: reserve(PLACE_BYTES * minibatch),
    met: reserve(4 * (minibatch + 1)),
    families: reserve(FAMILY_BYTES * room.families),
    members: reserve(4 * room.members),
    places: reserve(PLACE_BYTES * room.columns),
    list: reserve(4 * room.list),
  }
  return { addresses, bytes: end }
}
