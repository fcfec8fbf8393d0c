/** Categories of a byte, and the subsets that they have. */
export const BITS = 8
export const SUBSETS = 2 ** BITS

/** Fills `table`, 256 numbers for each eight categories, with θ's sums over their subsets, numbered by bits. */
export function tabulateSubsets(theta: Float64Array, table: Float64Array): void {
  for (let first = 0, start = 0; start < table.length; first += BITS, start += SUBSETS) {
    // Each subset is one without its highest member, and that member.
    for (let bit = 0, half = 1; bit < BITS; bit++, half *= 2) {
      const x = first + bit
      const value = x < theta.length ? theta[x] : 0
      for (let subset = 0; subset < half; subset++) {
        table[start + half + subset] = table[start + subset] + value
      }
    }
  }
}
