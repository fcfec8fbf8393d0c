import { builtIn } from '../loop/catalogue/built-in.ts'
import type { Catalogue } from '../loop/catalogue/catalogue.ts'
import { memoryText } from '../loop/memory/memory.ts'
import { simulate } from '../loop/simulate.ts'
import type { Checkpoint } from '../loop/trajectory.ts'
import { settlementOf } from './comparison.ts'
import type { Run } from './expansion.ts'
import { goalName, NO_GOAL } from './goal-text.ts'
import { population, truthName } from './truth.ts'

type StoredName = 'answers' | 'mean' | 'lower' | 'upper' | 'subsetSize'

/** A checkpoint of a run, as it is stored. */
export type StoredCheckpoint = {
  readonly [name in StoredName]: Checkpoint[name] extends number ? number : number[]
}

/** A finished run, as it is stored. */
export interface RunRow {
  readonly name: string
  readonly strategy: string
  readonly epsilon: number
  /** Concentration of the truth's Dirichlet law; null where the truth is not drawn. */
  readonly rho: number | null
  /** Where the truth comes from. */
  readonly truthName: string
  readonly categories: number
  readonly users: number
  readonly run: number
  /** The seed for `simulate`, which plays the run again. */
  readonly seed: string
  readonly sampler: string
  readonly prior: string
  readonly groupSize: number
  readonly memory: string
  /** What was asked; `'none'` where nothing was. */
  readonly goal: string
  readonly totalVariation: number
  /** Distance of the estimate to the truth of the last person; null in older parts. */
  readonly totalVariationNow: number | null
  readonly meanSubsetSize: number
  readonly auditedEpsilon: number
  /** Wall-clock time. */
  readonly seconds: number
  readonly estimate: number[]
  /** Where it moves, its mean over all people. */
  readonly truth: number[]
  /** Mean width of the 95 % intervals, and the share of the categories whose truth is within theirs; null in older parts. */
  readonly intervalWidth: number | null
  readonly coverage: number | null
  /** People until the goal was settled, or all; null without one, as the next three. */
  readonly answers: number | null
  readonly settled: boolean | null
  /** The likeliest answer, in a word or two. */
  readonly decision: string | null
  /** Whether that is right, settled or not. */
  readonly correct: boolean | null
  /** Of the first run of each strategy and setting; else null. */
  readonly trajectory: StoredCheckpoint[] | null
}

/** Probability of the stored intervals. */
const INTERVAL_PROBABILITY = 0.95
/** Checkpoints of a trajectory. Where there are more categories than this, a trajectory is not worth its room. */
const CHECKPOINTS = 25
const MOST_CATEGORIES = 1000

/** How a run without a goal ends. */
export const UNASKED = { answers: null, settled: null, decision: null, correct: null } as const

/** What a row says of its run, before it is played. */
export function runIdentity({ name, seed, run, strategy, setting }: Run) {
  const { truth, users, categories, epsilon, sampler, prior, groupSize, memory, goal } = setting
  return {
    name,
    strategy,
    epsilon,
    rho: 'dirichlet' in truth ? truth.dirichlet : null,
    truthName: truthName(truth),
    categories,
    users,
    run,
    seed,
    sampler: sampler as string,
    prior: String(prior),
    groupSize,
    memory: memoryText(memory),
    goal: goal ? goalName(goal) : NO_GOAL,
  }
}

/** How many checkpoints a run records at most. */
export function checkpointsOf({ run, setting }: Run): number {
  return run === 1 && setting.categories <= MOST_CATEGORIES ? CHECKPOINTS : 0
}

/**
 * Plays one run of a plan. All of the row but `seconds` follows from the run.
 *
 * @param catalogue what its names stand for
 */
export function playRun(played: Run, catalogue: Catalogue = builtIn): RunRow {
  const { seed, strategy, setting } = played
  const { truth, users, categories, goal: asked, ...loop } = setting
  const start = performance.now()
  const simulation = simulate({
    ...loop,
    ...asked,
    ...population(truth, categories, users),
    strategies: [strategy],
    checkpoints: checkpointsOf(played),
    catalogue,
    seed,
  })
  const [run] = simulation.runs
  const { estimate, posterior, totalVariation, totalVariationNow, ...recorded } = run
  const { meanSubsetSize, auditedEpsilon } = recorded
  const seconds = (performance.now() - start) / 1000 - recorded.recordingSeconds
  const [lower, upper] = posterior.interval(INTERVAL_PROBABILITY)
  return {
    ...runIdentity(played),
    totalVariation,
    totalVariationNow,
    meanSubsetSize,
    auditedEpsilon,
    seconds,
    estimate: Array.from(estimate),
    truth: Array.from(simulation.truth),
    intervalWidth: mean(upper.map((high, x) => high - lower[x])),
    coverage: mean(simulation.truth.map((value, x) => Number(lower[x] <= value && value <= upper[x]))),
    ...(asked ? settlementOf(asked.goal, run) : UNASKED),
    trajectory: recorded.trajectory.length > 0 ? recorded.trajectory.map(storedCheckpoint) : null,
  }
}

function storedCheckpoint({ answers, mean, lower, upper, subsetSize }: Checkpoint): StoredCheckpoint {
  return {
    answers,
    mean: Array.from(mean),
    lower: Array.from(lower),
    upper: Array.from(upper),
    subsetSize,
  }
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
