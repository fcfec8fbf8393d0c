import { marginOf, type PairTable } from './pair-law.ts'

/**
 * Tables with the same sums: first all of them sum to one, and then, question by question, the margins in its tables become their mean with
 * weights that are inverse to the number of cells that a margin sums, as is its variance. A correction of a margin is spread evenly over
 * its cells, which leaves the margins of the other question unchanged.
 *
 * @see Qardaji, Yang, Li (2014), PriView: Practical differentially private release of marginal contingency tables
 */
export function makeConsistent(tables: readonly PairTable[], sizes: readonly number[]): PairTable[] {
  const result = tables.map(({ a, b, law }) => {
    const excess = (law.reduce((total, share) => total + share) - 1) / law.length
    return { a, b, law: law.map(share => share - excess) }
  })
  sizes.forEach((size, question) => {
    const own = result.filter(({ a, b }) => a === question || b === question)
    const summed = own.map(({ a, b }) => (a === question ? sizes[b] : sizes[a]))
    const margins = own.map(table => marginOf(table, question, sizes))
    const weight = summed.reduce((total, cells) => total + 1 / cells, 0)
    for (let x = 0; x < size; x++) {
      const agreed = margins.reduce((total, margin, i) => total + margin[x] / summed[i], 0) / weight
      own.forEach(({ a, law }, i) => {
        const change = (agreed - margins[i][x]) / summed[i]
        for (let other = 0; other < summed[i]; other++) {
          law[a === question ? x + sizes[a] * other : other + sizes[a] * x] += change
        }
      })
    }
  })
  return result
}
