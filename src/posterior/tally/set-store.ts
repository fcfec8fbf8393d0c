import { HashIndex, hashWith } from '../../arrays/hash-index.ts'
import { withRoom } from '../../arrays/with-room.ts'

/** Number of categories in a byte. */
export const BITS = 8
/**
 * Number of sets from which sums and weights are tabulated by bytes. The first sets, up to this number, are also kept as lists of their
 * members.
 */
export const MANY_SETS = 256
/** The bits of this many categories take as much memory as one member of a list. */
const LISTED = 32

/**
 * Distinct sets of categories. Each is stored once and has a number. The store keeps the shorter side of a set, called the "inside", which
 * is the set itself or its complement. It is kept as bits, a byte for eight categories, or as a list of its members if that is shorter,
 * because a tally may have a million sets.
 */
export class SetStore {
  readonly categories: number
  /** Number of bytes of a set that is kept as bits. */
  readonly bytes: number
  /** Number of sets. */
  length = 0
  /** The bits of the sets that are kept as bits, one set after the other. */
  codes = new Uint8Array(0)
  /** Start of each set's bits in `codes`; or ~i, which is negative, if its list begins at i in `members`. */
  private places = new Float64Array(16)
  private sizes = new Int32Array(16)
  /** 1 if the inside is the complement of the given set. */
  private isComplement = new Uint8Array(16)
  private codesUsed = 0
  /** The insides that are kept as lists, one after the other. */
  members = new Int32Array(16)
  private membersUsed = 0
  private readonly index = new HashIndex()
  /** The members of the first `MANY_SETS` sets. */
  private readonly lists: Int32Array[] = []

  constructor(categories: number) {
    this.categories = categories
    this.bytes = Math.ceil(categories / BITS)
  }

  /** The number of a set, sorted, which is added if it is new. */
  intern(set: Int32Array): number {
    const complemented = isLong(set, this.categories)
    const inside = complemented ? complement(set, this.categories) : set
    const place = LISTED * inside.length < this.categories ? this.writeList(inside) : this.writeBits(inside)
    const hash = hashWith(this.hashOf(place, inside.length), Number(complemented))
    const existing = this.index.find(hash, s => {
      const isSame = this.sizes[s] === inside.length && this.isComplement[s] === Number(complemented)
      return isSame && this.isEqual(this.places[s], place, inside.length)
    })
    if (existing >= 0) {
      if (place >= 0) this.codes.fill(0, place, place + this.bytes)
      return existing
    }
    const s = this.length++
    this.places = withRoom(this.places, this.length)
    this.sizes = withRoom(this.sizes, this.length)
    this.isComplement = withRoom(this.isComplement, this.length)
    this.places[s] = place
    this.sizes[s] = inside.length
    this.isComplement[s] = Number(complemented)
    if (place >= 0) this.codesUsed += this.bytes
    else this.membersUsed += inside.length
    this.index.add(hash, s)
    if (s < MANY_SETS) this.lists.push(inside.slice())
    return s
  }

  /** Whether there are so many sets that not all of them are kept as lists too, and that tables by bytes pay. */
  get isMany(): boolean {
    return this.length >= MANY_SETS
  }

  /** Start of the bits of set s in `codes`; negative if it is kept as a list. */
  bitsAt(s: number): number {
    return this.places[s]
  }

  /** Start of the list of set s in `members`, if it is kept as a list. */
  listAt(s: number): number {
    return ~this.places[s]
  }

  /** Number of categories inside. */
  sizeOf(s: number): number {
    return this.sizes[s]
  }

  /** Whether a category is inside. */
  hasInside(s: number, category: number): boolean {
    const place = this.places[s]
    if (place >= 0) return ((this.codes[place + (category >> 3)] >> (category & 7)) & 1) === 1
    for (let j = ~place; j < ~place + this.sizes[s]; j++) if (this.members[j] === category) return true
    return false
  }

  /** The inside, sorted; callers must not write to it. */
  inside(s: number): Int32Array {
    if (s < this.lists.length) return this.lists[s]
    const place = this.places[s]
    if (place < 0) return this.members.subarray(~place, ~place + this.sizes[s])
    const list = new Int32Array(this.sizes[s])
    this.read(s, list)
    return list
  }

  /** The other side, sorted, as a new list. */
  outside(s: number): Int32Array {
    return complement(this.inside(s), this.categories)
  }

  /** The set as given; callers must not write to it. */
  given(s: number): Int32Array {
    return this.isComplement[s] === 1 ? this.outside(s) : this.inside(s)
  }

  /** Writes the inside to the beginning of `out`, and returns its size. */
  read(s: number, out: Int32Array): number {
    const { codes, bytes } = this
    const place = this.places[s]
    const size = this.sizes[s]
    if (place < 0) {
      for (let j = 0; j < size; j++) out[j] = this.members[~place + j]
      return size
    }
    let read = 0
    for (let b = 0; b < bytes; b++) {
      for (let code = codes[place + b]; code !== 0; code &= code - 1) {
        out[read++] = BITS * b + 31 - Math.clz32(code & -code)
      }
    }
    return size
  }

  /** Writes a list after those in use, without reserving the room; returns its place. */
  private writeList(inside: Int32Array): number {
    this.members = withRoom(this.members, this.membersUsed + inside.length)
    this.members.set(inside, this.membersUsed)
    return ~this.membersUsed
  }

  /** Writes bits after those in use, without reserving the room; returns their place. */
  private writeBits(inside: Int32Array): number {
    const place = this.codesUsed
    this.codes = withRoom(this.codes, place + this.bytes)
    for (let j = 0; j < inside.length; j++) this.codes[place + (inside[j] >> 3)] |= 1 << (inside[j] & 7)
    return place
  }

  private hashOf(place: number, size: number): number {
    let hash = size
    if (place < 0) for (let j = 0, at = ~place; j < size; j++) hash = hashWith(hash, this.members[at + j])
    else for (let b = 0; b < this.bytes; b++) hash = hashWith(hash, this.codes[place + b])
    return hash
  }

  private isEqual(one: number, other: number, size: number): boolean {
    const [data, from, to, length] =
      one < 0 ? [this.members, ~one, ~other, size] : [this.codes, one, other, this.bytes]
    for (let i = 0; i < length; i++) if (data[from + i] !== data[to + i]) return false
    return true
  }
}

/** Whether a set has more categories than its complement, so that the complement is the inside. */
export function isLong(set: Int32Array, categories: number): boolean {
  return 2 * set.length > categories
}

function complement(set: Int32Array, categories: number): Int32Array {
  const rest = new Int32Array(categories - set.length)
  for (let x = 0, at = 0, next = 0; x < categories; x++) {
    if (at < set.length && set[at] === x) at++
    else rest[next++] = x
  }
  return rest
}
