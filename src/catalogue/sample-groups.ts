import { refuse, requireBoolean, requireInteger, requireOptions } from '../check/check.ts'
import { defaultSteps, workOfStep } from '../posterior/chains/default-work.ts'
import { drawChains, drawingOf, EFFORT, type PosteriorOptions } from '../posterior/draw-posterior.ts'
import { type Grouped, pooledBelief, separateBelief } from '../posterior/functional/grouped.ts'
import { pooledSampler } from '../posterior/hierarchical/pooled-sampler.ts'
import { medianEpsilon } from '../posterior/likelihood/expansion-error.ts'
import { requireTally, type Tally } from '../posterior/tally/tally.ts'
import { SAMPLERS, samplerKind } from './samplers.ts'

/** How the laws of several groups are drawn. */
export interface SampleGroupsOptions extends Omit<PosteriorOptions, 'prior'> {
  /**
   * Whether groups borrow from each other (default), `θ_g ~ Dirichlet(α m)` with `m ~ Dirichlet(½)` and `ln α ~ N(ln 10, 1.5²)`; or each
   * is estimated from its own answers alone.
   */
  readonly pooling?: boolean
}

/** The most groups: four chains of 20 categories each then take about 260 MB. */
export const MOST_GROUPS = 4096
/** The work of a pooled step, in steps of a chain for each group. */
const WORK = 8
/** The steps in which the widths of the sweeps are tuned, and chains that start apart come together. */
const WARMUP = 200

const OPTIONS = { pooling: true, ...EFFORT, warmup: true, chains: true, seed: true } as const

/** The names of the groups of a record of tallies, which must be over the same categories. */
function requireGroups(tallies: Readonly<Record<string, Tally>>): string[] {
  const names = Object.keys(tallies)
  requireInteger('the number of groups', names.length, 2, MOST_GROUPS)
  for (const name of names) {
    const tally = requireTally(`tally.${name}`, tallies[name])
    const K = tallies[names[0]].categories
    if (tally.categories !== K) {
      refuse(`tally.${name}'s number of categories`, tally.categories, `${K}, as of ${names[0]}`)
    }
    if (!tally.isWhole) refuse(`tally.${name}`, 'a tally of answers that fade', 'one of whole counts')
  }
  return names
}

/**
 * Draws from the posterior of several groups' laws.
 *
 * @throws RangeError on a bad option, or groups that do not go together
 */
export function* drawingGroups(
  tallies: Readonly<Record<string, Tally>>,
  options: SampleGroupsOptions,
): Generator<number, Grouped> {
  const { pooling = true, ...effort } = requireOptions<SampleGroupsOptions>(options, OPTIONS)
  requireBoolean('pooling', pooling)
  const names = requireGroups(tallies)
  const groups = names.map(name => tallies[name])
  const sizes = groups.map(({ size }) => size)
  const K = groups[0].categories
  if (pooling) {
    const width = names.length * K + 1
    const work = WORK * groups.reduce((sum, tally) => sum + workOfStep(tally), 0)
    const chained = {
      name: 'pooled',
      width,
      warmup: WARMUP,
      bounded: (chains: number, warmup: number) => defaultSteps(work, width, chains, warmup),
      create: (warmup: number) => pooledSampler(groups, warmup),
    }
    return pooledBelief(yield* drawChains(chained, effort), names, sizes)
  }
  const posteriors = []
  for (const [g, tally] of groups.entries()) {
    const kind = samplerKind(undefined, SAMPLERS, K, medianEpsilon(tally), tally)
    const work = drawingOf(tally, kind, { ...effort, seed: `${effort.seed}/${names[g]}` })
    for (;;) {
      const next = work.next()
      if (next.done) {
        posteriors.push(next.value)
        break
      }
      yield (g + next.value) / groups.length
    }
  }
  return separateBelief(posteriors, names, sizes)
}
