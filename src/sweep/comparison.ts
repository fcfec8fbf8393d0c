import { setImmediate } from 'node:timers/promises'
import { UTILITY_NAMES } from '../catalogue/utilities.ts'
import { isList, refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import type { Goal } from '../goal/goal.ts'
import type { NumericGoal } from '../goal/numeric-goal.ts'
import { refuseCombined } from '../loop/part-estimators.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import { readStrategy } from '../loop/strategy/strategy-names.ts'
import type { SimulatedNumericRun, SimulatedRun } from '../simulation/open-run.ts'
import {
  type NumericSimulateOptions,
  type SimulateOptions,
  type Simulation,
  simulate,
} from '../simulation/simulate.ts'
import { answerText } from './goal-text.ts'
import { isNumericGoal, numericAnswerText } from './numeric-goal-text.ts'

/** The strategies of the paper's experiments, the fixed channel that is best at small ε, and the default. */
export const ALL_STRATEGIES: readonly string[] = [
  'auto',
  'srr',
  'subset-selection',
  ...['0.95', '0.9', '0.8', '0.6', '0.2'].map(alpha => `semi:${alpha}`),
  ...UTILITY_NAMES,
]

/** The strategies that numbers are compared by: without a question `auto` is arcs, beside a channel that knows no order. */
export function numericStrategies(goal?: NumericGoal): readonly string[] {
  if (goal === undefined) return ['arcs', 'srr']
  return 'mean' in goal ? ['auto', 'arcs'] : ['auto', 'arcs', 'threshold']
}

/** The names of options that each simulation of a comparison has of its own. */
type OfEachRun = 'strategies' | 'epsilon' | 'seed' | 'onProgress'

/** What is compared. */
export interface ComparisonOptions {
  /** Who answers, and what else every run has in common: the options of `simulate`. With `numeric` they hold numbers. */
  readonly setting: Omit<SimulateOptions, OfEachRun> | Omit<NumericSimulateOptions, OfEachRun>
  /** The strategies that are compared. */
  readonly strategies: readonly string[]
  /** The privacy levels ε, above 0. */
  readonly epsilons: readonly number[]
  /** How often each strategy is played at each level. */
  readonly runs: number
  /** The same seed gives the same rows, except for their times. */
  readonly seed: string | number
  /** Called from time to time with the share of the work that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** One strategy at one level in one run. */
export interface ComparisonRow {
  /** Counts from 1. */
  readonly run: number
  /** The privacy level ε that was asked for. */
  readonly epsilon: number
  /** The name of the strategy. */
  readonly strategy: string
  /** Number of categories K. */
  readonly categories: number
  /** Number of people. */
  readonly users: number
  /** Distance of the estimate to the truth, from 0 to 1. */
  readonly totalVariation: number
  /** Where people hold numbers, the Wasserstein distance W1 of the estimate to the truth, in the units of the range. */
  readonly wasserstein?: number
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were used. */
  readonly auditedEpsilon: number
  /** Wall-clock time of the collection and the estimate. */
  readonly seconds: number
  /** How the run ended; absent without a goal. */
  readonly settlement?: Settlement
}

/** How a run with a goal ended. */
export interface Settlement {
  /** The number of people until the goal was settled; if it was not, all of them. */
  readonly answers: number
  /** Whether the answers were enough. */
  readonly settled: boolean
  /** The likeliest answer, in a word or two. */
  readonly decision: string
  /** Whether that answer is right, settled or not. */
  readonly correct: boolean
}

/**
 * Plays every strategy at every level, `runs` times. Within a run all of them meet the same truth and the same people,
 * so differences are paired. A row depends only on the seed, its run, its level and its strategy, not on what else is
 * played, nor on the order.
 *
 * @throws RangeError on a bad option, before anything is run
 * @example
 * await compareStrategies({ setting: { categories: 4, truth: { dirichlet: 1 }, users: 1000 },
 *   strategies: ['srr', 'fisher'], epsilons: [0.5, 1], runs: 10, seed: 1 }) // 40 rows
 * @example
 * const ages = { numeric: { from: 0, to: 90, bins: 9 }, truth: rng => 90 * rng.uniform(), users: 200, draws: 50 }
 * const [row] = await compareStrategies({ setting: ages, strategies: ['arcs'], epsilons: [1], runs: 1, seed: 1 })
 * row.wasserstein // in years
 */
export async function compareStrategies(options: ComparisonOptions): Promise<ComparisonRow[]> {
  refuseCombined(
    { ...options?.setting },
    {
      by: 'left out, as comparisons have no groups',
      attributes: 'left out, as comparisons have no records',
    },
  )
  const { setting, strategies, epsilons, seed, onProgress } = requireOptions(options, {
    setting: true,
    strategies: true,
    epsilons: true,
    runs: true,
    seed: true,
    onProgress: true,
  })
  if (typeof setting !== 'object' || setting === null) refuse('setting', setting, 'the options of simulate')
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
        const simulation: Simulation<SimulatedRun | SimulatedNumericRun> = simulate({
          ...(setting as SimulateOptions),
          strategies: [strategy],
          epsilon,
          seed: `${seed} run ${run}`,
          onProgress: (done, users) => onProgress?.((rows.length + done / users) / total),
        })
        const [simulated] = simulation.runs
        const { totalVariation, meanSubsetSize, auditedEpsilon } = simulated
        const settlement = setting.goal && settlementOf(setting.goal, simulated)
        rows.push({
          run,
          epsilon,
          strategy,
          categories: simulation.truth.length,
          users: simulation.users,
          totalVariation,
          ...('wasserstein' in simulated && { wasserstein: simulated.wasserstein }),
          meanSubsetSize,
          auditedEpsilon,
          seconds: (performance.now() - start) / 1000,
          ...(settlement && { settlement }),
        })
        // Lets timers and signals have their turn.
        await setImmediate()
      }
    }
  }
  return rows
}

/** How a run with this goal ended. */
export function settlementOf(
  goal: Goal | NumericGoal,
  { answers, decision, correct }: Pick<SimulatedRun, 'answers' | 'decision' | 'correct'>,
): Settlement {
  const { settled, answer } = decision!
  const text = isNumericGoal(goal) ? numericAnswerText(goal, answer) : answerText(goal, answer)
  return { answers, settled, decision: text, correct: correct! }
}
