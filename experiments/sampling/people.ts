import { minimaxSampler } from '../../src/private-sampling/minimax-sampler.ts'
import type { PrivateSampler } from '../../src/private-sampling/private-sampler.ts'
import { publicPriorSampler } from '../../src/private-sampling/public-prior-sampler.ts'
import { relativeMollifier } from '../../src/private-sampling/relative-mollifier.ts'
import { divergence } from '../../src/simplex/divergence.ts'
import { sum, weights } from '../../src/simplex/probabilities.ts'

/** The people of one group: those whose data are public (`open`), and those who sample. */
export interface Group {
  readonly name: string
  readonly open: readonly Float64Array[]
  readonly people: readonly Float64Array[]
}

/** Total variation distances of one sampler for the people of one group. */
export interface Service {
  readonly group: string
  readonly people: number
  readonly sampler: string
  readonly largest: number
  readonly mean: number
  /** Worst case over all distributions, not only these people's. */
  readonly worstCase: number
  /** The exact level. */
  readonly epsilon: number
}

/** The share of the uniform law in a prior from public people, so that categories that none of them chose keep a positive probability. */
export const SMOOTHING = 0.01

/** The mean of people's distributions, mixed with some of the uniform law. */
export function priorOf(people: readonly Float64Array[], smoothing: number): Float64Array {
  const laws = people.map(person => weights('person', person))
  return laws[0].map((_, x) => {
    const mean = sum(laws.map(law => law[x])) / laws.length
    return (1 - smoothing) * mean + smoothing / laws[0].length
  })
}

/** Samplers at level ε around a prior, and one that needs no prior. */
function samplersOf(prior: Float64Array, epsilon: number): Record<string, PrivateSampler> {
  return {
    'public prior': publicPriorSampler({ prior, epsilon }),
    mollifier: relativeMollifier({ reference: prior, epsilon }),
    'no public data': minimaxSampler({ form: 'nonlinear', categories: prior.length, epsilon }),
  }
}

/** Serves all people of a group with each sampler, around the same prior. */
export function serve(group: Group, prior: Float64Array, epsilon: number): Service[] {
  return Object.entries(samplersOf(prior, epsilon)).map(([name, sampler]) => {
    const distances = group.people.map(person => divergence('tv', person, sampler.distribution(person)))
    return {
      group: group.name,
      people: distances.length,
      sampler: name,
      largest: distances.reduce((one, other) => Math.max(one, other)),
      mean: sum(distances) / distances.length,
      worstCase: sampler.worstCase('tv'),
      epsilon: sampler.epsilon,
    }
  })
}
