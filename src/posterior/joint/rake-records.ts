import { MOST_RAKINGS } from './rake.ts'

/** A table to which weighted records are fitted: of two columns, or of one, with −1 as the second. */
export interface RecordTable {
  readonly a: number
  readonly b: number
  /** The share of each cell `u + size(a)·v`. */
  readonly shares: Float64Array
}

/** Raking ends when each table is within this total variation. */
const RAKED = 1e-4

/**
 * Weights of records that give them these tables. All tables are fitted in turn, as in iterative proportional fitting (Deming, Stephan
 * 1940). Of all weights with these tables, the result is nearest to equal weights in relative entropy. A cell without records stays empty.
 *
 * @param cells the cell of each question, record by record
 * @param sizes the number of cells of each question
 * @see Csiszár (1975), I-divergence geometry of probability distributions
 */
export function rakeRecords(
  cells: Int32Array,
  sizes: readonly number[],
  tables: readonly RecordTable[],
): Float64Array {
  const width = sizes.length
  const count = cells.length / width
  const weights = new Float64Array(count).fill(1 / count)
  const sums = new Float64Array(Math.max(...tables.map(({ shares }) => shares.length)))
  const cellOf = ({ a, b }: RecordTable, i: number) =>
    cells[i * width + a] + (b < 0 ? 0 : sizes[a] * cells[i * width + b])
  for (let time = 0; time < MOST_RAKINGS; time++) {
    let worst = 0
    for (const table of tables) {
      const { shares } = table
      sums.fill(0, 0, shares.length)
      for (let i = 0; i < count; i++) sums[cellOf(table, i)] += weights[i]
      // The share of cells without records goes to the other cells.
      let reached = 0
      for (let x = 0; x < shares.length; x++) if (sums[x] > 0) reached += shares[x]
      let off = 0
      for (let x = 0; x < shares.length; x++) {
        if (!(sums[x] > 0)) continue
        off += Math.abs(shares[x] / reached - sums[x]) / 2
        sums[x] = shares[x] / reached / sums[x]
      }
      for (let i = 0; i < count; i++) weights[i] *= sums[cellOf(table, i)]
      worst = Math.max(worst, off)
    }
    if (worst < RAKED) break
  }
  return weights
}
