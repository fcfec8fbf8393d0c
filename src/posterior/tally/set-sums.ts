import { SUBSETS } from './kernel/layout.ts'
import { BITS, type SetStore } from './set-store.ts'
import { tabulateSubsets } from './subset-sums.ts'

/**
 * Sums of θ over sets. Where these are very many, eight categories are a byte, the sums of each byte's 256 subsets are tabulated once for a
 * θ, and a set's sum is one look-up for every eight categories.
 */
export class SetSums {
  private readonly sets: SetStore
  /** Made when it is first needed: of 100,000 categories it has 25 MB. */
  private table = new Float64Array(0)
  private theta: Float64Array = this.table
  private total = 0

  constructor(sets: SetStore) {
    this.sets = sets
  }

  /** Prepares the sums at θ; returns the sum of all of it. */
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

  /** θ of its outside, of which the inside has `inside`. */
  outside(s: number, inside: number): number {
    const { sets } = this
    // The difference, unless it would lose digits.
    if (inside < this.total / 2) return this.total - inside
    const place = sets.bitsAt(s)
    return sets.isMany && place >= 0 ? this.lookUp(place, SUBSETS - 1) : this.gather(sets.outside(s))
  }

  /**
   * The category at which the running sum over one side of set s passes `target`, which is to be less than the side's sum: with
   * a uniform target, a draw by θ.
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

/** θ of so many of the members, from a place on. */
export function gather(theta: Float64Array, members: Int32Array, start: number, size: number): number {
  let total = 0
  for (let j = start; j < start + size; j++) total += theta[members[j]]
  return total
}

/** The last member with mass where the running sum never passes, by rounding. */
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
