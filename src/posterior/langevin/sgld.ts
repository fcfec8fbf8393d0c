import { refuse } from '../../check/check.ts'
import type { Prior } from '../kind/prior.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import {
  type LangevinOptions,
  type LangevinSampler,
  langevin,
  PAPER_PACE,
  readFixedPrior,
  requireLangevinOptions,
} from './langevin.ts'

/**
 * Stochastic gradient Langevin dynamics on Gamma surrogates, with reflection:
 *
 *     φ ← | φ + (γ/2)·[ ∇ln prior + (n/m) Σ_{t ∈ minibatch} ∇ln g_t ] + √γ·N(0, I) |
 *
 * with m observations drawn with replacement. This is the paper's sampler. At the paper's step size the chain hardly moves, so that
 * its state is not a posterior draw (see `samplePosterior` for samplers whose states are).
 *
 * @param options.prior Dirichlet parameters, all at least 1: below, the drift at 0 is infinite (`sgrld` has no such drift)
 * @throws RangeError on a bad argument; a step throws an Error if the chain leaves the finite numbers
 * @see Aydın, Yıldırım (2024), section 5; Welling, Teh (2011)
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 0, 100)
 * const sampler = sgld({ tally, prior: 1 })
 * const rng = stream(1, 'example')
 * const state = sampler.init(rng)
 * sampler.advance(rng, state, 1000)
 * sampler.theta(state, new Float64Array(2)) // [0.962, 0.038]
 */
export function sgld(options: LangevinOptions): LangevinSampler {
  requireLangevinOptions(options)
  const rho = readSgldPrior(options.prior, options.tally.categories)
  return langevin('sgld', options, rho, {
    inKernel: 'sgld',
    take(phi, gamma, { gradient, noise, next }) {
      const root = Math.sqrt(gamma)
      for (let i = 0; i < next.length; i++) {
        // (ρ − 1)/φ is 0 at ρ = 1, even if reflection has put φ at 0.
        const pull = rho[i] === 1 ? 0 : (rho[i] - 1) / phi[i]
        next[i] = Math.abs(phi[i] + (gamma / 2) * (pull - 1 + gradient[i]) + root * noise[i])
      }
    },
  })
}

export const sgldKind = {
  name: 'sgld',
  says: "the paper's stochastic gradient Langevin dynamics; approximate",
  priors: 'fixed',
  pace: PAPER_PACE,
  create: ({ tally, prior, horizon }) => sgld({ tally, prior, horizon }),
} as const satisfies SamplerKind

/**
 * Reads the Dirichlet parameters of SGLD's prior.
 *
 * @throws RangeError unless they are fixed, and all at least 1
 */
export function readSgldPrior(prior: Prior | undefined, categories: number): Float64Array {
  const rho = readFixedPrior('sgld', prior, categories)
  const low = rho.find(value => value < 1)
  if (low !== undefined) refuse('prior', low, "at least 1 for the sampler 'sgld'")
  return rho
}
