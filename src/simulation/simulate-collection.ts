import { mean } from '../arrays/sums.ts'
import { type AnyName, requireCatalogue } from '../catalogue/catalogue.ts'
import type { Belief } from '../catalogue/draw-law.ts'
import { pickGiven, requireNumber, requireOptions } from '../check/check.ts'
import { MISSING } from '../domain/domain.ts'
import { isOrdered } from '../domain/read-question.ts'
import { wasserstein } from '../domain/wasserstein.ts'
import type { Collection } from '../loop/collection.ts'
import {
  COLLECTION_OPTIONS,
  type CollectionEstimatorOptions,
  type OfGroupedNumbers,
  type OfGroupedRecords,
  type OfGroups,
  type OfRecords,
  readCollection,
} from '../loop/collection-options.ts'
import { createCollection } from '../loop/estimator.ts'
import { refuseCombined } from '../loop/refused.ts'
import { respondentSide } from '../loop/respondent.ts'
import { seedFor } from '../loop/seed-for.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import type { StrategyName } from '../loop/strategy/strategy-names.ts'
import { partOf, type Work } from '../posterior/chains/work.ts'
import { drain, EFFORT, type Effort, effortOf, requireEffort } from '../posterior/draw-posterior.ts'
import type { KnownTruth } from '../posterior/functional/belief-json.ts'
import type { ByGroup, Grouped } from '../posterior/functional/by-group.ts'
import { lawsOfGroups } from '../posterior/functional/grouped.ts'
import {
  type LawBelief,
  type LawsAsked,
  lawsOf,
  vocabularyOfLaws,
} from '../posterior/functional/law-beliefs.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { Tables } from '../posterior/functional/tables-estimate.ts'
import { type Decision, foundOf, isRight } from '../query/answer.ts'
import { type Laws, termsOf, valuesOf } from '../query/of-query.ts'
import { type Goal, queriesOf } from '../query/parse-goal.ts'
import type { RecordsTruth } from '../query/true-law.ts'
import { stream } from '../random/stream.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import { type JudgedDecision, judged } from './open-run.ts'
import { playParts } from './play-parts.ts'
import { requireStrategies } from './require-strategies.ts'
import { type People, type PeopleOptions, peopleOf } from './simulated-people.ts'

/** Options of a simulation with groups, several questions, or both. */
export interface CollectionSimulateOptions
  extends Omit<CollectionEstimatorOptions, 'strategy' | 'seed'>,
    PeopleOptions,
    Effort {
  /** Each strategy meets the same truth and the same people. */
  readonly strategies: readonly AnyName<StrategyName>[]
  /** Progress of `simulate`, reported from time to time: the amount done, and the total. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Options of a simulation of categories by groups. */
export type GroupedSimulateOptions = OfGroups<CollectionSimulateOptions>
/** Options of a simulation of numbers or scales by groups. */
export type GroupedNumbersSimulateOptions = OfGroupedNumbers<CollectionSimulateOptions>
/** Options of a simulation of several questions. */
export type RecordsSimulateOptions = OfRecords<CollectionSimulateOptions>
/** Options of a simulation of several questions by groups. */
export type GroupedRecordsSimulateOptions = OfGroupedRecords<CollectionSimulateOptions>

/** An estimated distribution, and its distance to the truth. */
export interface EstimatedLaw extends LawBelief {
  /** Number of answers: of all people, or of the group. */
  readonly people: number
  /** The true share of each cell. */
  readonly truth: Float64Array
  /** The distance of the estimate to the truth. */
  readonly totalVariation: number
  /** For a scale or a number: the Wasserstein distance W1, in its units. */
  readonly wasserstein?: number
}

/** The outcome of one strategy. */
export interface SimulatedCollectionRun<B = Belief> {
  /** The name of the strategy. */
  readonly strategy: string
  /** The estimate. */
  readonly posterior: B
  /** Estimates each group from its own answers alone, with the same effort. It is drawn when called. */
  separate(): B
  /** The distribution of each requested group and view, group by group. */
  readonly laws: readonly EstimatedLaw[]
  /** The mean over the laws of their distances to the truth. */
  readonly totalVariation: number
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were answered, as the people who answered have rebuilt them. */
  readonly auditedEpsilon: number
  /** Number of answers at the end of the run. */
  readonly answers: number
  /** How many answers of equal weight these are worth (`DesignWeights`). */
  readonly effective: number
  /** Decision about the goal, or the first of several; absent without one. */
  readonly decision?: JudgedDecision
  /** Decisions about all goals. */
  readonly decisions?: readonly JudgedDecision[]
  /** Whether all decisions' answers are right, settled or not. Absent without a goal. */
  readonly correct?: boolean
}

/** The outcome of a simulation. */
export interface CollectionSimulation<B = Belief, Truth = unknown> {
  /**
   * The truth. For a single question, the distribution of each group, in their order; for several questions, frequencies, tables and
   * associations, or a list of these with one entry a group.
   */
  readonly truth: Truth
  /** The true probabilities of a law's cells and, for two questions, their true association. */
  truthOf(law: Pick<LawBelief, 'about' | 'group'>): KnownTruth
  /** The questions, the way of asking them, and the groups. */
  readonly asked: LawsAsked
  /** Number of people. */
  readonly users: number
  /** The runs, in the order of `strategies`. */
  readonly runs: readonly SimulatedCollectionRun<B>[]
}

/** Outcome of simulating groups of people who hold one category each. */
export type GroupedSimulation = CollectionSimulation<Grouped, readonly Float64Array[]>
/** Outcome of simulating groups of people who have a number or a position on a scale. */
export type GroupedNumbersSimulation = CollectionSimulation<Grouped<NumericEstimate>, readonly Float64Array[]>
/** Outcome of simulating several questions. */
export type RecordsSimulation = CollectionSimulation<Tables, RecordsTruth>
/** Outcome of simulating several questions by groups. */
export type GroupedRecordsSimulation = CollectionSimulation<ByGroup<Tables>, readonly RecordsTruth[]>

/** Each strategy has its own estimator, whose seed is derived from the seed of the simulation. */
const { strategy: _, seed: __, ...OF_ESTIMATOR } = COLLECTION_OPTIONS

const OPTIONS = {
  ...OF_ESTIMATOR,
  truth: true,
  data: true,
  order: true,
  users: true,
  strategies: true,
  ...EFFORT,
  seed: true,
} as const

type Unwatched = Omit<CollectionSimulateOptions, 'onProgress'>

/** Data shared by all runs. */
interface Setting {
  readonly options: Unwatched
  readonly people: People
  readonly asked: LawsAsked
  readonly goals: readonly Goal[]
  readonly side: ReturnType<typeof respondentSide>
}

/**
 * Plays whole collections of several parts.
 *
 * @throws RangeError on a bad option, before anything is run
 */
export function simulateCollection(given: Unwatched): CollectionSimulation<Belief, unknown> {
  return drain(openCollection(given).work)
}

/**
 * A simulation of a collection of several parts, computed step by step.
 *
 * @returns the work, and how many people answer in all
 */
export function openCollection(given: Unwatched) {
  refuseCombined(given)
  const options = requireOptions<Unwatched>(given, OPTIONS)
  const { seed } = options
  requireNumber('epsilon', options.epsilon, { above: 0 })
  requireEffort(effortOf(options))
  const catalogue = requireCatalogue(options.catalogue ?? builtIn)
  const strategies = requireStrategies(options.strategies, catalogue)
  const asking = pickGiven(options, Object.keys(OF_ESTIMATOR) as (keyof typeof OF_ESTIMATOR)[])
  const collectionOptions = { ...asking, catalogue } as Omit<CollectionEstimatorOptions, 'seed'>
  const { asked, goals } = readCollection({ ...collectionOptions, seed })
  // Every estimator is created first, so that bad options are refused before anything is run.
  const estimators = strategies.map(strategy =>
    createCollection({
      ...collectionOptions,
      strategy,
      seed: seedFor(seed, asked.by ? 'groups' : 'records', strategy),
    } as never),
  )
  const side = respondentSide(collectionOptions as never)
  const people = peopleOf(options, side.domain, asked.by)
  const setting: Setting = { options, people, asked, goals, side }
  return { answers: people.users * strategies.length, work: played(setting, strategies, estimators) }
}

function* played(
  setting: Setting,
  strategies: readonly string[],
  estimators: readonly Collection[],
): Work<CollectionSimulation<Belief, unknown>> {
  const { people, asked, side } = setting
  const runs: SimulatedCollectionRun[] = []
  for (let i = 0; i < strategies.length; i++)
    runs.push(yield* partOf(play(setting, strategies[i], estimators[i]), i, strategies.length))
  const truths = side.domain.isSingle
    ? people.laws.map(law => law.law(side.domain.views('singles')[0]))
    : people.laws
  return {
    truth: asked.by ? truths : truths[0],
    truthOf: law => truthOf(law, setting),
    asked,
    users: people.users,
    runs,
  }
}

/** Plays one strategy: each person gets the request of their group, rebuilds its channel, and answers. */
function* play(setting: Setting, strategy: string, estimator: Collection): Work<SimulatedCollectionRun> {
  const { options, people, asked, goals, side } = setting
  const { by } = asked
  const { domain } = side
  const rng = stream(options.seed, 'responses', strategy)
  const asking = playParts({
    users: people.users,
    ask(t) {
      const group = by?.[people.group(t)]
      const cells = people.cells(t)
      const answerable = options.missing && domain.names.filter((_, j) => cells[j] !== MISSING)
      const request = estimator.request(group, answerable)
      const { mechanism, view } = side.open(request)
      const response = mechanism.respond(domain.cell(view, cells), rng)
      const weight = people.weight(t)
      estimator.observe(response, answerable && request, group, weight === undefined ? {} : { weight })
      return mechanism
    },
    decide: goals.length > 0 ? () => estimator.decisions() : undefined,
  })
  const { decisions: last, ...played } = yield* partOf(asking, 0, 2)
  const decisions = last?.map(
    (decision, i): JudgedDecision => ({
      ...decision,
      correct: isDecidedRight(goals[i], decision, setting),
    }),
  )
  const effort = effortOf(options)
  const posterior = yield* partOf(estimator.estimating(effort), 1, 2)
  const laws = lawsOf(posterior as Grouped, asked).map((law): EstimatedLaw => {
    const { shares: truth } = truthOf(law, setting)
    const kind = law.about.length < 2 ? domain.kinds[domain.names.indexOf(law.about[0] ?? '')] : undefined
    return {
      ...law,
      people: estimator.answers(law.group),
      truth,
      totalVariation: totalVariation(law.mean, truth),
      ...(kind && isOrdered(kind) && { wasserstein: wasserstein(kind, law.mean, truth) }),
    }
  })
  return {
    strategy,
    posterior,
    separate: () => estimator.estimate({ ...effort, pooling: false }),
    laws,
    totalVariation: mean(laws.map(law => law.totalVariation)),
    ...played,
    effective: estimator.effective(),
    ...judged(decisions),
  }
}

function truthOf(
  { about, group }: Pick<LawBelief, 'about' | 'group'>,
  { people, asked: { by }, side: { domain } }: Setting,
): KnownTruth & { readonly shares: Float64Array } {
  const law = people.laws[group === undefined ? 0 : by!.indexOf(group)]
  const [a, b] = about
  const shares = law.law(a === undefined ? domain.views('singles')[0] : domain.view(about))
  return { shares, ...(b !== undefined && { association: law.association(a, b) }) }
}

/** Whether a decision is right. A goal about all people weighs groups by their sizes. */
function isDecidedRight(goal: Goal, { answer }: Decision, { people, asked, side }: Setting): boolean {
  const { domain, by } = asked
  const shares = new Float64Array(by?.length ?? 0)
  for (let t = 0; by && t < people.users; t++) shares[people.group(t)] += 1 / people.users
  const lawsOf = (g: number) => (questions: readonly number[]) =>
    people.laws[g].law(
      domain.isSingle
        ? side.domain.views('singles')[0]
        : side.domain.view(questions.map(j => domain.names[j])),
    )
  const laws: Laws = by
    ? lawsOfGroups(by, Array.from(shares), (g, questions) => lawsOf(g)(questions))
    : questions => lawsOf(0)(questions)
  const vocabulary = vocabularyOfLaws(asked)
  const values = queriesOf(goal).map(query => valuesOf(termsOf(query, vocabulary), domain, laws)[0])
  return isRight(goal, foundOf(goal, answer), values)
}
