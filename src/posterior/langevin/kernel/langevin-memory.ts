import { EDGES, STEPS } from '../../../random/normal.ts'
import { Xorgens } from '../../../random/xorgens.ts'
import type { Observations } from '../observations.ts'
import type { PackedColumns } from '../packed-columns.ts'
import {
  CELL_BYTES,
  CELL_PHI,
  FAMILY_BASE,
  FAMILY_BYTES,
  FAMILY_END,
  FAMILY_LEVEL,
  FAMILY_PART,
  FAMILY_SET,
  FAMILY_START,
  MOST_WORDS,
  PLACE_BYTES,
  PLACE_FAMILY,
  PLACE_POINT,
  STATE_BYTES,
} from './records.ts'

/** Marks a family's part that has not been computed. */
const UNKNOWN = -1

const PAGE = 2 ** 16
/** Every part of the memory begins at a line of the processor's cache. */
const LINE = 64
/** Smallest room for data that grow. */
const LEAST_ROOM = 256

/**
 * The memory of the kernel: constants, room for an update's work, and a mirror of the packed columns and of the list of
 * observations, all as addresses and numbers ready for use. It has room for twice as much as there is at first; beyond that another
 * memory is needed. (Growing a memory would detach its views. Once any view has been detached, V8 checks all typed arrays of the
 * process for that, which slows the other samplers down.)
 */
export class LangevinMemory {
  readonly memory: WebAssembly.Memory
  /** The start of each part, in bytes. */
  readonly addresses: ReturnType<typeof layOut>['addresses']
  /** A generator whose state is in the memory. */
  readonly rng: Xorgens
  /** The columns drawn. */
  readonly drawn: Uint32Array
  private readonly columns: PackedColumns
  /** Two views of the whole memory. */
  private readonly doubles: Float64Array
  private readonly words: Uint32Array
  /** Amounts of reserved and of used room. */
  private readonly room: Amounts
  private readonly taken: Amounts = { families: 0, members: 0, columns: 0, list: 0 }
  private observations: Observations | undefined

  /**
   * @param rho the Dirichlet parameters
   * @param minibatch the largest minibatch
   * @param length the length of the list of observations
   * @throws RangeError where the memory cannot be allocated
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
    this.rng = new Xorgens(new Int32Array(buffer, addresses.generator, STATE_BYTES / 4))
    this.drawn = new Uint32Array(buffer, addresses.drawn, minibatch)
    this.doubles.set(EDGES, addresses.edges / 8)
    this.doubles.set(STEPS, addresses.steps / 8)
    this.doubles.set(rho, addresses.rho / 8)
  }

  /** Whether there is room for new columns, and for a list of this length. */
  hasRoom(length: number): boolean {
    const { columns, room } = this
    return (
      columns.families <= room.families &&
      columns.memberCount <= room.members &&
      columns.length <= room.columns &&
      length <= room.list
    )
  }

  /** Copies new columns and observations into memory. */
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
    for (let x = 0; x < phi.length; x++) this.doubles[this.phiAt(x)] = phi[x]
  }

  readPhi(phi: number[]): void {
    for (let x = 0; x < phi.length; x++) phi[x] = this.doubles[this.phiAt(x)]
  }

  /** The sum of φ over these categories. */
  mass(categories: ArrayLike<number>): number {
    let total = 0
    for (let i = 0; i < categories.length; i++) total += this.doubles[this.phiAt(categories[i])]
    return total
  }

  private takeColumns(): void {
    const { columns, taken, doubles, words, addresses } = this
    for (let i = taken.members; i < columns.memberCount; i++) {
      words[addresses.members / 4 + i] = this.cellOf(columns.member(i))
    }
    for (let f = taken.families; f < columns.families; f++) {
      const { base, level, start, end, set } = columns.family(f)
      const to = this.familyAt(f)
      doubles[(to + FAMILY_PART) / 8] = UNKNOWN
      doubles[(to + FAMILY_BASE) / 8] = base
      doubles[(to + FAMILY_LEVEL) / 8] = level
      words[(to + FAMILY_START) / 4] = addresses.members + 4 * start
      words[(to + FAMILY_END) / 4] = addresses.members + 4 * end
      words[(to + FAMILY_SET) / 4] = set
    }
    for (let c = taken.columns; c < columns.length; c++) {
      const to = addresses.places + PLACE_BYTES * c
      words[(to + PLACE_FAMILY) / 4] = this.familyAt(columns.familyOf(c))
      words[(to + PLACE_POINT) / 4] = this.cellOf(columns.pointOf(c))
    }
    taken.members = columns.memberCount
    taken.families = columns.families
    taken.columns = columns.length
  }

  /** The address of a category's record. */
  private cellOf(category: number): number {
    return this.addresses.cells + CELL_BYTES * category
  }

  private familyAt(f: number): number {
    return this.addresses.families + FAMILY_BYTES * f
  }

  /** The index of a category's φ in `doubles`. */
  private phiAt(category: number): number {
    return (this.cellOf(category) + CELL_PHI) / 8
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

/** The start of each part, and the number of bytes of all. */
function layOut(categories: number, minibatch: number, room: Amounts) {
  let end = 0
  const reserve = (bytes: number) => {
    const begin = end
    end += LINE * Math.ceil(bytes / LINE)
    return begin
  }
  const addresses = {
    generator: reserve(STATE_BYTES),
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
