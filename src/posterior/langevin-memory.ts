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

/**
 * The memory of the kernel: constants, room for an update's work, and a mirror of the packed columns and of the list of
 * observations, all as addresses and numbers ready for use. What is mirrored grows; when a part is full, all are laid out
 * anew, twice as large as needed.
 */
export class LangevinMemory {
  readonly memory = new WebAssembly.Memory({ initial: 1 })
  /** Where each part begins, in bytes. */
  readonly addresses = {
    generator: 0,
    edges: 0,
    steps: 0,
    words: 0,
    rho: 0,
    cells: 0,
    drawn: 0,
    batch: 0,
    met: 0,
    families: 0,
    members: 0,
    places: 0,
    list: 0,
  }
  /** A generator whose state is in the memory. */
  rng = new Xorgens(new Int32Array())
  /** The columns drawn. */
  drawn = new Uint32Array()
  private readonly rho: Float64Array
  private readonly minibatch: number
  private readonly columns: PackedColumns
  /** The whole memory, twice. */
  private doubles = new Float64Array()
  private words32 = new Uint32Array()
  /** How much there is room for, and how much has been taken in. */
  private readonly room = { families: 0, members: 0, columns: 0, list: 0 }
  private readonly taken = { families: 0, members: 0, columns: 0, list: 0 }
  private observations: Observations | undefined

  /**
   * @param rho the Dirichlet parameters
   * @param minibatch the largest minibatch
   */
  constructor(rho: Float64Array, minibatch: number, columns: PackedColumns) {
    this.rho = rho
    this.minibatch = minibatch
    this.columns = columns
  }

  /** Takes in what the columns and the list have gained; returns whether that has changed the addresses. */
  follow(observations: Observations): boolean {
    const { columns, taken, room } = this
    if (observations !== this.observations) taken.list = 0
    this.observations = observations
    const length = observations.list ? observations.size : 0
    const isFull =
      columns.families > room.families ||
      columns.memberCount > room.members ||
      columns.length > room.columns ||
      length > room.list
    if (isFull) this.arrange(length)
    if (taken.columns < columns.length) this.takeColumns()
    if (taken.list < length) {
      this.words32.set(observations.list!.subarray(taken.list, length), this.addresses.list / 4 + taken.list)
      taken.list = length
    }
    return isFull
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
    for (let i = 0; i < categories.length; i++)
      total += this.doubles[first + (CELL_BYTES / 8) * categories[i]]
    return total
  }

  private arrange(length: number): void {
    const { columns, room, taken, memory, addresses, minibatch, rho } = this
    Object.assign(room, {
      families: 2 * columns.families,
      members: 2 * columns.memberCount,
      columns: 2 * columns.length,
      list: 2 * length,
    })
    Object.assign(taken, { families: 0, members: 0, columns: 0, list: 0 })
    let end = 0
    const reserve = (bytes: number) => {
      const begin = end
      end += LINE * Math.ceil(bytes / LINE)
      return begin
    }
    addresses.edges = reserve(8 * EDGES.length)
    addresses.steps = reserve(8 * STEPS.length)
    addresses.generator = reserve(4 * STATE_WORDS)
    addresses.words = reserve(4 * MOST_WORDS)
    addresses.rho = reserve(8 * rho.length)
    addresses.cells = reserve(CELL_BYTES * (rho.length + 1))
    addresses.drawn = reserve(4 * minibatch)
    addresses.batch = reserve(PLACE_BYTES * minibatch)
    addresses.met = reserve(4 * (minibatch + 1))
    addresses.families = reserve(FAMILY_BYTES * room.families)
    addresses.members = reserve(4 * room.members)
    addresses.places = reserve(PLACE_BYTES * room.columns)
    addresses.list = reserve(4 * room.list)
    const missing = Math.ceil(end / PAGE) - memory.buffer.byteLength / PAGE
    if (missing > 0) memory.grow(missing)
    this.doubles = new Float64Array(memory.buffer)
    this.words32 = new Uint32Array(memory.buffer)
    this.rng = new Xorgens(new Int32Array(memory.buffer, addresses.generator, STATE_WORDS))
    this.drawn = new Uint32Array(memory.buffer, addresses.drawn, minibatch)
    this.doubles.set(EDGES, addresses.edges / 8)
    this.doubles.set(STEPS, addresses.steps / 8)
    this.doubles.set(rho, addresses.rho / 8)
    // The category that nobody holds: nothing else sets its φ.
    this.doubles[(addresses.cells + CELL_BYTES * rho.length) / 8] = 0
  }

  private takeColumns(): void {
    const { columns, taken, doubles, words32, addresses } = this
    for (let i = taken.members; i < columns.memberCount; i++) {
      words32[addresses.members / 4 + i] = this.cellOf(columns.members[i])
    }
    for (let f = taken.families; f < columns.families; f++) {
      const from = columns.firstFamily + FAMILY * f
      const to = addresses.families + FAMILY_BYTES * f
      doubles[to / 8 + PART_DOUBLE] = UNKNOWN
      doubles[to / 8 + BASE_DOUBLE] = columns.values[from + BASE]
      doubles[to / 8 + LEVEL_DOUBLE] = columns.values[from + LEVEL]
      words32[to / 4 + START_WORD] = addresses.members + 4 * columns.spans[from + START]
      words32[to / 4 + END_WORD] = addresses.members + 4 * columns.spans[from + END]
      words32[to / 4 + SET_WORD] = columns.spans[from + SET]
    }
    for (let c = taken.columns; c < columns.length; c++) {
      const family = (columns.places[2 * c] - columns.firstFamily) / FAMILY
      words32[addresses.places / 4 + 2 * c] = addresses.families + FAMILY_BYTES * family
      words32[addresses.places / 4 + 2 * c + 1] = this.cellOf(columns.places[2 * c + 1])
    }
    taken.members = columns.memberCount
    taken.families = columns.families
    taken.columns = columns.length
  }

  /** The address of the cell that the packed columns have at this place. */
  private cellOf(place: number): number {
    return this.addresses.cells + (CELL_BYTES / CELL) * place
  }
}
