import type { Prior } from '../posterior/kind/prior.ts'
import type { SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { sgldKind } from '../posterior/langevin/sgld.ts'
import { sgrldKind } from '../posterior/langevin/sgrld.ts'
import { autoSampler, autoSamplerFor } from '../posterior/samplers/auto-sampler.ts'
import { delayedAcceptanceKind } from '../posterior/samplers/delayed-acceptance.ts'
import { gibbsKind } from '../posterior/samplers/gibbs.ts'
import { hmcKind } from '../posterior/samplers/hmc/hmc.ts'
import { sequenceKind } from '../posterior/samplers/sequence/sequence.ts'
import { sliceKind } from '../posterior/samplers/slice.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import { kindNamed } from './catalogue.ts'

/** The samplers that are built in. */
export const SAMPLERS = [
  gibbsKind,
  hmcKind,
  sliceKind,
  delayedAcceptanceKind,
  sequenceKind,
  sgldKind,
  sgrldKind,
] as const satisfies readonly SamplerKind[]

/** The word that leaves the choice among the exact samplers to the library. */
export const AUTO = 'auto'

/** The name of a built-in sampler, or `'auto'`. */
export type SamplerName = typeof AUTO | (typeof SAMPLERS)[number]['name']

/** The names of the built-in samplers, `'auto'` first. */
export const SAMPLER_NAMES = /* @__PURE__ */ samplerNames(SAMPLERS) as readonly SamplerName[]

/** The names by which these samplers can be referred to. */
export function samplerNames(kinds: readonly SamplerKind[]): readonly string[] {
  return [AUTO, ...kinds.map(({ name }) => name)]
}

/**
 * The kind of sampler of this name.
 *
 * @param name default `'auto'`
 * @param kinds those of a catalogue
 * @param categories,epsilon the number of categories and the level of the answers, for `'auto'`
 * @param tally,prior all answers, if they are known, and the prior, also for `'auto'`
 * @throws RangeError on any other name
 */
export function samplerKind(
  name: string | undefined,
  kinds: readonly SamplerKind[],
  categories: number,
  epsilon: number,
  tally?: Tally,
  prior?: Prior,
): SamplerKind {
  const auto = {
    name: AUTO,
    choose: () => (tally ? autoSamplerFor(tally, epsilon, prior) : autoSampler(categories, epsilon)),
  }
  const found = kindNamed('sampler', name ?? AUTO, [auto, ...kinds])
  return 'choose' in found ? found.choose() : found
}
