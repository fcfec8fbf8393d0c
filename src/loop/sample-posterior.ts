import { requireOptions } from '../check/check.ts'
import type { SamplerKind } from '../posterior/contract/kind.ts'
import { drawPosterior, type Posterior, type PosteriorOptions } from '../posterior/draw-posterior.ts'
import { medianEpsilon } from '../posterior/exact/auto-sampler.ts'
import { requireTally, type Tally } from '../posterior/tally/tally.ts'
import { type AnyName, kindsOf } from './catalogue/catalogue.ts'
import { SAMPLERS, type SamplerName, samplerKind } from './catalogue/samplers.ts'

export interface SamplePosteriorOptions extends PosteriorOptions {
  /** Default `'auto'`: the exact one that gives the most effective draws a second for such a tally. */
  readonly sampler?: AnyName<SamplerName>
  /** Where its name is looked up; default `builtIn`. */
  readonly catalogue?: { readonly samplers: readonly SamplerKind[] }
}

/**
 * Draws from the posterior of θ given a tally, by several independent chains, with their diagnostics.
 *
 * @throws RangeError on a bad option
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 0, 60)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 1, 40)
 * samplePosterior(tally, { seed: 1, prior: 1 }).mean // about [0.70, 0.30]
 */
export function samplePosterior(tally: Tally, options: SamplePosteriorOptions): Posterior {
  requireTally('tally', tally)
  requireOptions(options, {
    sampler: true,
    prior: true,
    draws: true,
    warmup: true,
    chains: true,
    seed: true,
    catalogue: true,
  })
  const kinds = options.catalogue === undefined ? SAMPLERS : kindsOf(options.catalogue, 'samplers')
  return drawPosterior(
    tally,
    samplerKind(options.sampler, kinds, tally.categories, medianEpsilon(tally), tally),
    options,
  )
}
