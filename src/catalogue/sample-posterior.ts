import type { Categories } from '../check/categories.ts'
import { isList, type OptionNames, refuse, requireOptions } from '../check/check.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { isOrdered, readQuestion } from '../domain/read-question.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import {
  drain,
  drainInSlices,
  drawingOf,
  EFFORT,
  type PosteriorOptions,
  type Watch,
} from '../posterior/draw-posterior.ts'
import type { Grouped } from '../posterior/functional/grouped.ts'
import { type NumericEstimate, numericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { medianEpsilon } from '../posterior/likelihood/expansion-error.ts'
import { requireTally, Tally } from '../posterior/tally/tally.ts'
import { type AnyName, kindsOf } from './catalogue.ts'
import { lawOf, type NumericPrior, requireLaw } from './numeric-prior.ts'
import { drawingGroups, type SampleGroupsOptions } from './sample-groups.ts'
import { SAMPLERS, type SamplerName, samplerKind } from './samplers.ts'

/** How posterior draws are made. */
export interface SamplePosteriorOptions extends PosteriorOptions {
  /** Default `'auto'`: the exact sampler that gives the most effective draws per second for such a tally. */
  readonly sampler?: AnyName<SamplerName>
  /** Where the name of the sampler is looked up; default `builtIn`. */
  readonly catalogue?: { readonly samplers: readonly SamplerKind[] }
  /** What people were asked, if that is to be checked against the tally: categories, by their number or their names. */
  readonly question?: Categories
}

/** How posterior draws about a number or a scale are made. */
export interface SampleNumericOptions extends Omit<SamplePosteriorOptions, 'prior' | 'question'> {
  /** What people were asked; the categories of the tally are its cells. */
  readonly question: OrderedQuestion
  /** Default `'smooth'`: a smooth density over the bins, with atoms below and above if there are such cells. Or a Dirichlet prior of the cells. */
  readonly prior?: NumericPrior
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
 * @example
 * const ages = readQuestion({ from: 0, to: 120, bins: 120 })
 * const mechanism = localHashing({ categories: ages.cells, epsilon: 1, buckets: 4, partitions: arcPartitions(ages.cells, 4) })
 * const tally = createTally(ages.cells)
 * for (let i = 0; i < 200; i++) tally.add(mechanism, mechanism.respond(ages.cell(20 + i / 4), stream(1, i)))
 * samplePosterior(tally, { question: { from: 0, to: 120, bins: 120 }, seed: 1, draws: 100 }).quantile(0.5).interval(0.95)
 * @example
 * const groups = { north: createTally(2), south: createTally(2) }
 * groups.north.add(srr({ categories: 2, epsilon: 1 }), 0, 60)
 * groups.south.add(srr({ categories: 2, epsilon: 1 }), 1, 5)
 * samplePosterior(groups, { seed: 1, draws: 100 }).difference('north', 'south').interval(0.95)
 */
export function samplePosterior(tally: Tally, options: SampleNumericOptions): NumericEstimate
export function samplePosterior(tally: Tally, options: SamplePosteriorOptions): Posterior
export function samplePosterior(
  tallies: Readonly<Record<string, Tally>>,
  options: SampleGroupsOptions,
): Grouped
export function samplePosterior(
  tally: Tally | Readonly<Record<string, Tally>>,
  options: SamplePosteriorOptions | SampleNumericOptions | SampleGroupsOptions,
): Posterior | NumericEstimate | Grouped {
  if (isGroups(tally)) return drain(drawingGroups(tally, options as SampleGroupsOptions))
  return drain(drawing(tally, options, OPTIONS))
}

/**
 * The same draws, while other work goes on. Works in 20 ms slices, so other tasks run in between; a single long step is not cut.
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
  options: SampleNumericOptions & Watch,
): Promise<NumericEstimate>
export async function samplePosteriorAsync(
  tally: Tally,
  options: SamplePosteriorOptions & Watch,
): Promise<Posterior>
export async function samplePosteriorAsync(
  tallies: Readonly<Record<string, Tally>>,
  options: SampleGroupsOptions & Watch,
): Promise<Grouped>
export async function samplePosteriorAsync(
  tally: Tally | Readonly<Record<string, Tally>>,
  options: (SamplePosteriorOptions | SampleNumericOptions | SampleGroupsOptions) & Watch,
): Promise<Posterior | NumericEstimate | Grouped> {
  if (isGroups(tally)) {
    const { signal, onProgress, ...rest } = options as SampleGroupsOptions & Watch
    const copies = Object.fromEntries(Object.entries(tally).map(([name, one]) => [name, one.copy()]))
    return drainInSlices(drawingGroups(copies, rest), {
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    })
  }
  const names = { ...OPTIONS, signal: true, onProgress: true } as const
  requireOptions<object>(options, names)
  return drainInSlices(drawing(tally, options, names, true), options)
}

const OPTIONS = {
  sampler: true,
  prior: true,
  question: true,
  ...EFFORT,
  warmup: true,
  chains: true,
  seed: true,
  catalogue: true,
} as const

/** Whether these are several tallies by the names of their groups. */
function isGroups(given: unknown): given is Readonly<Record<string, Tally>> {
  if (typeof given !== 'object' || given === null || given instanceof Tally) return false
  const values = Object.values(given)
  return values.length > 0 && values.every(value => value instanceof Tally)
}

/** @param isCopied whether to draw from a copy of the tally, which may grow meanwhile */
function* drawing(
  given: Tally,
  options: (SamplePosteriorOptions | SampleNumericOptions) & Watch,
  names: OptionNames<SampleNumericOptions> & Partial<OptionNames<Watch>>,
  isCopied = false,
): Generator<number, Posterior | NumericEstimate> {
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
  const held = options.question === undefined ? undefined : readQuestion(options.question)
  if (held !== undefined && held.cells !== tally.categories) {
    refuse("the tally's number of categories", tally.categories, `${held.cells}, the cells of the question`)
  }
  const range = held && isOrdered(held) ? held : undefined
  const { prior: asked, ...effort } = options
  const { prior, kind: smooth } = lawOf(options, range)
  const kind =
    smooth ?? samplerKind(options.sampler, kinds, tally.categories, medianEpsilon(tally), tally, prior)
  if (range !== undefined) requireLaw(kind, asked)
  const posterior = yield* drawingOf(tally, kind, prior === undefined ? effort : { ...effort, prior })
  return range === undefined ? posterior : numericEstimate(range, posterior)
}
