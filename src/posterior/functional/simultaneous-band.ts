/**
 * A band that holds for all cells together: the narrowest one of the draws' own order statistics, as far from the ends in every cell, that
 * contains a share `level` of the draws as a whole.
 *
 * @param draws row by row; the band is for the cells from `first` on, `count` of them
 * @see Besag, Green, Higdon, Mengersen (1995), Bayesian computation and stochastic systems, section 6.3
 */
export function simultaneousBand(
  draws: Float64Array,
  cells: number,
  first: number,
  count: number,
  level: number,
) {
  const rows = draws.length / cells
  const sorted = Array.from({ length: count }, (_, i) =>
    Float64Array.from({ length: rows }, (_, row) => draws[row * cells + first + i]).sort(),
  )
  // The smallest distance of each draw, over the cells, from an end of the order statistics.
  const depth = Float64Array.from({ length: rows }, (_, row) => {
    let least = rows
    for (let i = 0; i < count; i++) {
      const value = draws[row * cells + first + i]
      const column = sorted[i]
      least = Math.min(
        least,
        countBelow(column, value, true) - 1,
        rows - 1 - countBelow(column, value, false),
      )
    }
    return least
  }).sort()
  const k = Math.max(0, depth[Math.min(rows - 1, Math.floor((1 - level) * rows))])
  return {
    lower: Float64Array.from(sorted, column => column[k]),
    upper: Float64Array.from(sorted, column => column[rows - 1 - k]),
  }
}

/** Number of entries below a value, or at most equal to it. */
function countBelow(sorted: Float64Array, value: number, orEqual: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < value || (orEqual && sorted[middle] === value)) low = middle + 1
    else high = middle
  }
  return low
}
