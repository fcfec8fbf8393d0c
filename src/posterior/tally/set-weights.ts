import { SUBSETS } from './kernel/layout.ts'
import type { SetStore } from './set-store.ts'
import { gatherSubsets } from './subset-sums.ts'

/** Adds weights at the members of sets. Very many sets are packed into bytes, and a weight is added for eight categories at once. */
export class SetWeights {
  private readonly sets: SetStore
  /** The weights of each byte's subsets, made when first needed; and whether there are any in it. */
  private table = new Float64Array(0)
  private isWritten = false

  constructor(sets: SetStore) {
    this.sets = sets
  }

  /** Adds a weight to `out` at the members of one side of set s, now or when `finish` is called. */
  add(s: number, isInside: boolean, weight: number, out: Float64Array): void {
    const { sets } = this
    const place = sets.bitsAt(s)
    if (place < 0 && isInside) {
      const { members } = sets
      const start = sets.listAt(s)
      for (let j = start; j < start + sets.sizeOf(s); j++) out[members[j]] += weight
      return
    }
    if (!sets.isMany || place < 0) {
      const members = isInside ? sets.inside(s) : sets.outside(s)
      for (let j = 0; j < members.length; j++) out[members[j]] += weight
      return
    }
    const { codes, bytes } = sets
    if (this.table.length === 0) this.table = new Float64Array(bytes * SUBSETS)
    const { table } = this
    const flip = isInside ? 0 : SUBSETS - 1
    for (let b = 0; b < bytes; b++) table[b * SUBSETS + (codes[place + b] ^ flip)] += weight
    this.isWritten = true
  }

  /** Adds the pending weights of `add` to `out`. */
  finish(out: Float64Array): void {
    if (!this.isWritten) return
    gatherSubsets(this.table, out)
    this.isWritten = false
  }
}
