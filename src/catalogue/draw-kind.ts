import type { Posterior } from '../posterior/chains/posterior.ts'
import type { Rebuild } from '../posterior/chains/recipe.ts'
import type { Work } from '../posterior/chains/work.ts'
import { drawingOf, type PosteriorOptions } from '../posterior/draw-posterior.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import { createSampler, type SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { fromTallyCopy, type Tally, type TallyCopy, toTallyCopy } from '../posterior/tally/tally.ts'
import { SAMPLERS } from './samplers.ts'

/** The kinds that exist on other threads. A user-defined kind runs on the caller's thread. */
const BUILT_IN: readonly SamplerKind[] = SAMPLERS

interface KindRecipe {
  readonly place: number
  readonly tally: TallyCopy
  readonly prior: Prior | undefined
}

/**
 * Draws from the posterior of θ given a tally, by chains that may run on other threads if the kind of sampler is built in.
 *
 * @throws RangeError on a bad option
 */
export function drawKind(tally: Tally, kind: SamplerKind, options: PosteriorOptions): Work<Posterior> {
  const place = BUILT_IN.indexOf(kind)
  const { prior } = options
  const recipe = {
    law: 'kind',
    data: (): KindRecipe => ({ place, tally: toTallyCopy(tally), prior }),
  }
  return drawingOf(tally, kind, options, place < 0 ? undefined : recipe)
}

export const rebuildKind: Rebuild<KindRecipe> = ({ place, tally, prior }, warmup) =>
  createSampler(BUILT_IN[place], { tally: fromTallyCopy(tally), prior, warmup })
