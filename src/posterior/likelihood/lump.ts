import { columnLogValues, denseColumn } from '../../mechanism/column.ts'
import { Tally } from '../tally/tally.ts'

/** A tally over cells, which are sets of categories that no answer distinguishes. */
export interface Lumped {
  /** The answers, as columns over the cells. */
  readonly tally: Tally
  /** The cell of each category. */
  readonly cellOf: Int32Array
  /** Number of categories in each cell. */
  readonly sizes: Float64Array
}

/** Largest number of columns of a tally that is searched for cells. More columns almost always distinguish all categories. */
const MOST_COLUMNS = 600

/**
 * Lumps categories that no answer distinguishes into cells; returns undefined if that saves little. Under a Dirichlet prior the masses of
 * the cells have a Dirichlet prior too, with the parameters summed, and θ within a cell keeps its prior.
 */
export function lump(tally: Tally): Lumped | undefined {
  const { categories: K, distinct } = tally
  if (distinct > MOST_COLUMNS) return undefined
  const cellOf = new Int32Array(K)
  let cells = 1
  for (let c = 0; c < distinct && 2 * cells <= K; c++) {
    const logs = columnLogValues(tally.table.column(c))
    const seen = new Map<string, number>()
    for (let x = 0; x < K; x++) {
      const key = `${cellOf[x]} ${logs[x]}`
      if (!seen.has(key)) seen.set(key, seen.size)
      cellOf[x] = seen.get(key)!
    }
    cells = seen.size
  }
  if (2 * cells > K || cells < 2) return undefined
  const sizes = new Float64Array(cells)
  const first = new Int32Array(cells).fill(-1)
  cellOf.forEach((cell, x) => {
    sizes[cell]++
    if (first[cell] < 0) first[cell] = x
  })
  const lumped = new Tally(cells)
  for (let c = 0; c < distinct; c++) {
    const logs = columnLogValues(tally.table.column(c))
    lumped.addWeighted(denseColumn(Float64Array.from(first, x => logs[x])), tally.counts[c])
  }
  return { tally: lumped, cellOf, sizes }
}
