import { type AnyName, requireCatalogue } from '../catalogue/catalogue.ts'
import type { NumericPrior } from '../catalogue/numeric-prior.ts'
import {
  isObject,
  pickGiven,
  refuse,
  requireInteger,
  requireNumber,
  requireObject,
  requireOptions,
  type Vector,
} from '../check/check.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { isOfParts } from '../loop/collection-options.ts'
import { ENGINE_OPTIONS, type EngineOptions } from '../loop/engine-options.ts'
import { type Named, numbered } from '../loop/named-categories.ts'
import { readOneQuestion } from '../loop/one-question.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import type { StrategyName } from '../loop/strategy/strategy-names.ts'
import { partOf, type Work } from '../posterior/chains/work.ts'
import {
  drain,
  drainInSlices,
  EFFORT,
  type Effort,
  effortOf,
  requireEffort,
  type Watch,
} from '../posterior/draw-posterior.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import { temper } from '../simplex/temper.ts'
import { inCells, type NumbersOptions } from './in-cells.ts'
import {
  type EndingRun,
  type OpenRun,
  openRun,
  type SimulatedNumericRun,
  type SimulatedRun,
} from './open-run.ts'
import { createPopulation, type PopulationOptions } from './population.ts'
import { requireStrategies } from './require-strategies.ts'
import {
  type GroupedNumbersSimulateOptions,
  type GroupedNumbersSimulation,
  type GroupedRecordsSimulateOptions,
  type GroupedRecordsSimulation,
  type GroupedSimulateOptions,
  type GroupedSimulation,
  openCollection,
  type RecordsSimulateOptions,
  type RecordsSimulation,
} from './simulate-collection.ts'

/** Options of a simulation. A run ends when its goals are settled, or all have answered. */
export interface SimulateOptions
  extends PopulationOptions,
    Effort,
    Pick<
      EngineOptions,
      | ('epsilon' | 'sampler' | 'memory' | 'robust' | 'anytime' | 'runLength' | 'catalogue')
      | ('goal' | 'goals' | 'confidence' | 'guarantee')
    > {
  /** Only for numbers: give categories by `categories`. */
  readonly question?: never
  /** Each strategy meets the same truth and the same people. */
  readonly strategies: readonly AnyName<StrategyName>[]
  /** People who answer the same request before the posterior moves; default 1. */
  readonly groupSize?: number
  /** Default `'learned'`; 1 with a sampler that cannot learn it, such as `sgld` and `sgrld`. */
  readonly prior?: Prior
  /**
   * The public prior q, for the strategy `public-prior`: weights, or the truth to a power (see `temper`). The latter is an
   * oracle, for experiments on how much a prior of some quality is worth; nobody who collects answers has it.
   */
  readonly publicPrior?: Vector | { readonly tempered: number }
  /** Number of checkpoints of a run; default 0. They are in geometric progression or, if the truth moves, at even distances. */
  readonly checkpoints?: number
  /**
   * Progress, reported from time to time: the amount done, and the total. The total is the answers of all strategies, and as much again for
   * their estimates.
   */
  readonly onProgress?: (done: number, total: number) => void
}

/** Options of a simulation of numbers. */
export interface NumericSimulateOptions
  extends NumbersOptions,
    Omit<SimulateOptions, keyof NumbersOptions | 'categories' | 'question' | 'prior'> {
  /** The range of the numbers, `{ from, to, bins }` or `{ edges }`. */
  readonly question: OrderedQuestion
  /** Default `'smooth'`: a smooth density, with atoms below and above the range. Or a Dirichlet prior of the cells. */
  readonly prior?: NumericPrior
}

/** `strategies` replaces `strategy`, and the number of people is the horizon. */
const { strategy: _, horizon: __, ...OF_ENGINE } = ENGINE_OPTIONS

const ENGINE_NAMES = Object.keys(OF_ENGINE) as (keyof typeof OF_ENGINE)[]

const OPTIONS = {
  ...OF_ENGINE,
  truth: true,
  data: true,
  order: true,
  users: true,
  strategies: true,
  groupSize: true,
  ...EFFORT,
  checkpoints: true,
  seed: true,
  onProgress: true,
} as const

/** The outcome of a simulation. */
export interface Simulation<Run = SimulatedRun> {
  /** The names of the categories, if they have any. */
  readonly categories?: readonly string[]
  /** The true distribution; if it moves, its mean over all people. */
  readonly truth: Float64Array
  /** Number of people. */
  readonly users: number
  /** The runs, in the order of `strategies`. */
  readonly runs: Run[]
}

/** A simulation that has not been played to its end: one run per strategy, each at its own pace. */
export interface OpenSimulation<Run = SimulatedRun> {
  /** The true distribution; if it moves, its mean over all people. */
  readonly truth: Float64Array
  /** Number of people. */
  readonly users: number
  /** The runs, in the order of `strategies`. */
  readonly runs: OpenRun<Run>[]
}

/** Number of answers between two reports of progress. */
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
  const { work, onShare } = opened(given as SimulateOptions)
  return drain(work, onShare) as never
}

/** Additional options of `simulateAsync`. */
export type SimulationWatch = Omit<Watch, 'onProgress'>

/**
 * `simulate` for a thread with other work to do. The simulation runs in slices of 20 ms, and the chains of its estimates run on several
 * threads if that is faster.
 *
 * @throws RangeError on a bad option, before anything is run, and the signal's reason when it is aborted; both reject the promise
 * @example
 * const { runs } = await simulateAsync({ categories: 20, truth: { dirichlet: 0.1 }, users: 1000, strategies: ['auto'],
 *   epsilon: 1, seed: 1, signal: AbortSignal.timeout(60_000) })
 * runs[0].totalVariation
 */
export function simulateAsync(
  options: NumericSimulateOptions & SimulationWatch,
): Promise<Simulation<SimulatedNumericRun>>
export function simulateAsync(
  options: GroupedRecordsSimulateOptions & SimulationWatch,
): Promise<GroupedRecordsSimulation>
export function simulateAsync(options: RecordsSimulateOptions & SimulationWatch): Promise<RecordsSimulation>
export function simulateAsync(
  options: (GroupedSimulateOptions | Named<GroupedSimulateOptions>) & SimulationWatch,
): Promise<GroupedSimulation>
export function simulateAsync(
  options: GroupedNumbersSimulateOptions & SimulationWatch,
): Promise<GroupedNumbersSimulation>
export function simulateAsync(
  options: (SimulateOptions | Named<SimulateOptions>) & SimulationWatch,
): Promise<Simulation>
export async function simulateAsync(given: object): Promise<never> {
  const { signal, workers, ...options } = requireObject('options', given) as SimulateOptions & Watch
  const { work, onShare } = opened(options)
  return (await drainInSlices(work, { signal, workers, onProgress: onShare })) as never
}

/** A simulation as work, with its report of progress. */
function opened(given: SimulateOptions): {
  readonly work: Work<unknown>
  readonly onShare: ((share: number) => void) | undefined
} {
  const { options, names } = numbered(given)
  const { onProgress, ...rest } = isObject(options) ? options : ({} as SimulateOptions)
  const { answers, work } = isOfParts(rest)
    ? openCollection({ ...rest, ...(names && { categories: names }) } as never)
    : openRuns(given, names)
  const total = 2 * answers
  return { work, onShare: onProgress && (share => onProgress(Math.floor(total * share), total)) }
}

function openRuns(given: SimulateOptions, names: readonly string[] | undefined) {
  const { truth, users, runs: open } = createSimulation(given)
  const runs = open as unknown as readonly EndingRun[]
  function* played() {
    const outcomes: unknown[] = []
    for (const [i, run] of runs.entries()) outcomes.push(yield* partOf(playRun(run, users), i, runs.length))
    return { ...(names && { categories: names }), truth, users, runs: outcomes }
  }
  return { answers: users * runs.length, work: played() }
}

function* playRun(run: EndingRun, users: number): Work<unknown> {
  for (let next = 0; run.step(); ) {
    if (run.answers < next) continue
    yield run.answers / (2 * users)
    next = run.answers + PROGRESS_EVERY
  }
  return yield* partOf(run.ending(), 1, 2)
}

/**
 * The simulation of `simulate`, played step by step. When all people have answered, the runs give the results of `simulate`, to the last
 * digit, whatever the order of their steps. `onProgress` is not called.
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
  requireNumber('epsilon', options.epsilon, { above: 0 })
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
  const runs = strategies.map(strategy => {
    const engine: EngineOptions & { readonly strategy: string } = {
      ...pickGiven(options, ENGINE_NAMES),
      ...{ categories: truth.length, question, strategy, horizon: users, catalogue, publicPrior },
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
