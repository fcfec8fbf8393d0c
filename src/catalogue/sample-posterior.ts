import { isList, refuse, requireInteger, requireOptions } from '../check/check.ts'
import { Domain } from '../domain/domain.ts'
import { MOST_GROUPS } from '../domain/groups.ts'
import type { OrderedQuestion, Question } from '../domain/question.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import type { Work } from '../posterior/chains/work.ts'
import {
  drain,
  drainInSlices,
  EFFORT,
  type PosteriorOptions,
  WATCH,
  type Watch,
} from '../posterior/draw-posterior.ts'
import type { Grouped } from '../posterior/functional/by-group.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { requireTally, Tally } from '../posterior/tally/tally.ts'
import { type AnyName, kindsOf } from './catalogue.ts'
import { type Belief, type DrawOptions, drawLaw } from './draw-law.ts'
import type { NumericPrior } from './numeric-prior.ts'
import type { SamplerName } from './samplers.ts'

/** Options of posterior draws. */
export interface SamplePosteriorOptions extends PosteriorOptions {
  /** Default `'auto'`: the exact sampler that gives the most effective draws per second for such a tally. */
  readonly sampler?: AnyName<SamplerName>
  /** Where the name of the sampler is looked up; default `builtIn`. */
  readonly catalogue?: { readonly samplers: readonly SamplerKind[] }
  /** Categories, by their number or their names, to check against the tally. */
  readonly question?: number | readonly string[]
}

/** Options of posterior draws for a number or a scale. */
export interface SampleNumericOptions extends Omit<SamplePosteriorOptions, 'prior' | 'question'> {
  /** The question; the categories of the tally are its cells. */
  readonly question: OrderedQuestion
  /** Default `'smooth'`: a smooth density over the bins, with atoms below and above if there are such cells. Or a Dirichlet prior of the cells. */
  readonly prior?: NumericPrior
}

/** Options of posterior draws for groups. */
export interface SampleGroupsOptions
  extends Omit<PosteriorOptions, 'prior'>,
    Pick<SamplePosteriorOptions, 'question'>,
    Pick<DrawOptions, 'pooling'> {}

/** Options of posterior draws for numbers or scales by groups. */
export interface SampleGroupedNumbersOptions extends Omit<SampleGroupsOptions, 'question'> {
  /** The question; the categories of the tallies are its cells. */
  readonly question: OrderedQuestion
}

/**
 * Draws from the posterior of θ given a tally, by several independent chains, with their diagnostics. Sampling ends when the diagnostics
 * are good or a budget is used up; `stopped` says which.
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
  options: SampleGroupedNumbersOptions,
): Grouped<NumericEstimate>
export function samplePosterior(
  tallies: Readonly<Record<string, Tally>>,
  options: SampleGroupsOptions,
): Grouped
export function samplePosterior(given: Given, options: AnyOptions): Belief {
  return drain(drawing(given, options, false))
}

/**
 * `samplePosterior`, with the same draws, for a thread with other work to do. It runs in slices of 20 ms; a single long step is not cut.
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
  options: SampleGroupedNumbersOptions & Watch,
): Promise<Grouped<NumericEstimate>>
export async function samplePosteriorAsync(
  tallies: Readonly<Record<string, Tally>>,
  options: SampleGroupsOptions & Watch,
): Promise<Grouped>
export async function samplePosteriorAsync(given: Given, options: AnyOptions & Watch): Promise<Belief> {
  const { signal, onProgress, workers, ...rest } = requireOptions<object>(options, {
    ...namesFor(given),
    ...WATCH,
  }) as AnyOptions & Watch
  return drainInSlices(drawing(given, rest as AnyOptions, true), { signal, onProgress, workers })
}

type Given = Tally | Readonly<Record<string, Tally>>
type AnyOptions =
  | SamplePosteriorOptions
  | SampleNumericOptions
  | SampleGroupsOptions
  | SampleGroupedNumbersOptions

const COMMON = { question: true, ...EFFORT, warmup: true, chains: true, seed: true } as const
const OF_GROUPS = { ...COMMON, pooling: true } as const
const OF_ONE = { ...COMMON, sampler: true, prior: true, catalogue: true } as const

function namesFor(given: Given): object {
  return isGroups(given) ? OF_GROUPS : OF_ONE
}

/** Whether the argument is several tallies, by the names of their groups. */
function isGroups(given: unknown): given is Readonly<Record<string, Tally>> {
  if (typeof given !== 'object' || given === null || given instanceof Tally) return false
  const values = Object.values(given)
  return values.length > 0 && values.every(value => value instanceof Tally)
}

/** @param isCopied whether to draw from copies of the tallies, which may grow meanwhile */
function drawing(given: Given, options: AnyOptions, isCopied: boolean): Work<Belief> {
  if (isList(given)) {
    refuse(
      'tally',
      given,
      'a tally: tallyResponses counts answers, and the requests that they answer, into one',
    )
  }
  const by = isGroups(given) ? requireGroups(given) : undefined
  const tallies = isGroups(given) ? Object.values(given) : [requireTally('tally', given as Tally)]
  const { question, catalogue, ...rest } = requireOptions<object>(options, namesFor(given)) as {
    question?: Question
    catalogue?: { readonly samplers: readonly SamplerKind[] }
  } & DrawOptions
  const [{ categories }] = tallies
  const domain = Domain.one(question ?? categories)
  const [cells] = domain.sizes
  if (cells !== categories) {
    refuse("the tally's number of categories", categories, `${cells}, the cells of the question`)
  }
  const own = catalogue === undefined ? rest : { ...rest, kinds: kindsOf(catalogue, 'samplers') }
  return drawLaw({ domain, ask: 'singles', by }, isCopied ? tallies.map(tally => tally.copy()) : tallies, own)
}

/** The names of the groups, whose tallies must be over the same categories. */
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
