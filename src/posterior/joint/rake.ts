import type { TablePlace } from './joint-layout.ts'

/** Raking ends when each row is within this relative error, or after the largest number of rounds. */
const RAKED = 1e-9
export const MOST_RAKINGS = 60

/**
 * Scales columns and rows in turn until their sums are the given ones (Deming, Stephan 1940).
 *
 * @param rows, columns where the sums of the rows and of the columns begin in `sums`; the only column of a single question has the sum 1
 * @param scratch position of room for one row
 */
export function rake(
  theta: Float64Array,
  start: number,
  { sizeA, sizeB }: TablePlace,
  sums: Float64Array,
  rows: number,
  columns: number,
  scratch: Float64Array,
): void {
  for (let time = 0; time < MOST_RAKINGS; time++) {
    scratch.fill(0, 0, sizeA)
    for (let v = 0, x = start; v < sizeB; v++) {
      let own = 0
      for (let u = 0; u < sizeA; u++) own += theta[x + u]
      const factor = own > 0 ? (sizeB === 1 ? 1 : sums[columns + v]) / own : 1
      for (let u = 0; u < sizeA; u++, x++) {
        theta[x] *= factor
        scratch[u] += theta[x]
      }
    }
    let worst = 0
    for (let u = 0; u < sizeA; u++) {
      const factor = scratch[u] > 0 ? sums[rows + u] / scratch[u] : 1
      worst = Math.max(worst, Math.abs(factor - 1))
      scratch[u] = factor
    }
    for (let v = 0, x = start; v < sizeB; v++) {
      for (let u = 0; u < sizeA; u++, x++) theta[x] *= scratch[u]
    }
    if (worst < RAKED) return
  }
}
