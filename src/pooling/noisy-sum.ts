import type { Rng } from '../random/rng.ts'
import { discreteLaplace } from './discrete-laplace.ts'
import { fromGrid, gridExponent, toGrid } from './grid.ts'

/**
 * A sum with Laplace noise of scale `sensitivity/epsilon`, fit for release.
 *
 * The sum is rounded to a grid of which the sensitivity is a whole number of steps S (about 2⁵³ of them), and
 * exact discrete Laplace noise of scale S/epsilon steps is added. The rounding costs nothing: if x ≤ y + S
 * steps, then round(x) ≤ round(y + S) = round(y) + S, since rounding is monotone and carries whole steps
 * through; so rounded sums of neighbours differ by at most S again, and epsilon is kept exactly. The noise's
 * variance is that of the continuous law, `2·(sensitivity/epsilon)²`, short of 1/6 of a squared step.
 *
 * @param sensitivity largest difference of neighbours' sums, as passed
 */
export function noisySum(sum: number, sensitivity: number, epsilon: number, rng: Rng): number {
  if (epsilon === Infinity) return sum
  const exponent = gridExponent(sensitivity)
  const noise = discreteLaplace(toGrid(sensitivity, exponent), epsilon)(rng)
  return fromGrid(toGrid(sum, exponent) + noise, exponent)
}
