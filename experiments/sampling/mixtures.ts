import { type ContinuousSampler, continuousSampler } from '../../src/private-sampling/continuous-sampler.ts'
import type { Density } from '../../src/private-sampling/density.ts'
import { laplace, laplaceMixture } from '../../src/private-sampling/laplace.ts'
import type { RatioClass } from '../../src/private-sampling/optimal-mixing.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import type { DivergenceName } from '../../src/simplex/divergence.ts'
import type { Privacy } from './minimax.ts'

/** Clients of one experiment, as in the paper. */
export const CLIENTS = 100
export const MEASURES = ['kl', 'tv', 'hellinger2'] as const

export type Measure = (typeof MEASURES)[number]

/** The classes around Laplace(0, 1): the paper's two, and the local one with the exact bound of such mixtures. */
export const CLASSES: Readonly<Record<string, RatioClass>> = {
  global: { c1: Math.exp(-1) / 3, c2: 3 * Math.E },
  'local, γ = 3': { c1: 1 / 3, c2: 3 },
  'local, γ = e': { c1: 1 / Math.E, c2: Math.E },
}

/** The sampler of a class at a level: the clip form for ε-LDP, the linear one for ν-Gaussian LDP. */
export function samplerOf(privacy: Privacy, name: string, level: number): ContinuousSampler {
  const shared = { reference: laplace(), ...CLASSES[name] }
  return privacy === 'pure'
    ? continuousSampler({ form: 'nonlinear', epsilon: level, ...shared })
    : continuousSampler({ form: 'linear', gaussian: level, ...shared })
}

/** A client: min(Poisson(2) + 1, 10) modes, locations uniform on [−1, 1], weights uniform on the simplex, scale 1. */
export function drawClient(rng: SeededRng): Density {
  const modes = Math.min(drawPoisson(rng, 2) + 1, 10)
  const ones = new Float64Array(modes).fill(1)
  return laplaceMixture({
    locations: ones.map(() => 2 * rng.uniform() - 1),
    weights: drawDirichlet(rng, ones, new Float64Array(modes)),
  })
}

/** A Poisson draw by inversion, which suits small means. */
function drawPoisson(rng: SeededRng, mean: number): number {
  const u = rng.uniform()
  let mass = Math.exp(-mean)
  let cumulative = mass
  let n = 0
  while (u >= cumulative && mass > 0) {
    mass *= mean / ++n
    cumulative += mass
  }
  return n
}

/** The divergences of one client from the sampled law. */
type Divergences = Readonly<Record<Measure, number>>

export interface MixtureResult {
  readonly privacy: Privacy
  readonly level: number
  readonly class: string
  readonly clients: readonly Divergences[]
  /** The largest divergence over the class, by the formula. */
  readonly theory: (divergence: DivergenceName) => number
  /**
   * The largest divergence over all such mixtures, which is that of a single mode at ±1. The divergence from the nearest law in
   * a box and that from a linear sampler's law are convex in p, and so they are largest for a mixture of one mode.
   */
  readonly supremum: Divergences
}

/** The results for `batches` times 100 clients, which are the same for every class and level. */
export function mixtures(options: {
  privacy: Privacy
  levels: readonly number[]
  batches: number
  seed: string | number
}): MixtureResult[] {
  const { privacy, levels, batches, seed } = options
  const rng = stream(seed, 'clients')
  const clients = Array.from({ length: batches * CLIENTS }, () => drawClient(rng))
  return levels.flatMap(level =>
    Object.keys(CLASSES).map(name => {
      const sampler = samplerOf(privacy, name, level)
      const measure = (p: Density): Divergences => {
        const law = sampler.distribution(p)
        return {
          kl: law.divergence('kl'),
          tv: law.divergence('tv'),
          hellinger2: law.divergence('hellinger2'),
        }
      }
      return {
        privacy,
        level,
        class: name,
        clients: clients.map(measure),
        theory: sampler.worstCase,
        supremum: measure(laplace(1)),
      }
    }),
  )
}

/** The largest divergence in each batch of 100 clients. */
export function maxima(result: MixtureResult, measure: Measure): number[] {
  const values = result.clients.map(client => client[measure])
  return Array.from({ length: values.length / CLIENTS }, (_, batch) =>
    Math.max(...values.slice(batch * CLIENTS, (batch + 1) * CLIENTS)),
  )
}

/** The published maxima over 100 clients, for one set of clients at each level. There are none for γ = e, which the paper does not have. */
export const PUBLISHED: Readonly<
  Record<Privacy, Readonly<Record<string, Readonly<Record<Measure, number[]>>>>>
> = {
  pure: {
    global: {
      kl: [0.337363, 0.249618, 0.161787, 0.028292],
      tv: [0.379682, 0.333853, 0.272509, 0.107849],
      hellinger2: [0.083284, 0.063043, 0.041655, 0.007352],
    },
    'local, γ = 3': {
      kl: [0.319133, 0.180807, 0.073703, 0],
      tv: [0.369831, 0.28454, 0.179512, 0.000005],
      hellinger2: [0.079088, 0.046302, 0.019158, 0],
    },
  },
  Gaussian: {
    global: {
      kl: [0.337654, 0.248192, 0.159329, 0.037922],
      tv: [0.37889, 0.329452, 0.266213, 0.127328],
      hellinger2: [0.083215, 0.062251, 0.040537, 0.009749],
    },
    'local, γ = 3': {
      kl: [0.317586, 0.180736, 0.07665, 0.000177],
      tv: [0.368781, 0.283067, 0.183766, 0.008169],
      hellinger2: [0.078644, 0.045948, 0.019704, 0.000044],
    },
  },
}
