import { withRoom } from '../../arrays/with-room.ts'
import type { Partition } from './partition.ts'
import { BITS, SUBSETS, tabulateSubsets } from './subset-sums.ts'

/**
 * Sums of θ over very many sets: eight categories are a byte, the sums of each byte's 256 subsets are tabulated once for a
 * θ, and a set's sum is one look-up for every eight categories.
 */
export class SetSums {
  /** Bytes of a set. */
  private readonly bytes: number
  private codes = new Uint8Array(0)
  private length = 0
  /** Made when it is first needed: of 100,000 categories it has 25 MB. */
  private table = new Float64Array(0)

  constructor(categories: number) {
    this.bytes = Math.ceil(categories / BITS)
  }

  /** Takes in the sets that have been added. */
  follow(sets: readonly Partition[]): void {
    const { bytes } = this
    this.codes = withRoom(this.codes, sets.length * bytes)
    for (; this.length < sets.length; this.length++) {
      const start = this.length * bytes
      for (const x of sets[this.length].inside) this.codes[start + (x >> 3)] |= 1 << (x & 7)
    }
  }

  /** Prepares the sums at θ. */
  tabulate(theta: Float64Array): void {
    const { bytes } = this
    if (this.table.length === 0) this.table = new Float64Array(bytes * SUBSETS)
    tabulateSubsets(theta, this.table)
  }

  /** θ of the inside of set s. */
  inside(s: number): number {
    const { bytes, table, codes } = this
    let total = 0
    for (let b = 0, at = s * bytes; b < bytes; b++, at++) total += table[b * SUBSETS + codes[at]]
    return total
  }

  /** θ of its outside. */
  outside(s: number): number {
    const { bytes, table, codes } = this
    let total = 0
    for (let b = 0, at = s * bytes; b < bytes; b++, at++) {
      total += table[b * SUBSETS + (codes[at] ^ (SUBSETS - 1))]
    }
    return total
  }

  /**
   * The category at which the running sum over one side of set s passes `target`, which is to be less than the side's sum: with
   * a uniform target, a draw by θ.
   */
  locate(s: number, inside: boolean, target: number, theta: Float64Array): number {
    const { bytes, table, codes } = this
    const flip = inside ? 0 : SUBSETS - 1
    let left = target
    let last = -1
    for (let b = 0, at = s * bytes; b < bytes; b++, at++) {
      const code = codes[at] ^ flip
      const part = table[b * SUBSETS + code]
      if (left >= part && b < bytes - 1) {
        left -= part
        continue
      }
      for (let bit = 0, x = b * BITS; bit < BITS && x < theta.length; bit++, x++) {
        if (((code >> bit) & 1) === 0 || theta[x] === 0) continue
        last = x
        left -= theta[x]
        if (left < 0) return x
      }
    }
    return last
  }
}
