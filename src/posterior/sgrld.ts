import { type LangevinOptions, type LangevinState, langevin, readFixedPrior } from './langevin.ts'
import type { Sampler } from './sampler.ts'

/**
 * Stochastic gradient Riemannian Langevin dynamics on Gamma surrogates (expanded mean), with reflection:
 *
 *     φ ← | φ + (γ/2)·[ ρ − φ + φ ∘ (n/m) Σ_{t ∈ minibatch} ∇ln g_t ] + √(γφ) ∘ N(0, I) |
 *
 * Preconditioned by φ: neither the drift nor the noise throws a small φ far away, so that it works with any positive ρ.
 *
 * @throws RangeError on a bad argument; a step throws an Error if the chain leaves the finite numbers
 * @see Patterson, Teh (2013), section 3.1; Baker, Fearnhead, Fox, Nemeth (2019) for control variates
 */
export function sgrld(options: LangevinOptions): Sampler<LangevinState> {
  const rho = readFixedPrior('sgrld', options.prior, options.tally.categories)
  return langevin('sgrld', options, rho, (phi, gamma, { gradient, noise, next }) => {
    for (let i = 0; i < next.length; i++) {
      const drift = rho[i] - phi[i] + phi[i] * gradient[i]
      next[i] = Math.abs(phi[i] + (gamma / 2) * drift + Math.sqrt(gamma * phi[i]) * noise[i])
    }
  })
}
