/** Members of all sets of the first block; each next one is twice as long, up to the longest. */
const FIRST_BLOCK = 256
const LONGEST_BLOCK = 2 ** 16

/**
 * Copies of short sets, one after the other in shared blocks of memory: a typed array with memory of its own costs several
 * hundred bytes, however short it is, and a tally may have a million.
 */
export class SetPool {
  private block = new Int32Array(0)
  private used = 0

  /** A copy of a set in the pool; a set that is as long as a block, or empty, is left where it is. */
  keep(set: Int32Array): Int32Array {
    if (set.length === 0 || set.length >= LONGEST_BLOCK / 16) return set
    if (this.used + set.length > this.block.length) {
      const length = Math.max(FIRST_BLOCK, Math.min(LONGEST_BLOCK, 2 * this.block.length), set.length)
      this.block = new Int32Array(length)
      this.used = 0
    }
    const start = this.used
    this.used += set.length
    const copy = this.block.subarray(start, this.used)
    copy.set(set)
    return copy
  }
}
