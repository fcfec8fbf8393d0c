import { requireNumbers, requireOptions } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import type { SamplerKind } from '../contract/kind.ts'
import { type Prior, readPrior, requireConcentration } from '../contract/prior.ts'
import type { Sampler } from '../contract/sampler.ts'
import { DenseLikelihood } from '../tally/dense-likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { Augmentation } from './augmentation.ts'
import { drawConcentration } from './concentration.ts'
import { CountRemainder, drawConcentrationOf } from './count-remainder.ts'
import { createPairMoves } from './pair-moves.ts'

export interface GibbsState {
  /** ln θ: a sparse θ has entries far below the smallest double. */
  readonly logTheta: number[]
  /** The learnt concentration ρ; null where the prior is fixed. */
  concentration: number | null
}

/**
 * Gibbs sampling by data augmentation: exact, without a step size, and quick to mix where ε is large.
 *
 *     totals | θ, answers:  each column's people split over the categories ∝ θ_x p(x)
 *     ρ | totals:           slice sampling with θ integrated out (only with a learnt prior)
 *     θ | totals, ρ:        Dirichlet(ρ + totals)
 *
 * Fractional counts are met by a Metropolis step (`CountRemainder`). Where a fixed prior is tiny, `createPairMoves` takes the chain from face to face of the simplex.
 *
 * @param options.prior default `'learned'`
 * @see Tanner, Wong (1987), data augmentation
 */
export function gibbs(options: { tally: Tally; prior?: Prior }): Sampler<GibbsState> {
  const { tally } = options
  const K = tally.categories
  const { rho, learned } = readPrior(options.prior ?? 'learned', K)
  const augmentation = new Augmentation(tally)
  const remainder = new CountRemainder(tally)
  const movePairs = learned ? undefined : createPairMoves(new DenseLikelihood(tally), rho)
  const theta = new Float64Array(K)
  const logTheta = new Float64Array(K)
  const totals = new Float64Array(K)
  const next = new Float64Array(K)
  return {
    init: () => ({
      logTheta: new Array<number>(K).fill(-log(K)),
      concentration: learned ? rho[0] : null,
    }),
    resume(data) {
      const { logTheta, concentration } = requireOptions(
        data as GibbsState,
        { logTheta: true, concentration: true },
        'state',
      )
      requireNumbers('state.logTheta', logTheta, K, { max: 0 })
      requireConcentration('state.concentration', concentration, learned)
      return data as GibbsState
    },
    step(rng, state) {
      for (let x = 0; x < K; x++) theta[x] = exp(state.logTheta[x])
      augmentation.draw(rng, theta, totals)
      const { concentration } = state
      if (state.concentration !== null) {
        state.concentration = drawConcentration(rng, state.concentration, totals)
        rho.fill(state.concentration)
      }
      for (let x = 0; x < K; x++) totals[x] += rho[x]
      drawLogDirichlet(rng, totals, logTheta)
      if (!tally.isWhole) {
        for (let x = 0; x < K; x++) next[x] = exp(logTheta[x])
        if (!remainder.takes(rng, theta, next)) {
          logTheta.set(state.logTheta)
          state.concentration = concentration
        }
        if (state.concentration !== null) {
          state.concentration = drawConcentrationOf(rng, state.concentration, logTheta)
        }
      }
      movePairs?.(rng, logTheta)
      for (let x = 0; x < K; x++) state.logTheta[x] = logTheta[x]
      return { state, info: undefined }
    },
    theta(state, out) {
      for (let x = 0; x < K; x++) out[x] = exp(state.logTheta[x])
      return out
    },
  }
}

export const gibbsKind = { name: 'gibbs', priors: 'any', create: gibbs } as const satisfies SamplerKind
