import { log } from '../elementary/log.ts'

/** Cells are pooled with their neighbours until this many observations are expected in each. */
const SMALLEST_CELL = 5

/**
 * How far counts are from expected counts, which must have the same total: the smaller of Pearson's statistic and twice the
 * logarithm of the likelihood ratio, and their degrees of freedom.
 *
 * At a false-alarm rate of 1e-6, Pearson's statistic alone raises a hundred times too many alarms on a single cell of 5, and the
 * likelihood ratio alone drifts with many cells. A positive count where none is expected gives Infinity.
 *
 * @throws RangeError if the lengths or the totals of the counts differ
 */
export function goodnessOfFit(
  observed: ArrayLike<number>,
  expected: ArrayLike<number>,
): { readonly statistic: number; readonly freedom: number } {
  const cells: { count: number; mean: number }[] = []
  let count = 0
  let mean = 0
  let [surplus, total] = [0, 0]
  let isPossible = true
  for (let i = 0; i < expected.length; i++) {
    if (expected[i] === 0 && observed[i] > 0) isPossible = false
    count += observed[i]
    mean += expected[i]
    surplus += observed[i] - expected[i]
    total += expected[i]
    if (mean >= SMALLEST_CELL) {
      cells.push({ count, mean })
      count = mean = 0
    }
  }
  if (!isPossible) return { statistic: Infinity, freedom: 1 }
  if (observed.length !== expected.length || !(Math.abs(surplus) <= 1e-6 * total)) {
    throw new RangeError('observed and expected counts must have the same length and the same total')
  }
  const last = cells.at(-1)
  if (last === undefined) return { statistic: 0, freedom: 0 }
  last.count += count
  last.mean += mean
  let pearson = 0
  let ratio = 0
  for (const cell of cells) {
    const excess = cell.count - cell.mean
    pearson += (excess * excess) / cell.mean
    ratio += cell.count === 0 ? 0 : 2 * cell.count * log(cell.count / cell.mean)
  }
  return { statistic: Math.min(pearson, ratio), freedom: cells.length - 1 }
}

/**
 * A bound that a chi-square variable exceeds with a probability of at most `alarm`: `k + 2 √(k t) + 2 t`, where `t = −ln alarm`.
 *
 * @see Laurent, Massart (2000), lemma 1
 */
export function chiSquareBound(freedom: number, alarm: number): number {
  const t = -log(alarm)
  return freedom + 2 * Math.sqrt(freedom * t) + 2 * t
}
