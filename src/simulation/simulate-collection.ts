import { mean } from '../arrays/sums.ts'
import { type AnyName, requireCatalogue } from '../catalogue/catalogue.ts'
import type { Belief } from '../catalogue/draw-law.ts'
import { requireNumber, requireOptions } from '../check/check.ts'
import { MISSING, type Questions } from '../domain/domain.ts'
import type { By } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'
import { isOrdered } from '../domain/read-question.ts'
import { wasserstein } from '../domain/wasserstein.ts'
import type { CollectionEstimator } from '../loop/collection.ts'
import {
  COLLECTION_OPTIONS,
  type CollectionEstimatorOptions,
  readCollection,
} from '../loop/collection-options.ts'
import { createEstimator } from '../loop/estimator.ts'
import { refuseCombined } from '../loop/refused.ts'
import { respondentSide } from '../loop/respondent.ts'
import { seedFor } from '../loop/seed-for.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import type { StrategyName } from '../loop/strategy/strategy-names.ts'
import { EFFORT, type Effort, effortOf, requireEffort } from '../posterior/draw-posterior.ts'
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
import { stream } from '../random/stream.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import type { JudgedDecision } from './open-run.ts'
import { playParts } from './play-parts.ts'
import { requireStrategies } from './require-strategies.ts'
import { type People, type PeopleOptions, peopleOf } from './simulated-people.ts'
import type { RecordsTruth } from './true-law.ts'

/** What is simulated where people belong to groups, hold several questions, or both. */
export interface CollectionSimulateOptions
  extends Omit<CollectionEstimatorOptions, 'strategy' | 'seed'>,
    PeopleOptions,
    Effort {
  /** Each strategy meets the same truth and the same people. */
  readonly strategies: readonly AnyName<StrategyName>[]
  /** Called from time to time with how much is done, and how much there is to do in all. */
  readonly onProgress?: (done: number, total: number) => void
}

/** What is simulated where people of groups hold one of some categories. */
export interface GroupedSimulateOptions
  extends Omit<CollectionSimulateOptions, 'question' | 'questions' | 'ask'> {
  readonly by: By
  readonly categories: number
}

/** What is simulated where people of groups hold a number or a step of a scale. */
export interface GroupedNumbersSimulateOptions
  extends Omit<CollectionSimulateOptions, 'categories' | 'questions' | 'ask'> {
  readonly by: By
  readonly question: Question
}

/** What is simulated where people hold several questions. */
export interface RecordsSimulateOptions
  extends Omit<CollectionSimulateOptions, 'categories' | 'question' | 'by'> {
  readonly questions: Questions
}

/** What is simulated where people of groups hold several questions. */
export interface GroupedRecordsSimulateOptions extends RecordsSimulateOptions {
  /** The groups, which are public. */
  readonly by: By
}

/** A law that was estimated, and how far it is from the truth. */
export interface EstimatedLaw extends LawBelief {
  /** How many people have answered: all, or those of the group. */
  readonly people: number
  /** The true share of each cell. */
  readonly truth: Float64Array
  /** The distance of the estimate to the truth. */
  readonly totalVariation: number
  /** Of a scale or a number: the Wasserstein distance W1, in its units. */
  readonly wasserstein?: number
}

/** The outcome of one strategy. */
export interface SimulatedCollectionRun<B = Belief> {
  /** The name of the strategy. */
  readonly strategy: string
  /** What the answers say. */
  readonly posterior: B
  /** What each group's answers say about it alone, by the same effort; drawn when it is called. */
  separate(): B
  /** The law of each group and view that was asked about, group by group. */
  readonly laws: readonly EstimatedLaw[]
  /** The mean over the laws of their distances to the truth. */
  readonly totalVariation: number
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were answered, as the people who answered have rebuilt them. */
  readonly auditedEpsilon: number
  /** How many people had answered when the run ended. */
  readonly answers: number
  /** What their answers say about the goal, or the first of several; absent without one. */
  readonly decision?: JudgedDecision
  /** The same of each goal. */
  readonly decisions?: readonly JudgedDecision[]
  /** Whether all decisions' answers are right, settled or not. Absent without a goal. */
  readonly correct?: boolean
}

/** The outcome of a simulation. */
export interface CollectionSimulation<B = Belief, Truth = unknown> {
  /**
   * What is true: of a single question the law of each group, in their order; of several questions frequencies, tables and associations,
   * or a list of these, one a group.
   */
  readonly truth: Truth
  /** The truth of a law, cell by cell, and of two questions how they go together. */
  truthOf(law: Pick<LawBelief, 'about' | 'group'>): KnownTruth
  /** What was asked: the questions, how, and the groups. */
  readonly asked: LawsAsked
  /** How many people there were. */
  readonly users: number
  /** The runs, in the order of `strategies`. */
  readonly runs: readonly SimulatedCollectionRun<B>[]
}

/** The outcome where people of groups hold one of some categories. */
export type GroupedSimulation = CollectionSimulation<Grouped, readonly Float64Array[]>
/** The outcome where people of groups hold a number or a step of a scale. */
export type GroupedNumbersSimulation = CollectionSimulation<ByGroup<NumericEstimate>, readonly Float64Array[]>
/** The outcome where people hold several questions. */
export type RecordsSimulation = CollectionSimulation<Tables, RecordsTruth>
/** The outcome where people of groups hold several questions. */
export type GroupedRecordsSimulation = CollectionSimulation<ByGroup<Tables>, readonly RecordsTruth[]>

/** Each strategy has an estimator of its own, and a seed that follows from that of the simulation. */
const { strategy: _, seed: __, ...OF_ESTIMATOR } = COLLECTION_OPTIONS

const OPTIONS = {
  ...OF_ESTIMATOR,
  truth: true,
  data: true,
  missing: true,
  order: true,
  users: true,
  strategies: true,
  ...EFFORT,
  seed: true,
  onProgress: true,
} as const

/** What all runs have in common. */
interface Setting {
  readonly options: CollectionSimulateOptions
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
export function simulateCollection(given: CollectionSimulateOptions): CollectionSimulation<Belief, unknown> {
  refuseCombined(given)
  const options = requireOptions<CollectionSimulateOptions>(given, OPTIONS)
  const { seed, onProgress = () => {} } = options
  requireNumber('epsilon', options.epsilon, { above: 0 })
  requireEffort(effortOf(options))
  const catalogue = requireCatalogue(options.catalogue ?? builtIn)
  const strategies = requireStrategies(options.strategies, catalogue)
  const asking = Object.entries(options).filter(
    ([name, value]) => name in OF_ESTIMATOR && value !== undefined,
  )
  const collected = { ...Object.fromEntries(asking), catalogue } as Omit<CollectionEstimatorOptions, 'seed'>
  const { asked, goals } = readCollection({ ...collected, seed })
  // All are made first, so that bad options are refused before anything is run.
  const estimators = strategies.map(strategy =>
    createEstimator({
      ...collected,
      strategy,
      seed: seedFor(seed, asked.by ? 'groups' : 'records', strategy),
    } as never),
  ) as unknown as CollectionEstimator[]
  const side = respondentSide(collected as never)
  const people = peopleOf(options, side.domain, asked.by)
  const total = 2 * people.users * strategies.length
  const setting: Setting = { options, people, asked, goals, side }
  const runs = strategies.map((strategy, i) =>
    play(setting, strategy, estimators[i], done => onProgress(2 * people.users * i + done, total)),
  )
  onProgress(total, total)
  const truths = side.domain.isSingle
    ? people.laws.map(law => law.law(side.domain.views('singles')[0]))
    : people.laws
  return {
    truth: asked.by ? truths : truths[0],
    truthOf: law => truthOf(law, setting),
    asked,
    users: people.users,
    runs: runs as never,
  }
}

/** Plays one strategy: everybody gets the request of the own group, rebuilds its channel, and answers. */
function play(
  setting: Setting,
  strategy: string,
  estimator: CollectionEstimator,
  onProgress: (done: number) => void,
): SimulatedCollectionRun {
  const { options, people, asked, goals, side } = setting
  const { by } = asked
  const { domain } = side
  const rng = stream(options.seed, 'responses', strategy)
  const { decisions: last, ...played } = playParts({
    users: people.users,
    ask(t) {
      const group = by?.[people.group(t)]
      const cells = people.cells(t)
      const known = options.missing && domain.names.filter((_, j) => cells[j] !== MISSING)
      const request = estimator.request(group, known)
      const { mechanism, view } = side.open(request)
      const response = mechanism.respond(domain.cell(view, cells), rng)
      estimator.observe(response, known && request, group)
      return mechanism
    },
    decide: goals.length > 0 ? () => estimator.decisions() : undefined,
    onProgress,
  })
  const decisions = last?.map(
    (decision, i): JudgedDecision => ({
      ...decision,
      correct: isDecidedRight(goals[i], decision, setting),
    }),
  )
  const effort = effortOf(options)
  const posterior = estimator.estimate(effort)
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
    ...(decisions && {
      decision: decisions[0],
      decisions,
      correct: decisions.every(({ correct }) => correct),
    }),
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

/** Whether a decision is right: of all people, groups weigh as many as they are. */
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
