import { goodnessOfFit } from '../../src/contract/goodness-of-fit.ts'
import { gammaQ } from './special.ts'

/** The chance, for each statistical test, of failing although the code is right. */
export const FALSE_ALARM = 1e-6

/** The chance of counts that are at least as far from expected counts, which must have the same total (`goodnessOfFit`). */
export function chiSquarePValue(observed: ArrayLike<number>, expected: ArrayLike<number>): number {
  const { statistic, freedom } = goodnessOfFit(observed, expected)
  if (freedom === 0) throw new RangeError('too few observations')
  return gammaQ(freedom / 2, statistic / 2)
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
