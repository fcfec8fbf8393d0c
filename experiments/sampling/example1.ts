import { localMinimaxSampler } from '../../src/private-sampling/local-minimax-sampler.ts'
import type { PrivateSampler } from '../../src/private-sampling/private-sampler.ts'
import { publicPriorSampler } from '../../src/private-sampling/public-prior-sampler.ts'
import { relativeMollifier } from '../../src/private-sampling/relative-mollifier.ts'
import { divergence } from '../../src/simplex/divergence.ts'

/** The setting of Example 1: clicks on two websites, of the public and of one user. */
export const EPSILON = 2
export const PUBLIC = [0.01, 0.99]
export const USER = [0.05, 0.95]
export const GAMMA = 5

export const SAMPLERS: Readonly<Record<string, PrivateSampler>> = {
  'uniform prior': publicPriorSampler({ prior: [0.5, 0.5], epsilon: EPSILON }),
  'public prior': publicPriorSampler({ prior: PUBLIC, epsilon: EPSILON }),
  mollifier: relativeMollifier({ reference: PUBLIC, epsilon: EPSILON }),
  'local, γ = 5': localMinimaxSampler({
    form: 'nonlinear',
    reference: PUBLIC,
    gamma: GAMMA,
    epsilon: EPSILON,
  }),
}

/** Worst case Γ as printed in the paper. */
export const CLAIMED: Readonly<Record<string, number>> = { 'uniform prior': 0.1, 'public prior': 0.03 }

/** The total variation between a user's `(first, 1 − first)` and the sampled law. */
export function distance(sampler: string, first: number): number {
  const p = [first, 1 - first]
  return divergence('tv', p, SAMPLERS[sampler].distribution(p))
}

/** The worst case Γ over all users, which is that of a user with a single website, and the distance of the user of the example. */
export function example1() {
  return Object.keys(SAMPLERS).map(sampler => ({
    sampler,
    worst: Math.max(distance(sampler, 0), distance(sampler, 1)),
    instance: distance(sampler, USER[0]),
  }))
}
