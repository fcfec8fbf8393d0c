import { drawLogDirichlet } from '../../../random/dirichlet.ts'
import { drawNormal } from '../../../random/normal.ts'
import type { Rng } from '../../../random/rng.ts'
import { Augmentation } from '../../moves/augmentation.ts'
import { drawConcentration } from '../../moves/concentration.ts'
import { CountRemainder, drawConcentrationOf } from '../../moves/count-remainder.ts'
import { scalePrecision, softmax } from '../../moves/softmax-target.ts'
import type { Tally } from '../../tally/tally.ts'

/**
 * Sweeps of data augmentation in softmax coordinates: the categories of the people given θ, a learnt concentration given their totals,
 * and z given both. Only the whole parts of fractional counts are dealt to categories; a Metropolis step makes up for the rest
 * (`CountRemainder`). Where the whole parts are less than half of the tally, only the concentration moves.
 *
 * @param rho the Dirichlet parameters, which follow the concentration
 * @returns moves `z` by one sweep; returns the new concentration
 */
export function createCoordinateAugmentation(tally: Tally, rho: Float64Array) {
  const K = tally.categories
  const augmentation = new Augmentation(tally)
  const remainder = new CountRemainder(tally)
  const start = new Float64Array(K)
  const theta = new Float64Array(K)
  const totals = new Float64Array(K)

  const augment = (rng: Rng, z: Float64Array, concentration: number | null): number | null => {
    start.set(z)
    softmax(z, theta)
    augmentation.draw(rng, theta, totals)
    let next = concentration
    if (concentration !== null) {
      next = drawConcentration(rng, concentration, totals)
      rho.fill(next)
    }
    for (let x = 0; x < K; x++) totals[x] += rho[x]
    drawLogDirichlet(rng, totals, z)
    // The scale is independent of θ and of the answers, so that it is drawn afresh.
    const scale = drawNormal(rng) / Math.sqrt(scalePrecision(rho))
    for (let x = 0; x < K; x++) z[x] += scale
    if (tally.isWhole) return next
    softmax(z, totals)
    if (remainder.accepts(rng, theta, totals)) return next
    z.set(start)
    if (concentration !== null) rho.fill(concentration)
    return concentration
  }
  return (rng: Rng, z: Float64Array, concentration: number | null): number | null => {
    let next = concentration
    if (!remainder.isLargerPart) next = augment(rng, z, next)
    if (tally.isWhole || next === null) return next
    const scale = softmax(z, theta)
    for (let x = 0; x < K; x++) totals[x] = z[x] - scale
    next = drawConcentrationOf(rng, next, totals)
    rho.fill(next)
    return next
  }
}
