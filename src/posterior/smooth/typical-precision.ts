import { drawNormal } from '../../random/normal.ts'
import { stream } from '../../random/stream.ts'
import { createMetric, invertFactor, invertFactorized, invertMatrix } from '../moves/metric.ts'
import type { Tally } from '../tally/tally.ts'
import type { GridPoint } from './hyper-grid.ts'
import type { Mode } from './modes.ts'
import type { SmoothTarget } from './smooth-target.ts'

/** Pairs of opposite draws that the mean is over. */
const PAIRS = 3

/**
 * `L⁻¹` of the inverse of a mean covariance, which is over draws of the normal approximation at a mode, the same ones whenever it is
 * asked for: the mean of the inverse of `precisionAt`.
 *
 * The information about a log density is larger where the density is. At the mode itself, a region where hardly anybody is has one
 * curvature, and a chain meets many others there. The mean covariance is near the posterior's; the mean precision is not: its largest terms
 * hide how far a chain can go.
 */
export function typicalPrecision(
  target: SmoothTarget,
  { factor, index, z }: Mode,
  point: GridPoint,
  tally: Tally,
): Float64Array {
  const n = target.dimension
  const rng = stream('typical precision', index)
  const atMode = createMetric(n, invertFactorized(n, factor))
  const whitened = new Float64Array(n)
  const step = new Float64Array(n)
  const covariance = new Float64Array(n * n)
  target.point = point
  for (let pair = 0; pair < PAIRS; pair++) {
    for (let j = 0; j < n; j++) whitened[j] = drawNormal(rng)
    atMode.unwhitenVelocity(whitened, step)
    for (const side of [1, -1]) {
      const place = z.map((value, j) => value + side * step[j])
      const inverse = invertMatrix(n, target.precisionAt(tally, place))
      for (let i = 0; i < n * n; i++) covariance[i] += inverse[i] / (2 * PAIRS)
    }
  }
  return invertFactor(n, invertMatrix(n, covariance))
}
