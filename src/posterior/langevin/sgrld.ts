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
 * Stochastic gradient Riemannian Langevin dynamics on Gamma surrogates (expanded mean), with reflection:
 *
 *     φ ← | φ + (γ/2)·[ ρ − φ + φ ∘ (n/m) Σ_{t ∈ minibatch} ∇ln g_t ] + √(γφ) ∘ N(0, I) |
 *
 * The update is preconditioned by φ: neither the drift nor the noise throws a small φ far away, so that it works with any positive ρ.
 * The bias that is left from the step size is at the boundary: for twelve equal answers at ε = 2, with K = 2 and γ = 0.005, the
 * posterior mean is off by 0.02 posterior sd at ρ = 1, 0.15 at ρ = ½, and 0.37 at ρ = 0.3.
 *
 * @throws RangeError on a bad argument; a step throws an Error if the chain leaves the finite numbers
 * @see Patterson, Teh (2013)
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 0, 100)
 * const sampler = sgrld({ tally, prior: 0.5 })
 * const rng = stream(1, 'example')
 * const state = sampler.init(rng)
 * sampler.advance(rng, state, 1000)
 * sampler.theta(state, new Float64Array(2)) // [0.9898, 0.0102]
 */
export function sgrld(options: LangevinOptions): LangevinSampler {
  requireLangevinOptions(options)
  const rho = readFixedPrior('sgrld', options.prior, options.tally.categories)
  return langevin('sgrld', options, rho, {
    inKernel: 'sgrld',
    take(phi, gamma, { gradient, noise, next }) {
      for (let i = 0; i < next.length; i++) {
        const drift = rho[i] - phi[i] + phi[i] * gradient[i]
        next[i] = Math.abs(phi[i] + (gamma / 2) * drift + Math.sqrt(gamma * phi[i]) * noise[i])
      }
    },
  })
}

export const sgrldKind = {
  name: 'sgrld',
  says: 'its Riemannian variant, for priors below 1; approximate',
  priors: 'fixed',
  pace: PAPER_PACE,
  create: ({ tally, prior, horizon }) => sgrld({ tally, prior, horizon }),
} as const satisfies SamplerKind
