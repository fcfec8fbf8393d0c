import { type AnyName, type Catalogue, requireCatalogue } from '../catalogue/catalogue.ts'
import { requireNumber, requireOptions } from '../check/check.ts'
import {
  attributesOf,
  domainAsked,
  isRightOfRecords,
  type RecordsDecision,
  type RecordsGoal,
  requireRecordsGoal,
} from '../goal/records-goal.ts'
import { createEstimator } from '../loop/estimator.ts'
import { refuseCombined } from '../loop/part-estimators.ts'
import { NOT_WITH_ATTRIBUTES } from '../loop/records-estimator.ts'
import { recordSide } from '../loop/respondent.ts'
import { seedFor } from '../loop/seed-for.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import type { StrategyName } from '../loop/strategy/strategy-names.ts'
import { EFFORT, type Effort, effortOf, requireEffort } from '../posterior/draw-posterior.ts'
import type { Tables } from '../posterior/hierarchical/tables-estimate.ts'
import { stream } from '../random/stream.ts'
import { RecordDomain, type View } from '../records/attributes.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import { type PeopleOfRecords, peopleOfRecords, type RecordPeopleOptions } from './people-of-records.ts'
import { playParts } from './play-parts.ts'
import type { RecordsTruth } from './records-truth.ts'
import { requireStrategies } from './require-strategies.ts'

/** What is simulated where people hold records. */
export interface RecordsSimulateOptions extends RecordPeopleOptions, Effort {
  /** What each person is asked about: a pair of attributes, for tables (the default), or one, for their frequencies alone. */
  readonly ask?: 'pairs' | 'singles'
  /** Each strategy meets the same truth and the same people. */
  readonly strategies: readonly AnyName<StrategyName>[]
  /** The privacy level ε of every answer, for the whole record, above 0, in nats. */
  readonly epsilon: number
  /** A question about two attributes. Each run ends when it is settled, or when all people have answered. */
  readonly goal?: RecordsGoal
  /** How sure the answer to the goal has to be; default 0.95. */
  readonly confidence?: number
  /** Where the names of strategies are looked up; default `builtIn`. */
  readonly catalogue?: Catalogue
  /** Called from time to time with how much is done, and how much there is to do in all. */
  readonly onProgress?: (done: number, total: number) => void
}

/** How far the estimate of a view is from the truth. */
export interface ViewError {
  /** The attributes of the view. */
  readonly about: readonly string[]
  /** The distance of its table, or of its frequencies if it is one attribute. */
  readonly totalVariation: number
}

/** The outcome of one strategy where people hold records. */
export interface SimulatedRecordsRun {
  /** The name of the strategy. */
  readonly strategy: string
  /** What the answers say about the tables; with `ask: 'singles'`, about each attribute. */
  readonly posterior: Tables
  /** Of each view that was asked about, the distance of its estimate to the truth. */
  readonly totalVariations: readonly ViewError[]
  /** Their mean over the views. */
  readonly totalVariation: number
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were answered, as the people who answered have rebuilt them. */
  readonly auditedEpsilon: number
  /** How many people had answered when the run ended. */
  readonly answers: number
  /** What their answers say about the goal; absent without one. */
  readonly decision?: RecordsDecision
  /** Whether the decision's answer is right, settled or not: of a table, in every cell. Absent without a goal. */
  readonly correct?: boolean
}

/** The outcome of a simulation of records. */
export interface RecordsSimulation {
  /** The true frequencies, tables and associations. */
  readonly truth: RecordsTruth
  /** How many people there were. */
  readonly users: number
  /** The runs, in the order of `strategies`. */
  readonly runs: readonly SimulatedRecordsRun[]
}

const OPTIONS = {
  attributes: true,
  ask: true,
  truth: true,
  data: true,
  order: true,
  users: true,
  strategies: true,
  epsilon: true,
  goal: true,
  confidence: true,
  ...EFFORT,
  catalogue: true,
  seed: true,
  onProgress: true,
} as const

/** Options of other simulations that do not combine with attributes, and why. */
const REFUSED = {
  ...NOT_WITH_ATTRIBUTES,
  groupSize: 'left out with attributes, whose people answer one by one',
  checkpoints: 'left out with attributes, whose runs have no trajectory',
}

/** What all runs have in common. */
interface Setting {
  readonly options: RecordsSimulateOptions
  readonly people: PeopleOfRecords
  /** What is asked about. */
  readonly views: readonly View[]
  readonly goal?: RecordsGoal
}

/**
 * Plays whole collections of records.
 *
 * @throws RangeError on a bad option, before anything is run
 */
export function simulateRecords(given: RecordsSimulateOptions): RecordsSimulation {
  refuseCombined(given, REFUSED)
  const options = requireOptions<RecordsSimulateOptions>(given, OPTIONS)
  const { attributes, ask = 'pairs', onProgress = () => {} } = options
  requireNumber('epsilon', options.epsilon, { above: 0 })
  requireEffort(effortOf(options))
  const strategies = requireStrategies(options.strategies, requireCatalogue(options.catalogue ?? builtIn))
  // All are made first, so that bad options are refused before anything is run.
  const estimators = strategies.map(strategy => estimatorOf(options, strategy))
  const domain = new RecordDomain(attributes)
  const people = peopleOfRecords(options, domain)
  const goal = options.goal && requireRecordsGoal(options.goal, domain.names)
  const setting = { options, people, views: domainAsked(domain, goal).views(ask), ...(goal && { goal }) }
  const total = 2 * people.users * strategies.length
  const runs = strategies.map((strategy, i) =>
    play(setting, { strategy, estimator: estimators[i] }, done =>
      onProgress(2 * people.users * i + done, total),
    ),
  )
  onProgress(total, total)
  return { truth: people.truth, users: people.users, runs }
}

function estimatorOf(options: RecordsSimulateOptions, strategy: string) {
  const { attributes, ask, epsilon, goal, confidence, catalogue, seed } = options
  return createEstimator({
    attributes,
    ...(ask !== undefined && { ask }),
    epsilon,
    strategy,
    ...(goal !== undefined && { goal }),
    ...(confidence !== undefined && { confidence }),
    ...(catalogue && { catalogue }),
    seed: seedFor(seed, 'records', strategy),
  })
}

/** Plays one strategy: everybody gets the request, rebuilds its channel, and answers. */
function play(
  { options, people, views, goal }: Setting,
  { strategy, estimator }: { strategy: string; estimator: ReturnType<typeof estimatorOf> },
  onProgress: (done: number) => void,
): SimulatedRecordsRun {
  const { attributes, epsilon, catalogue = builtIn, seed } = options
  const side = recordSide({ attributes, epsilon, catalogue })
  const rng = stream(seed, 'responses', strategy)
  const { decision, ...played } = playParts({
    users: people.users,
    ask(t) {
      const { mechanism, cell } = side.open(estimator.request())
      estimator.observe(mechanism.respond(cell(people.record(t)), rng))
      return mechanism
    },
    decide: goal && (() => estimator.decision()),
    onProgress,
  })
  const posterior = estimator.estimate(effortOf(options))
  const totalVariations = views.map(({ about }) => ({
    about,
    totalVariation: distanceOf(about, posterior, people.truth),
  }))
  return {
    strategy,
    posterior,
    totalVariations,
    totalVariation:
      totalVariations.reduce((sum, { totalVariation }) => sum + totalVariation, 0) / views.length,
    ...played,
    ...(goal && decision && { decision, correct: isRight(goal, decision, people.truth) }),
  }
}

/** How far the estimate of a view is from its truth. */
function distanceOf([a, b]: readonly string[], posterior: Tables, truth: RecordsTruth): number {
  if (b === undefined) return totalVariation(posterior.marginal(a).mean, truth.marginal(a))
  return totalVariation(posterior.table(a, b).mean.flat(), truth.table(a, b).flat())
}

function isRight(goal: RecordsGoal, { answer }: RecordsDecision, truth: RecordsTruth): boolean {
  const [a, b] = attributesOf(goal)
  const { cramersV } = truth.association(a, b)
  return isRightOfRecords(goal, answer, { table: truth.table(a, b), cramersV })
}
