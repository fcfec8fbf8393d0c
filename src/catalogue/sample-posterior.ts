import { isList, type OptionNames, refuse, requireOptions } from '../check/check.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import {
  drain,
  drainInSlices,
  drawingOf,
  EFFORT,
  type PosteriorOptions,
  type Watch,
} from '../posterior/draw-posterior.ts'
import type { SamplerKind } from '../posterior/kind/kind.ts'
import { medianEpsilon } from '../posterior/likelihood/expansion-error.ts'
import { requireTally, type Tally } from '../posterior/tally/tally.ts'
import { type AnyName, kindsOf } from './catalogue.ts'
import { SAMPLERS, type SamplerName, samplerKind } from './samplers.ts'

/** How posterior draws are made. */
export interface SamplePosteriorOptions extends PosteriorOptions {
  /** Default `'auto'`: the exact sampler that gives the most effective draws per second for such a tally. */
  readonly sampler?: AnyName<SamplerName>
  /** Where the name of the sampler is looked up; default `builtIn`. */
  readonly catalogue?: { readonly samplers: readonly SamplerKind[] }
}

/**
 * Draws from the posterior of θ given a tally, by several independent chains, with their diagnostics. It goes on until these are
 * good or a budget is used up; `stopped` says which.
 *
 * @throws RangeError on a bad option
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 0, 60)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 1, 40)
 * samplePosterior(tally, { seed: 1, prior: 1 }).mean // about [0.70, 0.30]
 */
export function samplePosterior(tally: Tally, options: SamplePosteriorOptions): Posterior {
  return drain(drawing(tally, options, OPTIONS))
}

/**
 * The same draws, while other work goes on: the event loop gets its turn about every 50 ms at least, unless one step takes longer.
 *
 * @throws RangeError on a bad option, and the signal's reason when it is aborted; both reject the promise
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: Math.log(3) }), 0, 60)
 * const abort = new AbortController()
 * const { mean } = await samplePosteriorAsync(tally, { seed: 1, signal: abort.signal })
 * mean.length // 2
 */
export async function samplePosteriorAsync(
  tally: Tally,
  options: SamplePosteriorOptions & Watch,
): Promise<Posterior> {
  return drainInSlices(drawing(tally, options, { ...OPTIONS, signal: true, onProgress: true }, true), options)
}

const OPTIONS = {
  sampler: true,
  prior: true,
  ...EFFORT,
  warmup: true,
  chains: true,
  seed: true,
  catalogue: true,
} as const

/** @param isCopied whether to draw from a copy of the tally, which may grow meanwhile */
function drawing(
  given: Tally,
  options: SamplePosteriorOptions & Watch,
  names: OptionNames<SamplePosteriorOptions> & Partial<OptionNames<Watch>>,
  isCopied = false,
) {
  if (isList(given)) {
    refuse(
      'tally',
      given,
      'a tally: tallyResponses counts answers, and the requests that they answer, into one',
    )
  }
  requireTally('tally', given)
  requireOptions<object>(options, names)
  const kinds = options.catalogue === undefined ? SAMPLERS : kindsOf(options.catalogue, 'samplers')
  const tally = isCopied ? given.copy() : given
  const kind = samplerKind(
    options.sampler,
    kinds,
    tally.categories,
    medianEpsilon(tally),
    tally,
    options.prior,
  )
  return drawingOf(tally, kind, options)
}
