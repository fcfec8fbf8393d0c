import { exp } from '../../elementary/exp.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import type { Rng } from '../../random/rng.ts'
import { logGamma } from '../../special/log-gamma.ts'
import { sliceUpdate } from '../moves/slice-update.ts'
import { POOLING, type PooledPlace, poolingPrior, shapeOf } from './pooled-place.ts'
import { drawTables } from './restaurant-tables.ts'

/** Width of the slice's first bracket, in ln α. */
const WIDTH = 1

/**
 * The moves of α and m given how many people of each group hold each category, z, with all θ_g integrated out:
 *
 *     ln α:  slice of  ln p(ln α) + Σ_g [ln Γ(α) − ln Γ(α + n_g) + Σ_x ln Γ(α m_x + z_gx) − ln Γ(α m_x)]
 *     m:     Dirichlet(½ + Σ_g t_gx), t_gx the tables of a Chinese restaurant with α m_x and z_gx customers
 *
 * @param totals z, one vector a group
 */
export function createCollapsedMoves(K: number, totals: readonly Float64Array[], sizes: readonly number[]) {
  const shapes = new Float64Array(K)
  let logMean: Float64Array
  const density = (logAlpha: number) => {
    const alpha = exp(logAlpha)
    let value = poolingPrior(logAlpha) + sizes.length * logGamma(alpha)
    for (let g = 0; g < sizes.length; g++) value -= logGamma(alpha + sizes[g])
    for (let x = 0; x < K; x++) {
      const shape = shapeOf(alpha, logMean[x])
      const own = logGamma(shape)
      for (let g = 0; g < sizes.length; g++) {
        const people = totals[g][x]
        if (people > 0) value += logGamma(shape + people) - own
      }
    }
    return value
  }
  return (rng: Rng, place: PooledPlace) => {
    logMean = place.logMean
    place.logAlpha = sliceUpdate(rng, place.logAlpha, WIDTH, density)
    const alpha = exp(place.logAlpha)
    for (let x = 0; x < K; x++) {
      const shape = shapeOf(alpha, logMean[x])
      shapes[x] = POOLING.mean
      for (let g = 0; g < totals.length; g++) shapes[x] += drawTables(rng, shape, totals[g][x])
    }
    drawLogDirichlet(rng, shapes, logMean)
  }
}
