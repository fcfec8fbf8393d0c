import { exp } from '../../elementary/exp.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import type { Rng } from '../../random/rng.ts'
import { DenseLikelihood } from '../likelihood/dense-likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { Augmentation } from './augmentation.ts'
import { drawCellConcentration } from './cell-concentration.ts'
import { drawConcentration } from './concentration.ts'
import { CountRemainder } from './count-remainder.ts'
import { createPairMoves } from './pair-moves.ts'

/**
 * A sweep of data augmentation, which is exact:
 *
 *     totals | θ, answers:  each column's people split over the categories ∝ θ_x p(x)
 *     ρ | totals:           slice sampling with θ integrated out (only with a learnt prior)
 *     θ | totals, ρ:        Dirichlet(ρ + totals)
 *
 * Fractional counts take a Metropolis step (`CountRemainder`). With a tiny fixed concentration, `createPairMoves` takes the chain from face
 * to face of the simplex.
 *
 * @param rho the Dirichlet parameters; if the concentration is learnt, the sweep fills them with it
 * @param isAlone false if there are other moves of θ; the sweep is then skipped if more than half of the tally is remainders
 * @see Tanner, Wong (1987), The calculation of posterior distributions by data augmentation
 */
export function createGibbsSweep(tally: Tally, rho: Float64Array, learned: boolean, isAlone = true) {
  const K = tally.categories
  const augmentation = new Augmentation(tally)
  const remainder = new CountRemainder(tally)
  const movePairs = learned ? undefined : createPairMoves(new DenseLikelihood(tally), rho)
  const theta = new Float64Array(K)
  const totals = new Float64Array(K)
  const next = new Float64Array(K)
  const logNext = new Float64Array(K)
  const ones = new Float64Array(K).fill(1)
  /** Whether the remainders accept the outcome of a sweep. */
  const isTaken = (rng: Rng) => {
    for (let x = 0; x < K; x++) next[x] = exp(logNext[x])
    return remainder.accepts(rng, theta, next)
  }
  /** Moves `logTheta`, the logarithms of θ's entries; returns the new concentration. */
  return (rng: Rng, logTheta: { [x: number]: number }, concentration: number | null): number | null => {
    const rests = !isAlone && remainder.isLargerPart
    let drawn = concentration
    if (!rests) {
      for (let x = 0; x < K; x++) theta[x] = exp(logTheta[x])
      augmentation.draw(rng, theta, totals)
      if (drawn !== null) {
        drawn = drawConcentration(rng, drawn, totals)
        rho.fill(drawn)
      }
      for (let x = 0; x < K; x++) totals[x] += rho[x]
      drawLogDirichlet(rng, totals, logNext)
    }
    if (rests || !(tally.isWhole || isTaken(rng))) {
      for (let x = 0; x < K; x++) logNext[x] = logTheta[x]
      drawn = concentration
    }
    if (!tally.isWhole && drawn !== null) {
      drawn = drawCellConcentration(rng, drawn, logNext, 0, ones)
      rho.fill(drawn)
    }
    movePairs?.(rng, logNext)
    for (let x = 0; x < K; x++) logTheta[x] = logNext[x]
    return drawn
  }
}
