import { exp } from '../../elementary/exp.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import type { Rng } from '../../random/rng.ts'
import { DenseLikelihood } from '../likelihood/dense-likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { Augmentation } from './augmentation.ts'
import { drawConcentration } from './concentration.ts'
import { CountRemainder, drawConcentrationOf } from './count-remainder.ts'
import { createPairMoves } from './pair-moves.ts'

/**
 * A sweep of data augmentation, which is exact:
 *
 *     totals | θ, answers:  each column's people split over the categories ∝ θ_x p(x)
 *     ρ | totals:           slice sampling with θ integrated out (only with a learnt prior)
 *     θ | totals, ρ:        Dirichlet(ρ + totals)
 *
 * Fractional counts take a Metropolis step (`CountRemainder`). Where a fixed concentration is tiny, `createPairMoves` takes the chain
 * from face to face of the simplex.
 *
 * @param rho the Dirichlet parameters; where the concentration is learnt, the sweep fills them with it
 * @see Tanner, Wong (1987), The calculation of posterior distributions by data augmentation
 */
export function createGibbsSweep(tally: Tally, rho: Float64Array, learned: boolean) {
  const K = tally.categories
  const augmentation = new Augmentation(tally)
  const remainder = new CountRemainder(tally)
  const movePairs = learned ? undefined : createPairMoves(new DenseLikelihood(tally), rho)
  const theta = new Float64Array(K)
  const totals = new Float64Array(K)
  const next = new Float64Array(K)
  const logNext = new Float64Array(K)
  /** Moves `logTheta`, the logarithms of θ's entries; returns the new concentration. */
  return (rng: Rng, logTheta: { [x: number]: number }, concentration: number | null): number | null => {
    for (let x = 0; x < K; x++) theta[x] = exp(logTheta[x])
    augmentation.draw(rng, theta, totals)
    let drawn = concentration
    if (drawn !== null) {
      drawn = drawConcentration(rng, drawn, totals)
      rho.fill(drawn)
    }
    for (let x = 0; x < K; x++) totals[x] += rho[x]
    drawLogDirichlet(rng, totals, logNext)
    if (!tally.isWhole) {
      for (let x = 0; x < K; x++) next[x] = exp(logNext[x])
      if (!remainder.accepts(rng, theta, next)) {
        for (let x = 0; x < K; x++) logNext[x] = logTheta[x]
        drawn = concentration
      }
      if (drawn !== null) {
        drawn = drawConcentrationOf(rng, drawn, logNext)
        rho.fill(drawn)
      }
    }
    movePairs?.(rng, logNext)
    for (let x = 0; x < K; x++) logTheta[x] = logNext[x]
    return drawn
  }
}
