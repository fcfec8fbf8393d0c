import { sum } from '../arrays/sums.ts'
import { refuse, requireBoolean, requireInteger } from '../check/check.ts'
import type { Domain } from '../domain/domain.ts'
import { MOST_GROUPS } from '../domain/groups.ts'
import { isOrdered } from '../domain/read-question.ts'
import { type Posterior, withDiagnostics } from '../posterior/chains/posterior.ts'
import { partOf, type Work } from '../posterior/chains/work.ts'
import { drawChains, type PosteriorOptions } from '../posterior/draw-posterior.ts'
import type { ByGroup, Grouped } from '../posterior/functional/by-group.ts'
import { byGroup, pooledBelief, separateBelief } from '../posterior/functional/grouped.ts'
import { type LawsAsked, type OfPeople, viewsOf } from '../posterior/functional/law-beliefs.ts'
import { estimateOf, type NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { Tables } from '../posterior/functional/tables-estimate.ts'
import { chainedGroups, chainedNumber } from '../posterior/hierarchical/draw-numbers.ts'
import { chainedPooled } from '../posterior/hierarchical/pooled-sampler.ts'
import { chainedTables } from '../posterior/joint/draw-tables.ts'
import { logitBasis } from '../posterior/joint/logit-basis.ts'
import { PairTables, singleTables } from '../posterior/joint/table-beliefs.ts'
import type { SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { medianEpsilon } from '../posterior/likelihood/expansion-error.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import { drawKind } from './draw-kind.ts'
import { lawOf, type NumericPrior, requireLaw } from './numeric-prior.ts'
import { SAMPLERS, samplerKind } from './samplers.ts'

/** Options of drawing from a posterior. */
export interface DrawOptions extends Omit<PosteriorOptions, 'prior'> {
  /**
   * Whether groups borrow from each other (default where they can): of categories, `θ_g ~ Dirichlet(α m)` with `m ~ Dirichlet(½)` and `ln α
   * ~ N(ln 10, 1.5²)`; of numbers and scales, by smooth densities whose logarithms differ from a common one by a few smooth functions
   * (`smoothGroups`); of pairs of questions, by factors and margins that groups move (`posterior/joint/joint-law.ts`). Without pooling,
   * each group is estimated from its own answers alone; groups with several questions asked one by one are never pooled.
   */
  readonly pooling?: boolean | undefined
  readonly sampler?: string
  readonly prior?: NumericPrior
  readonly kinds?: readonly SamplerKind[]
}

/** The posterior of a collection, of whatever kind. */
export type Belief = OfPeople | Grouped | Grouped<NumericEstimate> | ByGroup<Tables>

/**
 * Draws from the posterior of a collection. This function alone decides on the model:
 *
 *     one question of categories          Dirichlet, learnt          by groups: pooled, or each by itself
 *     one scale or number                 smooth                     by groups: pooled, or each by itself
 *     several, asked about one by one     each its own               each group by itself
 *     several, asked about in pairs       factors at nodes            by groups: pooled, or each by itself
 *
 * @throws RangeError on a bad option
 */
export function* drawLaw(asked: LawsAsked, tallies: readonly Tally[], options: DrawOptions): Work<Belief> {
  const { pooling, ...effort } = options
  const { domain, by } = asked
  if (pooling !== undefined) requireBoolean('pooling', pooling)
  if (by === undefined) return yield* drawPeople(asked, tallies, effort)
  requireInteger('the number of groups', by.length, 2, MOST_GROUPS)
  const ofGroups = { ...asked, by }
  if (domain.isSingle && pooling !== false) return yield* drawPooled(ofGroups, tallies, effort)
  const isOfPairs = !domain.isSingle && viewsOf(asked).some(({ questions }) => questions.length === 2)
  if (isOfPairs && pooling !== false) return yield* drawPooledTables(ofGroups, tallies, effort)
  if (pooling)
    refuse(
      'pooling',
      pooling,
      'left out: groups are pooled where people are asked one question, or about two',
    )
  const views = tallies.length / by.length
  const beliefs: OfPeople[] = []
  const { seconds } = effort.budget ?? {}
  for (const [g, name] of by.entries()) {
    // A limit in seconds holds for all groups together.
    const budget = seconds !== undefined && { budget: { ...effort.budget, seconds: seconds / by.length } }
    const own = { ...effort, ...budget, seed: `${effort.seed}/${name}` }
    const work = drawPeople(asked, tallies.slice(g * views, (g + 1) * views), own)
    beliefs.push(yield* partOf(work, g, by.length))
  }
  const sizes = sizesOf(tallies, by.length)
  if (!domain.isSingle) return byGroup(ofGroups, beliefs as Tables[], sizes)
  return separateBelief(beliefs as (Posterior | NumericEstimate)[], ofGroups, sizes)
}

function* drawPeople(
  asked: LawsAsked,
  tallies: readonly Tally[],
  options: Omit<DrawOptions, 'pooling'>,
): Work<OfPeople> {
  const { domain } = asked
  if (domain.isSingle) return yield* drawCells(tallies[0], domain, 0, options)
  const [found] = yield* drawSeveral({ ...asked, by: undefined }, tallies, options)
  return tablesOf(domain, found)
}

/** Draws the tables of pooled groups. */
function* drawPooledTables(
  asked: LawsAsked & { readonly by: readonly string[] },
  tallies: readonly Tally[],
  options: Omit<DrawOptions, 'pooling'>,
): Work<ByGroup<Tables>> {
  const { domain, by } = asked
  const found = yield* drawSeveral(asked, tallies, options)
  const beliefs = found.map(each => tablesOf(domain, each))
  return byGroup(asked, beliefs, sizesOf(tallies, by.length), () => [
    ...found[0].tables!.warningsOfGroups,
    ...found.flatMap(({ singles }, g) =>
      [...singles].flatMap(([name, { warnings }]) => warnings.map(text => `${by[g]}: ${name}: ${text}`)),
    ),
  ])
}

function sizesOf(tallies: readonly Tally[], groups: number): number[] {
  const views = tallies.length / groups
  return Array.from({ length: groups }, (_, g) =>
    sum(tallies.slice(g * views, (g + 1) * views).map(({ size }) => size)),
  )
}

/** The answers about some questions together, group by group. */
interface ViewAnswers {
  readonly questions: readonly number[]
  readonly tallies: readonly Tally[]
}

/** Posteriors of several questions: tables of the questions asked in pairs, and the laws of those asked one by one. */
interface Several {
  readonly tables: PairTables | undefined
  readonly singles: ReadonlyMap<string, Posterior | NumericEstimate>
}

function tablesOf(domain: Domain, { tables, singles }: Several): Tables {
  return tables && singles.size === 0 ? tables : singleTables(domain, singles, tables)
}

/** Draws from the posterior of several questions, for each group or for all people. */
function* drawSeveral(
  asked: LawsAsked,
  tallies: readonly Tally[],
  options: Omit<DrawOptions, 'pooling'>,
): Work<Several[]> {
  const { domain, by } = asked
  const own = viewsOf(asked)
  const views = own.map(
    ({ questions }, i): ViewAnswers => ({
      questions,
      tallies: (by ?? ['']).map((_, g) => tallies[g * own.length + i]),
    }),
  )
  const inPairs = new Set(views.flatMap(({ questions }) => (questions.length === 2 ? questions : [])))
  const joint = views.filter(({ questions }) => inPairs.has(questions[0]))
  const singles = views.filter(({ questions }) => !inPairs.has(questions[0]))
  const tables = joint.length > 0 ? yield* drawTables(domain, joint, by?.length ?? 0, options) : undefined
  const found: Several[] = []
  const total = singles.length * (by?.length ?? 1)
  for (const [g, group] of (by ?? ['']).entries()) {
    const estimates = new Map<string, Posterior | NumericEstimate>()
    for (const [i, { questions, tallies }] of singles.entries()) {
      const name = domain.names[questions[0]]
      const seed = [options.seed, ...(by ? [group] : []), name].join(' ')
      const work = drawCells(tallies[g], domain, questions[0], { ...options, seed })
      estimates.set(name, yield* partOf(work, g * singles.length + i, total))
    }
    found.push({ tables: tables?.[g], singles: estimates })
  }
  return found
}

/** Draws the tables of pairs of questions and the laws of single ones, for each group or for all people. */
function* drawTables(
  domain: Domain,
  views: readonly ViewAnswers[],
  groups: number,
  options: Omit<DrawOptions, 'pooling'>,
): Work<PairTables[]> {
  const part = domain.part(
    domain.names.filter((_, j) => views.some(({ questions }) => questions.includes(j))),
  )
  const placeOf = (j: number) => part.names.indexOf(domain.names[j])
  const asked = views.map(({ questions: [a, b], tallies }) => ({
    a: placeOf(a),
    b: b === undefined ? -1 : placeOf(b),
    tallies,
  }))
  const chained = chainedTables({ bases: part.kinds.map(logitBasis), views: asked, groups })
  const draws = yield* drawChains(chained, options)
  const all = Math.max(1, groups)
  return Array.from({ length: all }, (_, g) => new PairTables(part, asked, draws, g, all))
}

/** Draws the estimate of one question. */
function* drawCells(
  tally: Tally,
  { kinds: questions }: Domain,
  j: number,
  { kinds = SAMPLERS, ...options }: Omit<DrawOptions, 'pooling'>,
): Work<Posterior | NumericEstimate> {
  const question = questions[j]
  const range = isOrdered(question) ? question : undefined
  const { sampler, prior: given, ...effort } = options
  const { prior, kind: smooth } = lawOf(options, range)
  const kind = smooth ?? samplerKind(sampler, kinds, tally.categories, medianEpsilon(tally), tally, prior)
  if (range !== undefined) requireLaw(kind, given)
  const cells =
    smooth !== undefined && range !== undefined
      ? withDiagnostics(yield* drawChains(chainedNumber(tally, range), effort))
      : yield* drawKind(tally, kind, prior === undefined ? effort : { ...effort, prior })
  return estimateOf(question, cells)
}

function* drawPooled(
  asked: LawsAsked & { readonly by: readonly string[] },
  groups: readonly Tally[],
  effort: Omit<DrawOptions, 'pooling'>,
): Work<Grouped | Grouped<NumericEstimate>> {
  const [kind] = asked.domain.kinds
  const sizes = groups.map(({ size }) => size)
  const chained = isOrdered(kind) ? chainedGroups(groups, kind) : chainedPooled(groups)
  return pooledBelief(yield* drawChains(chained, effort), asked, sizes)
}
