import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { POOLING, type PooledPlace, shapeOf } from './pooled-place.ts'

/** Writes a draw from the prior of pooled groups over a place: α, then m, then the laws of the groups. */
export function drawPooledPrior(
  rng: Rng,
  place: Pick<PooledPlace, 'logAlpha' | 'logMean' | 'logTheta'>,
): void {
  const { logMean, logTheta } = place
  place.logAlpha = log(POOLING.median) + POOLING.sd * drawNormal(rng)
  drawLogDirichlet(rng, new Float64Array(logMean.length).fill(POOLING.mean), logMean)
  const alpha = exp(place.logAlpha)
  const shapes = logMean.map(value => shapeOf(alpha, value))
  for (const row of logTheta) drawLogDirichlet(rng, shapes, row)
}
