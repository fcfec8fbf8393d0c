import { requireFields, requireNumbers } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { type Prior, readPrior, requireConcentration } from '../kind/prior.ts'
import type { Sampler } from '../kind/sampler.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import { createGibbsSweep } from '../moves/gibbs-sweep.ts'
import type { Tally } from '../tally/tally.ts'

export interface GibbsState {
  /** ln θ: a sparse θ has entries far below the smallest double. */
  readonly logTheta: number[]
  /** The learnt concentration ρ; null with a fixed prior. */
  concentration: number | null
}

/**
 * Gibbs sampling by data augmentation (`createGibbsSweep`): exact, without a step size, and fast to mix for large ε.
 *
 * @param options.prior default `'learned'`
 * @see Tanner, Wong (1987), data augmentation
 */
export function gibbs(options: { tally: Tally; prior?: Prior }): Sampler<GibbsState> {
  const { tally } = options
  const K = tally.categories
  const { rho, learned } = readPrior(options.prior ?? 'learned', K)
  const sweep = createGibbsSweep(tally, rho, learned)
  return {
    init: () => ({
      logTheta: new Array<number>(K).fill(-log(K)),
      concentration: learned ? rho[0] : null,
    }),
    resume(data) {
      const { logTheta, concentration } = requireFields(
        data as GibbsState,
        { logTheta: true, concentration: true },
        'state',
      )
      requireNumbers('state.logTheta', logTheta, K, { max: 0 })
      requireConcentration('state.concentration', concentration, learned)
      return data as GibbsState
    },
    step(rng, state) {
      state.concentration = sweep(rng, state.logTheta, state.concentration)
      return { state, info: undefined }
    },
    theta(state, out) {
      for (let x = 0; x < K; x++) out[x] = exp(state.logTheta[x])
      return out
    },
  }
}

export const gibbsKind = {
  name: 'gibbs',
  says: 'data augmentation: a category for each answer, then the frequencies',
  priors: 'any',
  create: gibbs,
} as const satisfies SamplerKind
