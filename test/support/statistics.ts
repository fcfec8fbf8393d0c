import { gammaQ } from './special.ts'

/** The chance, for each statistical test, of failing although the code is right. */
export const FALSE_ALARM = 1e-6

/** Cells are pooled with their neighbours until this many observations are expected in each. */
const SMALLEST_CELL = 5

/**
 * Goodness of fit of counts to expected counts, which must have the same total.
 *
 * The larger of Pearson's p-value and the likelihood ratio's: at 1e-6, Pearson's statistic alone raises a
 * hundred times too many alarms on a single cell of 5, and the likelihood ratio alone drifts with many cells.
 * A count where none is possible gives 0.
 */
export function chiSquarePValue(observed: ArrayLike<number>, expected: ArrayLike<number>): number {
  const cells: { count: number; mean: number }[] = []
  let count = 0
  let mean = 0
  let [surplus, total] = [0, 0]
  for (let i = 0; i < expected.length; i++) {
    if (expected[i] === 0 && observed[i] > 0) return 0
    count += observed[i]
    mean += expected[i]
    surplus += observed[i] - expected[i]
    total += expected[i]
    if (mean >= SMALLEST_CELL) {
      cells.push({ count, mean })
      count = mean = 0
    }
  }
  if (observed.length !== expected.length || !(Math.abs(surplus) <= 1e-6 * total)) {
    throw new RangeError('observed and expected counts must have the same length and the same total')
  }
  const last = cells.at(-1)
  if (last === undefined || cells.length + Number(mean > 0) < 2) throw new RangeError('too few observations')
  last.count += count
  last.mean += mean
  let pearson = 0
  let ratio = 0
  for (const cell of cells) {
    pearson += (cell.count - cell.mean) ** 2 / cell.mean
    ratio += cell.count === 0 ? 0 : 2 * cell.count * Math.log(cell.count / cell.mean)
  }
  const freedom = cells.length - 1
  return gammaQ(freedom / 2, Math.min(pearson, ratio) / 2)
}

/** Kolmogorov–Smirnov goodness of fit to a continuous law: the asymptotic series with Stephens' correction. */
export function ksPValue(sample: ArrayLike<number>, cdf: (x: number) => number): number {
  const sorted = Float64Array.from(sample).sort()
  const n = sorted.length
  let distance = 0
  sorted.forEach((x, i) => {
    const p = cdf(x)
    if (!(p >= 0 && p <= 1)) throw new RangeError(`the distribution function gave ${p} at ${x}`)
    distance = Math.max(distance, (i + 1) / n - p, p - i / n)
  })
  const lambda = (Math.sqrt(n) + 0.12 + 0.11 / Math.sqrt(n)) * distance
  // Below 1/4 the series converges slowly, and its value is 1 to ten digits.
  if (lambda < 0.25) return 1
  let p = 0
  for (let j = 1; j <= 20; j++) p += (j % 2 === 1 ? 2 : -2) * Math.exp(-2 * j * j * lambda * lambda)
  return Math.min(1, p)
}

/** The chance that a standard normal draw is at least as far from zero as z. */
export function normalTail(z: number): number {
  return gammaQ(0.5, (z * z) / 2)
}
