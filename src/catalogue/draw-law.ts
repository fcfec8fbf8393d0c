import { sum } from '../arrays/sums.ts'
import { refuse, requireBoolean, requireInteger } from '../check/check.ts'
import type { Domain } from '../domain/domain.ts'
import { MOST_GROUPS } from '../domain/groups.ts'
import { isOrdered } from '../domain/read-question.ts'
import { defaultSteps, workOfStep } from '../posterior/chains/default-work.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { drawChains, drawingOf, type PosteriorOptions } from '../posterior/draw-posterior.ts'
import type { ByGroup, Grouped } from '../posterior/functional/by-group.ts'
import { byGroup, pooledBelief, separateBelief } from '../posterior/functional/grouped.ts'
import { type LawsAsked, type OfPeople, viewsOf } from '../posterior/functional/law-beliefs.ts'
import { estimateOf, type NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { Tables } from '../posterior/functional/tables-estimate.ts'
import { chainedTables } from '../posterior/hierarchical/draw-tables.ts'
import type { PairTally } from '../posterior/hierarchical/latent-classes.ts'
import { pooledSampler } from '../posterior/hierarchical/pooled-sampler.ts'
import { PairTables, singleTables } from '../posterior/hierarchical/table-beliefs.ts'
import type { SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { medianEpsilon } from '../posterior/likelihood/expansion-error.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import { lawOf, type NumericPrior, requireLaw } from './numeric-prior.ts'
import { SAMPLERS, samplerKind } from './samplers.ts'

/** How the law is drawn. */
export interface DrawOptions extends Omit<PosteriorOptions, 'prior'> {
  /**
   * Whether groups borrow from each other (default), `θ_g ~ Dirichlet(α m)` with `m ~ Dirichlet(½)` and `ln α ~ N(ln 10, 1.5²)`; or each
   * is estimated from its own answers alone, as groups always are that hold anything but one of some categories.
   */
  readonly pooling?: boolean | undefined
  readonly sampler?: string
  readonly prior?: NumericPrior
  readonly kinds?: readonly SamplerKind[]
}

/** What is believed. */
export type Belief = OfPeople | Grouped | ByGroup<NumericEstimate> | ByGroup<Tables>

/** The work of a pooled step, in steps of a chain for each group. */
const WORK = 8
/** The steps in which the widths of the sweeps are tuned, and chains that start apart come together. */
const WARMUP = 200

/**
 * Draws the law that answers are columns of. Which one that is, is said here alone:
 *
 *     one question of categories          Dirichlet, learnt          by groups: pooled, or each by itself
 *     one scale or number                 smooth                     each group by itself
 *     several, asked about one by one     each its own               each group by itself
 *     several, asked about in pairs       latent classes             each group by itself
 *
 * @throws RangeError on a bad option
 */
export function* drawLaw(
  asked: LawsAsked,
  tallies: readonly Tally[],
  options: DrawOptions,
): Generator<number, Belief> {
  const { pooling, ...effort } = options
  const { domain, by } = asked
  if (pooling !== undefined) requireBoolean('pooling', pooling)
  if (by === undefined) return yield* drawPeople(asked, tallies, effort)
  requireInteger('the number of groups', by.length, 2, MOST_GROUPS)
  const isOfCategories = domain.isSingle && !isOrdered(domain.kinds[0])
  const ofGroups = { ...asked, by }
  if (isOfCategories && pooling !== false) return yield* drawPooled(ofGroups, tallies, effort)
  if (pooling)
    refuse('pooling', pooling, 'left out: groups are pooled where each person holds one of some categories')
  const views = tallies.length / by.length
  const beliefs: OfPeople[] = []
  const { seconds } = effort.budget ?? {}
  for (const [g, name] of by.entries()) {
    // A limit in seconds is that of all groups together.
    const budget = seconds !== undefined && { budget: { ...effort.budget, seconds: seconds / by.length } }
    const own = { ...effort, ...budget, seed: `${effort.seed}/${name}` }
    const work = drawPeople(asked, tallies.slice(g * views, (g + 1) * views), own)
    beliefs.push(yield* partOf(work, g, by.length))
  }
  const sizes = by.map((_, g) => sum(tallies.slice(g * views, (g + 1) * views).map(({ size }) => size)))
  if (!isOfCategories) return byGroup(ofGroups, beliefs as NumericEstimate[], sizes)
  return separateBelief(beliefs as Posterior[], ofGroups, sizes)
}

function* drawPeople(
  asked: LawsAsked,
  tallies: readonly Tally[],
  options: Omit<DrawOptions, 'pooling'>,
): Generator<number, OfPeople> {
  const { domain } = asked
  if (domain.isSingle) return yield* drawCells(tallies[0], domain, 0, options)
  const views = viewsOf(asked).map(({ questions }, i) => ({ questions, tally: tallies[i] }))
  const pairs = views.filter(({ questions }) => questions.length === 2)
  const singles = views.filter(({ questions }) => questions.length === 1)
  const tables = pairs.length > 0 ? yield* drawTables(domain, pairs, options) : undefined
  if (tables && singles.length === 0) return tables
  const estimates = new Map<string, Posterior | NumericEstimate>()
  for (const [i, { questions, tally }] of singles.entries()) {
    const name = domain.names[questions[0]]
    const work = drawCells(tally, domain, questions[0], { ...options, seed: `${options.seed} ${name}` })
    estimates.set(name, yield* partOf(work, i, singles.length))
  }
  return singleTables(domain, estimates, tables)
}

/** The tables of some pairs of questions, by the law of the questions that are in them. */
function* drawTables(
  domain: Domain,
  views: readonly { readonly questions: readonly number[]; readonly tally: Tally }[],
  options: Omit<DrawOptions, 'pooling'>,
): Generator<number, PairTables> {
  const part = domain.part(
    domain.names.filter((_, j) => views.some(({ questions }) => questions.includes(j))),
  )
  const placeOf = (j: number) => part.names.indexOf(domain.names[j])
  const pairs: PairTally[] = views.map(({ questions: [a, b], tally }) => ({
    a: placeOf(a),
    b: placeOf(b),
    tally,
  }))
  const chained = chainedTables(part.sizes, pairs)
  return new PairTables(part, pairs, yield* drawChains(chained, options))
}

/** What the answers about one question say. */
function* drawCells(
  tally: Tally,
  { kinds: questions }: Domain,
  j: number,
  { kinds = SAMPLERS, ...options }: Omit<DrawOptions, 'pooling'>,
): Generator<number, Posterior | NumericEstimate> {
  const question = questions[j]
  const range = isOrdered(question) ? question : undefined
  const { sampler, prior: given, ...effort } = options
  const { prior, kind: smooth } = lawOf(options, range)
  const kind = smooth ?? samplerKind(sampler, kinds, tally.categories, medianEpsilon(tally), tally, prior)
  if (range !== undefined) requireLaw(kind, given)
  const cells = yield* drawingOf(tally, kind, prior === undefined ? effort : { ...effort, prior })
  return estimateOf(question, cells)
}

function* drawPooled(
  asked: LawsAsked & { readonly by: readonly string[] },
  groups: readonly Tally[],
  effort: Omit<DrawOptions, 'pooling'>,
): Generator<number, Grouped> {
  const width = asked.by.length * groups[0].categories + 1
  const work = WORK * groups.reduce((sum, tally) => sum + workOfStep(tally), 0)
  const chained = {
    name: 'pooled',
    width,
    warmup: WARMUP,
    bounded: (chains: number, warmup: number) => defaultSteps(work, width, chains, warmup),
    create: (warmup: number) => pooledSampler(groups, warmup),
  }
  const sizes = groups.map(({ size }) => size)
  return pooledBelief(yield* drawChains(chained, effort), asked, sizes)
}

/** One of several works, each of which takes the same share of the whole. */
function* partOf<T>(work: Generator<number, T>, place: number, parts: number): Generator<number, T> {
  for (;;) {
    const next = work.next()
    if (next.done) return next.value
    yield (place + next.value) / parts
  }
}
