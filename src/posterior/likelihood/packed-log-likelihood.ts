import { dot } from '../../arrays/sums.ts'
import { withRoom } from '../../arrays/with-room.ts'
import { log } from '../../elementary/log.ts'
import { BLOCK, SUBSETS } from '../tally/kernel/layout.ts'
import { bytesFor, type PackedSums, packedSums } from '../tally/kernel/packed-sums.ts'
import { gather } from '../tally/set-sums.ts'
import { tabulateSubsets } from '../tally/subset-sums.ts'
import type { Tally } from '../tally/tally.ts'

const NO_CODES = new Uint8Array(0)
/** A product between `LOW` and `HIGH` may be multiplied by the cube of a g between `SMALLEST` and its reciprocal. */
const SMALLEST = 1e-60
const [LOW, HIGH] = [1e-120, 1e120]

/**
 * The value of a tally's log-likelihood with very many distinct columns, `Σ_c N_c ln(low_c + more_c θ(S_c) + step_c θ_point)`. S_c is the
 * side of the column's set with the higher level, so that all terms are positive.
 *
 * A set is packed into bytes of eight categories each, and the sums of θ over the 256 subsets of every eight categories are tabulated
 * once. Short sets among many categories are added up member by member instead.
 */
export class PackedLogLikelihood {
  private readonly tally: Tally
  private readonly bytes: number
  private length = 0
  private low = new Float64Array(BLOCK)
  private more = new Float64Array(BLOCK)
  private step = new Float64Array(BLOCK)
  private point = new Int32Array(BLOCK)
  /** The packed sets of each block, first byte of all columns first; empty for a block in which no column has a packed set. */
  private readonly codes: Uint8Array[] = []
  /** For columns whose set is a list of members: the start of the list, and its length; and the blocks with such columns. */
  private listAt = new Int32Array(BLOCK)
  private listed = new Int32Array(BLOCK)
  private readonly hasLists: boolean[] = []
  /** The columns that are kept densely. */
  private readonly dense: { readonly c: number; readonly values: Float64Array }[] = []

  constructor(tally: Tally) {
    this.tally = tally
    this.bytes = bytesFor(tally.categories)
  }

  /** The value at θ, a probability vector, up to a constant. */
  value(theta: Float64Array): number {
    this.follow()
    const { low, more, step, point, length } = this
    const { counts } = this.tally
    const packed = packedSums(this.bytes)
    const { mass } = packed
    tabulateSubsets(theta, packed.sums.subarray(0, this.bytes * SUBSETS))
    let value = 0
    let product = 1
    for (let start = 0; start < length; start += BLOCK) {
      const end = Math.min(BLOCK, length - start)
      this.addUp(packed, start, end, theta)
      for (let i = 0, c = start; i < end; i++, c++) {
        const g = low[c] + more[c] * mass[i] + step[c] * theta[point[c]]
        const count = counts[c]
        // Counts need not be whole numbers, because old answers may fade.
        const isFew = count === 1 || count === 2 || count === 3
        if (!isFew || !(g > SMALLEST && g < 1 / SMALLEST)) {
          value += count * log(g)
          continue
        }
        product *= count === 1 ? g : count === 2 ? g * g : g * g * g
        if (product > LOW && product < HIGH) continue
        value += log(product)
        product = 1
      }
    }
    for (const { c, values } of this.dense) value += counts[c] * log(dot(values, theta))
    return value + log(product)
  }

  /** Writes the θ of each set of a block to `mass`. */
  private addUp(packed: PackedSums, start: number, end: number, theta: Float64Array): void {
    const { listAt, listed } = this
    const { mass } = packed
    const { members } = this.tally.table.sets
    if (this.hasLists[start / BLOCK]) {
      for (let i = 0; i < end; i++) mass[i] = gather(theta, members, listAt[start + i], listed[start + i])
    } else mass.fill(0)
    const codes = this.codes[start / BLOCK]
    if (codes.length > 0) packed.addUp(codes, end)
  }

  /** Adds the tally's new columns. */
  private follow(): void {
    const { tally } = this
    const { layout } = tally.table
    const { distinct } = tally
    if (this.length === distinct) return
    this.low = withRoom(this.low, distinct)
    this.more = withRoom(this.more, distinct)
    this.step = withRoom(this.step, distinct)
    this.point = withRoom(this.point, distinct)
    this.listAt = withRoom(this.listAt, distinct)
    this.listed = withRoom(this.listed, distinct)
    while (this.codes.length * BLOCK < distinct) {
      this.codes.push(NO_CODES)
      this.hasLists.push(false)
    }
    for (let c = this.length; c < distinct; c++) {
      const column = layout.laidOut(c)
      if (column.kind === 'dense') {
        // In the loop over the other columns its likelihood is 1.
        this.low[c] = 1
        this.dense.push({ c, values: column.values })
        continue
      }
      const { base, level, set, step, point } = column
      this.low[c] = set < 0 ? base : Math.min(base, level)
      this.step[c] = step
      this.point[c] = point
      if (set < 0) continue
      this.more[c] = Math.abs(level - base)
      this.pack(c, set, level > base)
    }
    this.length = distinct
  }

  /** Stores one side of a set for column c, packed or as a list. */
  private pack(c: number, set: number, isInside: boolean): void {
    const { sets } = this.tally.table
    const place = sets.bitsAt(set)
    const block = (c - (c % BLOCK)) / BLOCK
    if (place < 0 && isInside) {
      this.hasLists[block] = true
      this.listAt[c] = sets.listAt(set)
      this.listed[c] = sets.sizeOf(set)
      return
    }
    if (this.codes[block].length === 0) this.codes[block] = new Uint8Array(BLOCK * this.bytes)
    const codes = this.codes[block]
    if (place >= 0) {
      // The bits beyond the last category may be 1 then, but they have no θ.
      const flip = isInside ? 0 : SUBSETS - 1
      for (let b = 0; b < sets.bytes; b++) codes[(c % BLOCK) + b * BLOCK] = sets.codes[place + b] ^ flip
      return
    }
    for (const x of sets.outside(set)) codes[(c % BLOCK) + (x >> 3) * BLOCK] |= 1 << (x & 7)
  }
}
