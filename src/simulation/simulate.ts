import { type AnyName, type Catalogue, requireCatalogue } from '../catalogue/catalogue.ts'
import type { NumericPrior } from '../catalogue/numeric-prior.ts'
import type { SamplerName } from '../catalogue/samplers.ts'
import {
  isObject,
  refuse,
  requireInteger,
  requireNumber,
  requireOptions,
  type Vector,
} from '../check/check.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { isOfParts } from '../loop/collection-options.ts'
import type { EngineOptions } from '../loop/engine-options.ts'
import type { Memory } from '../loop/memory/memory.ts'
import { type Named, numbered } from '../loop/named-categories.ts'
import { readOneQuestion } from '../loop/one-question.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import type { StrategyName } from '../loop/strategy/strategy-names.ts'
import { EFFORT, type Effort, effortOf, requireEffort } from '../posterior/draw-posterior.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import type { GivenGoal, GoalGuarantee } from '../query/parse-goal.ts'
import type { Robust } from '../risk/robust-means.ts'
import { temper } from '../simplex/temper.ts'
import { inCells, type NumbersOptions } from './in-cells.ts'
import { type OpenRun, openRun, type SimulatedNumericRun, type SimulatedRun } from './open-run.ts'
import { createPopulation, type PopulationOptions } from './population.ts'
import { requireStrategies } from './require-strategies.ts'
import {
  type GroupedNumbersSimulateOptions,
  type GroupedNumbersSimulation,
  type GroupedRecordsSimulateOptions,
  type GroupedRecordsSimulation,
  type GroupedSimulateOptions,
  type GroupedSimulation,
  type RecordsSimulateOptions,
  type RecordsSimulation,
  simulateCollection,
} from './simulate-collection.ts'

/** What is simulated. */
export interface SimulateOptions extends PopulationOptions, Effort {
  /** Categories are given by `categories`, or as a question by their number or names. */
  readonly question?: never
  /** Each strategy meets the same truth and the same people. */
  readonly strategies: readonly AnyName<StrategyName>[]
  /** The privacy level ε of every answer, above 0, in nats. */
  readonly epsilon: number
  /** People who answer the same request before the posterior moves; default 1. */
  readonly groupSize?: number
  /** Default `'learned'`; 1 with a sampler that cannot learn it, such as `sgld` and `sgrld`. */
  readonly prior?: Prior
  /**
   * The public prior q, for the strategy `public-prior`: weights, or the truth to a power (see `temper`). The latter is an
   * oracle, for experiments on how much a prior of some quality is worth; nobody who collects answers has it.
   */
  readonly publicPrior?: Vector | { readonly tempered: number }
  /** Default `'auto'`, an exact sampler; `'sgld'` has the paper's settings with the horizon `users`. */
  readonly sampler?: AnyName<SamplerName>
  /** How much old answers count; default `'all'`, as much as new ones. */
  readonly memory?: Memory
  /**
   * At how many numbers of answers a run records how far it is; default 0. They are in geometric progression or, if the truth moves,
   * at even distances.
   */
  readonly checkpoints?: number
  /**
   * Whether runs have a band that holds at every look (`confidenceSequence`), of 95 % for each category whatever the confidence of a
   * goal is; default false.
   */
  readonly anytime?: boolean
  /**
   * Makes runs look for changes (`changeDetector`). While there is no change, the mean number of answers between two false alarms
   * is at least this.
   */
  readonly runLength?: number
  /** Up to this share of the people may send arbitrary answers: the intervals of runs hold for all others, and `auto` is careful. */
  readonly robust?: Robust
  /** Where the names of strategies and samplers are looked up; default `builtIn`. */
  readonly catalogue?: Catalogue
  /** What is to be settled (see `parseGoal`). Each run ends when it is, or when all have answered, and `auto` chooses what settles it soonest. */
  readonly goal?: GivenGoal
  /** Several of them; runs end when all are settled. */
  readonly goals?: readonly GivenGoal[]
  /** How sure the answer to the goal has to be; default 0.95. */
  readonly confidence?: number
  /** What settled answers promise: over truths drawn from the prior (`'posterior'`, the default), or for every truth (`'anytime'`). */
  readonly guarantee?: GoalGuarantee
  /**
   * Called from time to time with how much is done and how much there is to do in all: the answers of all strategies, and as much
   * again for their estimates.
   */
  readonly onProgress?: (done: number, total: number) => void
}

/** What is simulated where people hold numbers. */
export interface NumericSimulateOptions
  extends NumbersOptions,
    Omit<SimulateOptions, keyof NumbersOptions | 'categories' | 'question' | 'prior'> {
  /** The range of the numbers, `{ from, to, bins }` or `{ edges }`. */
  readonly question: OrderedQuestion
  /** Default `'smooth'`: a smooth density, with atoms below and above the range. Or a Dirichlet prior of the cells. */
  readonly prior?: NumericPrior
}

const OPTIONS = {
  categories: true,
  question: true,
  truth: true,
  data: true,
  order: true,
  users: true,
  strategies: true,
  epsilon: true,
  groupSize: true,
  prior: true,
  publicPrior: true,
  sampler: true,
  memory: true,
  ...EFFORT,
  checkpoints: true,
  anytime: true,
  runLength: true,
  robust: true,
  catalogue: true,
  goal: true,
  goals: true,
  confidence: true,
  guarantee: true,
  seed: true,
  onProgress: true,
} as const

/** The outcome of a simulation. */
export interface Simulation<Run = SimulatedRun> {
  /** The names of the categories, if they have any. */
  readonly categories?: readonly string[]
  /** The true distribution; if it moves, its mean over all people. */
  readonly truth: Float64Array
  /** How many people there were. */
  readonly users: number
  /** The runs, in the order of `strategies`. */
  readonly runs: Run[]
}

/** A simulation that has not been played to its end: one run per strategy, each at its own pace. */
export interface OpenSimulation<Run = SimulatedRun> {
  /** The true distribution; if it moves, its mean over all people. */
  readonly truth: Float64Array
  /** How many people there are. */
  readonly users: number
  /** The runs, in the order of `strategies`. */
  readonly runs: OpenRun<Run>[]
}

/** Answers between two calls of `onProgress`. */
const PROGRESS_EVERY = 1000

/**
 * Plays whole collections: people answer one by one or in batches, and each strategy adapts. All strategies meet the same
 * truth and the same people. With `by`, people belong to groups, and with `questions` they hold records
 * (`createEstimator`).
 *
 * @throws RangeError on a bad option, before anything is run
 * @example
 * const { runs } = simulate({ categories: 20, truth: { dirichlet: 0.1 }, users: 10_000,
 *   strategies: ['fisher', 'srr'], epsilon: 1, seed: 1 })
 * runs[0].totalVariation
 * @example
 * const regions = simulate({ categories: 3, by: ['north', 'south'], truth: [[0.5, 0.3, 0.2], [0.4, 0.4, 0.2]], users: 200,
 *   strategies: ['srr'], epsilon: 1, draws: 50, seed: 1 })
 * regions.runs[0].posterior.difference('north', 'south').mean.length // 3
 * @example
 * const survey = simulate({ questions: { smokes: 2, age: 3 }, truth: { dirichlet: 1 }, users: 200, strategies: ['auto'],
 *   epsilon: 2, draws: 50, seed: 1 })
 * survey.runs[0].posterior.association('smokes', 'age').cramersV.interval(0.95)
 * survey.truth.association('smokes', 'age').cramersV
 */
export function simulate(options: NumericSimulateOptions): Simulation<SimulatedNumericRun>
export function simulate(options: GroupedRecordsSimulateOptions): GroupedRecordsSimulation
export function simulate(options: RecordsSimulateOptions): RecordsSimulation
export function simulate(options: GroupedSimulateOptions | Named<GroupedSimulateOptions>): GroupedSimulation
export function simulate(options: GroupedNumbersSimulateOptions): GroupedNumbersSimulation
export function simulate(options: SimulateOptions | Named<SimulateOptions>): Simulation
export function simulate(given: object): never {
  const { options, names } = numbered(given as SimulateOptions)
  if (isObject(options) && isOfParts(options))
    return simulateCollection({ ...options, ...(names && { categories: names }) } as never) as never
  const { truth, users, runs } = createSimulation(given as SimulateOptions)
  const { onProgress } = options
  const total = 2 * users * runs.length
  const played = runs.map((run, index) => {
    const before = 2 * users * index
    let reported = 0
    do {
      if (onProgress && run.answers >= reported) {
        onProgress(before + run.answers, total)
        reported = run.answers + PROGRESS_EVERY
      }
    } while (run.step())
    return run.end(onProgress && (share => onProgress(before + users + Math.floor(users * share), total)))
  })
  return { ...(names && { categories: names }), truth, users, runs: played } as never
}

/**
 * The simulation of `simulate`, to be played step by step. When all people have answered, the runs give what `simulate`
 * gives, to the last digit, in whatever order they take their steps. `onProgress` is not called.
 *
 * @throws RangeError on a bad option, before anything is run
 * @example
 * const { truth, runs } = createSimulation({ categories: 5, truth: { dirichlet: 1 }, users: 100,
 *   strategies: ['auto'], epsilon: 1, seed: 1 })
 * runs[0].step() // true: somebody has answered
 * runs[0].mechanism?.name // how
 * while (runs[0].step()) continue
 * totalVariation(runs[0].end().estimate, truth)
 */
export function createSimulation(options: NumericSimulateOptions): OpenSimulation<SimulatedNumericRun>
export function createSimulation(options: SimulateOptions | Named<SimulateOptions>): OpenSimulation
export function createSimulation(
  given: SimulateOptions | Named<SimulateOptions> | NumericSimulateOptions,
): OpenSimulation<never> {
  const { options, names } = numbered(given as SimulateOptions)
  for (const name of ['by', 'questions']) {
    if (isObject(options) && name in options) {
      refuse(name, 'given', 'left out: only simulate plays collections of several parts')
    }
  }
  requireOptions<object>(options, OPTIONS)
  const { seed } = options
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const effort = effortOf(options)
  requireEffort(effort)
  const catalogue = requireCatalogue(options.catalogue ?? builtIn)
  const strategies = requireStrategies(options.strategies, catalogue)
  const groupSize = requireInteger('groupSize', options.groupSize ?? 1, 1)
  const { question } = options as { question?: OrderedQuestion }
  const range = question === undefined ? undefined : readOneQuestion({ ...options, question }).range
  const people = range ? inCells(options as unknown as NumericSimulateOptions, range) : options
  const population = createPopulation(people, groupSize)
  const { truth, users } = population
  const checkpoints = requireInteger('checkpoints', options.checkpoints ?? 0, 0)
  const publicPrior = requirePublicPrior(options.publicPrior, truth)
  const { prior, sampler, memory, robust, goal, goals, confidence, guarantee, anytime, runLength } = options
  const runs = strategies.map(strategy => {
    const engine: EngineOptions & { readonly strategy: string } = {
      categories: truth.length,
      ...(question !== undefined && { question }),
      epsilon,
      strategy,
      horizon: users,
      catalogue,
      ...(prior !== undefined && { prior }),
      ...(publicPrior !== undefined && { publicPrior }),
      ...(sampler !== undefined && { sampler }),
      ...(memory !== undefined && { memory }),
      ...(robust !== undefined && { robust }),
      ...(goal !== undefined && { goal }),
      ...(goals && { goals }),
      ...(confidence !== undefined && { confidence }),
      ...(guarantee !== undefined && { guarantee }),
      ...(anytime !== undefined && { anytime }),
      ...(runLength !== undefined && { runLength }),
    }
    return openRun({ engine, labels: names, population, groupSize, checkpoints, effort, seed })
  })
  return { truth, users, runs: runs as never }
}

function requirePublicPrior(
  publicPrior: SimulateOptions['publicPrior'],
  truth: Float64Array,
): Vector | undefined {
  if (typeof publicPrior !== 'object' || publicPrior === null || !('tempered' in publicPrior))
    return publicPrior
  requireOptions(publicPrior, { tempered: true }, 'publicPrior')
  return temper(truth, requireNumber('publicPrior.tempered', publicPrior.tempered, { min: 0 }))
}
