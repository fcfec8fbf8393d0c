import { SUBSETS } from './kernel/layout.ts'
import { BITS, type SetStore } from './set-store.ts'
import { tabulateSubsets } from './subset-sums.ts'

/**
 * Sums of θ over sets. If there are very many sets, they are packed into bytes of eight categories each, and the sums of θ over the 256
 * subsets of every eight categories are tabulated once for a θ. The sum over a set then takes one look-up for eight categories.
 */
export class SetSums {
  private readonly sets: SetStore
  /** Made on first use, because for 100,000 categories it takes 25 MB. */
  private table = new Float64Array(0)
  private theta: Float64Array = this.table
  private total = 0

  constructor(sets: SetStore) {
    this.sets = sets
  }

  /** Prepares the sums at θ; returns the sum of all of θ. */
  tabulate(theta: Float64Array): number {
    const { sets } = this
    this.theta = theta
    this.total = 0
    for (let x = 0; x < theta.length; x++) this.total += theta[x]
    if (sets.isMany) {
      if (this.table.length === 0) this.table = new Float64Array(sets.bytes * SUBSETS)
      tabulateSubsets(theta, this.table)
    }
    return this.total
  }

  /** θ of the inside of set s. */
  inside(s: number): number {
    const { sets } = this
    const place = sets.bitsAt(s)
    if (place < 0) return gather(this.theta, sets.members, sets.listAt(s), sets.sizeOf(s))
    return sets.isMany ? this.lookUp(place, 0) : this.gather(sets.inside(s))
  }

  /**
   * θ of the outside of set s.
   *
   * @param inside θ of its inside
   */
  outside(s: number, inside: number): number {
    const { sets } = this
    // The difference is used unless it would lose digits.
    if (inside < this.total / 2) return this.total - inside
    const place = sets.bitsAt(s)
    return sets.isMany && place >= 0 ? this.lookUp(place, SUBSETS - 1) : this.gather(sets.outside(s))
  }

  /**
   * The category at which the running sum of θ over one side of set s passes `target`, which must be less than the side's sum. With
   * a uniform target this is a draw in proportion to θ.
   */
  locate(s: number, isInside: boolean, target: number, theta: Float64Array): number {
    const { sets, table } = this
    const place = sets.bitsAt(s)
    if (!sets.isMany || place < 0) return passed(isInside ? sets.inside(s) : sets.outside(s), target, theta)
    const { bytes, codes } = sets
    const flip = isInside ? 0 : SUBSETS - 1
    let left = target
    let last = -1
    for (let b = 0; b < bytes; b++) {
      const code = codes[place + b] ^ flip
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

  private lookUp(place: number, flip: number): number {
    const { table } = this
    const { codes, bytes } = this.sets
    let total = 0
    for (let b = 0; b < bytes; b++) total += table[b * SUBSETS + (codes[place + b] ^ flip)]
    return total
  }

  private gather(members: Int32Array): number {
    return gather(this.theta, members, 0, members.length)
  }
}

/** θ of the `size` members from `start` on. */
export function gather(theta: Float64Array, members: Int32Array, start: number, size: number): number {
  let total = 0
  for (let j = start; j < start + size; j++) total += theta[members[j]]
  return total
}

/** The member at which the running sum passes `target`; the last one with mass if rounding keeps it from passing. */
function passed(members: Int32Array, target: number, theta: Float64Array): number {
  let left = target
  let last = -1
  for (const x of members) {
    if (theta[x] === 0) continue
    last = x
    left -= theta[x]
    if (left < 0) break
  }
  return last
}
