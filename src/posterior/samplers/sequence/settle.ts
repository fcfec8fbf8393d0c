import { exp } from '../../../elementary/exp.ts'
import type { Rng } from '../../../random/rng.ts'
import { ExactLogLikelihood } from '../../likelihood/log-likelihood.ts'
import { type SeparableLikelihood, separableValue } from '../../likelihood/separable-likelihood.ts'
import { Kept } from '../../tally/kept.ts'
import type { Tally } from '../../tally/tally.ts'
import type { SequenceState } from './sequence-state.ts'

/**
 * Metropolis steps by the exact likelihood: a proposal that is reversible under the prior times e^ℓ̃ is accepted with probability
 * `min(1, e^(ℓ(θ′) − ℓ̃(θ′) − ℓ(θ) + ℓ̃(θ)))`.
 *
 * @param theta the proposal; after a rejection, the old θ
 * @param before the old θ; after an acceptance, the proposal
 * @param rho the Dirichlet parameters, which follow the concentration
 */
export function createSettle(tally: Tally, theta: Float64Array, before: Float64Array, rho: Float64Array) {
  const exact = new ExactLogLikelihood(tally)
  /** The exact log-likelihood at each chain's state. */
  const values = new Kept<SequenceState, number>(tally)
  const valueBefore = () => exact.value(before)
  return {
    /** Accepts or rejects the proposal; returns the probability with which it was accepted. */
    settle(rng: Rng, state: SequenceState, likelihood: SeparableLikelihood, concentration: number | null) {
      const oldValue = values.of(state, valueBefore)
      const value = exact.value(theta)
      const old = oldValue - separableValue(likelihood, before)
      const proposed = value - separableValue(likelihood, theta)
      // New answers may have made the old θ impossible. Any possible θ is then accepted.
      const acceptance = proposed === -Infinity ? 0 : old === -Infinity ? 1 : Math.min(1, exp(proposed - old))
      if (rng.uniform() < acceptance) {
        before.set(theta)
        for (let x = 0; x < theta.length; x++) state.theta[x] = theta[x]
        state.concentration = concentration
        values.set(state, value)
      } else {
        theta.set(before)
        if (state.concentration !== null) rho.fill(state.concentration)
      }
      return acceptance
    },
    /** To be called if a chain has moved in another way. */
    forget: (state: SequenceState) => values.forget(state),
  }
}
