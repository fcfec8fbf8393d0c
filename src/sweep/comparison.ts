import { setImmediate } from 'node:timers/promises'
import { mean, sum } from '../arrays/sums.ts'
import { UTILITY_NAMES } from '../catalogue/utilities.ts'
import { isList, refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { Domain } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { type Named, numbered } from '../loop/named-categories.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import { readStrategy } from '../loop/strategy/strategy-names.ts'
import type { Grouped } from '../posterior/functional/by-group.ts'
import { isBesideSeparate } from '../posterior/functional/grouped.ts'
import { vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import type { ShownQuery } from '../posterior/functional/shown-queries.ts'
import { answerText } from '../query/answer.ts'
import { type Goal, queriesOf, readGoals } from '../query/parse-goal.ts'
import { readQuery } from '../query/parse-query.ts'
import type { Query } from '../query/query.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { totalVariation as distance } from '../simplex/total-variation.ts'
import type { JudgedDecision } from '../simulation/open-run.ts'
import { type NumericSimulateOptions, type SimulateOptions, simulate } from '../simulation/simulate.ts'
import type {
  CollectionSimulateOptions,
  EstimatedLaw,
  SimulatedCollectionRun,
} from '../simulation/simulate-collection.ts'
import { type AnySimulation, showSimulated } from './show-simulated.ts'

/** The strategies of the paper's experiments, the fixed channel that is best at small ε, and the default. */
export const ALL_STRATEGIES: readonly string[] = [
  'auto',
  'srr',
  'subset-selection',
  ...['0.95', '0.9', '0.8', '0.6', '0.2'].map(alpha => `semi:${alpha}`),
  ...UTILITY_NAMES,
]

/**
 * Default strategies of a comparison on numbers: arcs and a channel that ignores the order; with goals, `auto`, arcs and, for thresholds,
 * `threshold`.
 */
export function numericStrategies(goals: readonly Goal[]): readonly string[] {
  if (goals.length === 0) return ['arcs', 'srr']
  return goals.every(hasThreshold) ? ['auto', 'arcs', 'threshold'] : ['auto', 'arcs']
}

/** Whether the strategy `threshold` suits a goal. */
function hasThreshold(goal: Goal): boolean {
  const [{ form, given, minus }] = queriesOf(goal)
  if ('order' in goal || given || minus) return false
  return form === 'share' || (form === 'quantile' && 'within' in goal)
}

/** Names of the options that differ between the simulations of a comparison. */
type OfEachRun = 'strategies' | 'epsilon' | 'seed' | 'onProgress'
/** Options without those that differ between the simulations, for each form of `simulate`'s options. */
type OfAllRuns<T> = T extends unknown ? Omit<T, OfEachRun> : never

/** Options of a comparison. */
export interface ComparisonOptions {
  /** The options of `simulate` that all runs share, with those that define the people. */
  readonly setting:
    | OfAllRuns<SimulateOptions>
    | OfAllRuns<Named<SimulateOptions>>
    | OfAllRuns<NumericSimulateOptions>
    | OfAllRuns<CollectionSimulateOptions>
    | OfAllRuns<Named<CollectionSimulateOptions>>
  /** The strategies to compare. */
  readonly strategies: readonly string[]
  /** The privacy levels ε, above 0. */
  readonly epsilons: readonly number[]
  /** Number of runs of each strategy at each level. */
  readonly runs: number
  /** Queries. Each row has their estimates and truths. */
  readonly show?: readonly (string | Query)[]
  /** Seed of all runs. It determines the rows, except for their times. */
  readonly seed: string | number
  /** Called from time to time with the share of the work that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** One strategy at one level in one run. */
export interface ComparisonRow {
  /** Counts from 1. */
  readonly run: number
  /** The nominal privacy level ε. */
  readonly epsilon: number
  /** The name of the strategy. */
  readonly strategy: string
  /** Number of categories K; for several questions, the number of cells of all views. */
  readonly categories: number
  /** Number of people. */
  readonly users: number
  /** Distance of the estimate to the truth, from 0 to 1; with groups or several questions, the mean over all laws. */
  readonly totalVariation: number
  /** With groups, the mean distance to the truth of estimates from each group's own answers alone. */
  readonly separate?: number
  /** For numbers, the Wasserstein distance W1 of the estimate to the truth, in the units of the range. */
  readonly wasserstein?: number
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were used. */
  readonly auditedEpsilon: number
  /** Wall-clock time of the collection and the estimate, in seconds. */
  readonly seconds: number
  /** How the run ended; absent without a goal. */
  readonly settlement?: Settlement
  /** Estimate and truth of each query; absent without queries. */
  readonly queries?: readonly ShownQuery[]
}

/** How a run with goals ended. */
export interface Settlement {
  /** Number of people until all goals were settled; the number of all people if they were not. */
  readonly answers: number
  /** Whether the answers were enough. */
  readonly settled: boolean
  /** The likeliest answer to each goal, in a few words. */
  readonly decision: string
  /** Whether these answers are right, settled or not. */
  readonly correct: boolean
}

/**
 * Plays every strategy at every level, `runs` times. Within a run, all strategies have the same truth and the same people, so differences
 * are paired. A row depends only on the seed, its run, its level and its strategy, not on other rows or their order.
 *
 * @throws RangeError on a bad option, before anything is run
 * @example
 * await compareStrategies({ setting: { categories: 4, truth: { dirichlet: 1 }, users: 1000 },
 *   strategies: ['srr', 'fisher'], epsilons: [0.5, 1], runs: 10, seed: 1 }) // 40 rows
 * @example
 * const ages = { question: { from: 0, to: 90, bins: 9 }, truth: rng => 90 * rng.uniform(), users: 200, draws: 50 }
 * const [row] = await compareStrategies({ setting: ages, strategies: ['arcs'], epsilons: [1], runs: 1, seed: 1 })
 * row.wasserstein // in years
 */
export async function compareStrategies(options: ComparisonOptions): Promise<ComparisonRow[]> {
  const {
    setting: given,
    strategies,
    epsilons,
    seed,
    onProgress,
    show = [],
  } = requireOptions(options, {
    setting: true,
    strategies: true,
    epsilons: true,
    runs: true,
    seed: true,
    show: true,
    onProgress: true,
  })
  if (typeof given !== 'object' || given === null) refuse('setting', given, 'the options of simulate')
  const { options: setting, names } = numbered(given as SimulateOptions)
  if (!isList(strategies)) refuse('strategies', strategies, 'a list of names')
  if (!isList(epsilons)) refuse('epsilons', epsilons, 'a list of privacy levels')
  const runs = requireInteger('runs', options.runs, 1)
  for (const epsilon of epsilons) requireNumber('epsilons', epsilon, { above: 0 })
  for (const strategy of strategies) readStrategy(strategy, setting.catalogue ?? builtIn)
  const total = runs * epsilons.length * strategies.length
  const rows: ComparisonRow[] = []
  for (let run = 1; run <= runs; run++) {
    for (const epsilon of epsilons) {
      for (const strategy of strategies) {
        const start = performance.now()
        const simulation: AnySimulation = simulate({
          ...(given as SimulateOptions),
          strategies: [strategy],
          epsilon,
          seed: `${seed} run ${run}`,
          onProgress: (done, users) => onProgress?.((rows.length + done / users) / total),
        })
        const seconds = (performance.now() - start) / 1000
        const vocabulary = vocabularyOf(simulation, { ...setting, names })
        const goals = readGoals(setting, vocabulary)
        const queries = { vocabulary, queries: show.map(query => readQuery(query, vocabulary, 'show')) }
        const { data } = given as { readonly data?: unknown }
        const queryColumns = show.length > 0 && { queries: showSimulated(queries, simulation, { data }) }
        rows.push({ run, epsilon, strategy, ...measuresOf(simulation, goals), seconds, ...queryColumns })
        // Gives timers and signals a turn.
        await setImmediate()
      }
    }
  }
  return rows
}

/** The names in goals about a simulation. */
function vocabularyOf(
  simulation: AnySimulation,
  { question, names }: { readonly question?: OrderedQuestion; readonly names: readonly string[] | undefined },
): Vocabulary {
  if ('asked' in simulation) return vocabularyOfLaws(simulation.asked)
  return { domain: Domain.one(question ?? names ?? simulation.truth.length) }
}

/** Columns of a row that describe the simulation of one strategy. */
function measuresOf(
  { truth, users, runs: [run] }: AnySimulation,
  goals: readonly Goal[],
): Omit<ComparisonRow, 'run' | 'epsilon' | 'strategy' | 'seconds'> {
  const { totalVariation, meanSubsetSize, auditedEpsilon } = run
  return {
    users,
    totalVariation,
    ...('laws' in run
      ? ofLaws(run)
      : {
          categories: (truth as Float64Array).length,
          ...('wasserstein' in run && { wasserstein: run.wasserstein }),
        }),
    meanSubsetSize,
    auditedEpsilon,
    ...(goals.length > 0 && { settlement: settlementOf(goals, run) }),
  }
}

/** Columns of a row that describe the distributions of a run. */
function ofLaws({ laws, posterior, separate }: SimulatedCollectionRun) {
  const ofOneGroup = laws.filter(({ group }) => group === laws[0].group)
  const distances = laws.flatMap(law => law.wasserstein ?? [])
  return {
    categories: sum(ofOneGroup.map(law => law.mean.length)),
    ...(distances.length === laws.length && { wasserstein: mean(distances) }),
    ...(isBesideSeparate(posterior) && { separate: separateDistance(separate() as Grouped, laws) }),
  }
}

/** The mean distance of the groups' own estimates to their truths. */
function separateDistance({ group }: Grouped, laws: readonly EstimatedLaw[]): number {
  return mean(laws.map(law => distance(group(law.group!).mean, law.truth)))
}

/** Number of answers of a run and, with goals, its decisions. */
export interface Ended {
  readonly answers: number
  readonly decisions?: readonly JudgedDecision[] | undefined
}

/** Decisions of a run about its goals, in the order of the goals. */
export function settlementsOf(goals: readonly Goal[], { answers, decisions }: Ended): Settlement[] {
  return goals.map((goal, i) => {
    const { settled, answer, correct } = decisions![i]
    return { answers, settled, decision: answerText(goal, answer), correct }
  })
}

function settlementOf(goals: readonly Goal[], run: Ended): Settlement {
  const each = settlementsOf(goals, run)
  return {
    answers: run.answers,
    settled: each.every(({ settled }) => settled),
    decision: each.map(({ decision }) => decision).join('; '),
    correct: each.every(({ correct }) => correct),
  }
}
