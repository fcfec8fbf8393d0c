import { SUBSETS } from './kernel/layout.ts'
import { BITS } from './set-store.ts'

/** Fills `table` with the sums of θ over the subsets of each eight categories, 256 numbers for each eight. A subset's number is its bits. */
export function tabulateSubsets(theta: Float64Array, table: Float64Array): void {
  for (let first = 0, start = 0; start < table.length; first += BITS, start += SUBSETS) {
    // Each subset is a smaller subset and its own highest member.
    for (let bit = 0, half = 1; bit < BITS; bit++, half *= 2) {
      const x = first + bit
      const value = x < theta.length ? theta[x] : 0
      for (let subset = 0; subset < half; subset++) {
        table[start + half + subset] = table[start + subset] + value
      }
    }
  }
}

/** The transpose of `tabulateSubsets`: adds the weights of the subsets in a table to `out` at their members, and sets the table to zero. */
export function gatherSubsets(table: Float64Array, out: Float64Array): void {
  for (let first = 0, start = 0; start < table.length; first += BITS, start += SUBSETS) {
    for (let bit = BITS - 1, half = SUBSETS / 2; bit >= 0; bit--, half /= 2) {
      let total = 0
      for (let subset = 0; subset < half; subset++) {
        const weight = table[start + half + subset]
        total += weight
        table[start + subset] += weight
        table[start + half + subset] = 0
      }
      if (first + bit < out.length) out[first + bit] += total
    }
    table[start] = 0
  }
}
