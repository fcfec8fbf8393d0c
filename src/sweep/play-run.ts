import { builtIn } from '../loop/catalogue/built-in.ts'
import type { Catalogue } from '../loop/catalogue/catalogue.ts'
import { memoryText } from '../loop/memory/memory.ts'
import { isMoving } from '../loop/moving-truth.ts'
import { simulate } from '../loop/simulate.ts'
import type { Checkpoint } from '../loop/trajectory.ts'
import { settlementOf } from './comparison.ts'
import type { Run } from './expansion.ts'
import { goalName, NO_GOAL } from './goal-text.ts'
import { checkpointsOf } from './recorded.ts'
import { population, truthName } from './truth.ts'

/** A checkpoint of a run, as it is stored. */
export interface StoredCheckpoint {
  readonly answers: number
  readonly mean: number[]
  readonly lower: number[]
  readonly upper: number[]
  readonly subsetSize: number
  /** The truth of the last person, and the mean of all people's so far; null where the truth does not move, and in older parts. */
  readonly truthNow: number[] | null
  readonly truthMean: number[] | null
  /** The band that holds at every look; null where nobody asked, and in older parts. */
  readonly anytimeLower: number[] | null
  readonly anytimeUpper: number[] | null
}

/** A change that was noticed, as it is stored. */
export type StoredChange = { readonly at: number; readonly since: number; readonly categories: number[] }

/** A finished run, as it is stored. */
export interface RunRow {
  /** Its seed, its strategy and the modules that it uses: all that decides its numbers. */
  readonly name: string
  /** The name of the strategy. */
  readonly strategy: string
  /** The privacy level ε that was asked for. */
  readonly epsilon: number
  /** Concentration of the truth's Dirichlet law; null where the truth is not drawn. */
  readonly rho: number | null
  /** Where the truth comes from. */
  readonly truthName: string
  /** Number of categories K. */
  readonly categories: number
  /** Number of people. */
  readonly users: number
  /** Counts from 1. */
  readonly run: number
  /** The seed for `simulate`, which plays the run again. */
  readonly seed: string
  /** The name of the sampler. */
  readonly sampler: string
  /** `learned`, or a number. */
  readonly prior: string
  /** People who answered the same request. */
  readonly groupSize: number
  /** How much old answers counted: `all`, `learned`, `window:n` or `half-life:n`. */
  readonly memory: string
  /** What was asked; `'none'` where nothing was. */
  readonly goal: string
  /** Distance of the estimate to the truth, from 0 to 1. */
  readonly totalVariation: number
  /** Distance of the estimate to the truth of the last person; null in older parts. */
  readonly totalVariationNow: number | null
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were used. */
  readonly auditedEpsilon: number
  /** Wall-clock time. */
  readonly seconds: number
  /** The posterior mean, length K. */
  readonly estimate: number[]
  /** Where it moves, its mean over all people; or with a memory that forgets, that of the last one. */
  readonly truth: number[]
  /** Mean width of the 95 % intervals, and the share of the categories whose truth is within theirs; null in older parts. */
  readonly intervalWidth: number | null
  /** The share of the categories whose truth is within its interval; null in older parts. */
  readonly coverage: number | null
  /** People until the goal was settled, or all; null without one, as the next three. */
  readonly answers: number | null
  /** Whether the answers were enough. */
  readonly settled: boolean | null
  /** The likeliest answer, in a word or two. */
  readonly decision: string | null
  /** Whether that is right, settled or not. */
  readonly correct: boolean | null
  /** Of the first run of each strategy and setting; else null. */
  readonly trajectory: StoredCheckpoint[] | null
  /** The changes that were noticed; null where they were not looked for, and in older parts. */
  readonly changes: StoredChange[] | null
}

/** Probability of the stored intervals. */
const INTERVAL_PROBABILITY = 0.95

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

/**
 * Plays one run of a plan. All of the row but `seconds` follows from the run.
 *
 * @param catalogue what its names stand for
 */
export function playRun(played: Run, catalogue: Catalogue = builtIn): RunRow {
  const { seed, strategy, setting, watched } = played
  const { truth, users, categories, goal: asked, ...loop } = setting
  const start = performance.now()
  const simulation = simulate({
    ...loop,
    ...asked,
    ...watched,
    ...population(truth, categories, users),
    strategies: [strategy],
    checkpoints: checkpointsOf(played),
    catalogue,
    seed,
  })
  const [run] = simulation.runs
  const { estimate, truth: aim, posterior, totalVariation, totalVariationNow, ...recorded } = run
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
    truth: Array.from(aim),
    intervalWidth: mean(upper.map((high, x) => high - lower[x])),
    coverage: mean(aim.map((value, x) => Number(lower[x] <= value && value <= upper[x]))),
    ...(asked ? settlementOf(asked.goal, run) : UNASKED),
    trajectory:
      recorded.trajectory.length > 0
        ? recorded.trajectory.map(checkpoint => storedCheckpoint(checkpoint, isMoving(truth)))
        : null,
    changes: recorded.changes?.map(change => ({ ...change, categories: [...change.categories] })) ?? null,
  }
}

function storedCheckpoint(checkpoint: Checkpoint, moves: boolean): StoredCheckpoint {
  const { answers, mean, lower, upper, subsetSize, truthNow, truthMean, anytime } = checkpoint
  return {
    answers,
    mean: Array.from(mean),
    lower: Array.from(lower),
    upper: Array.from(upper),
    subsetSize,
    truthNow: moves ? Array.from(truthNow) : null,
    truthMean: moves ? Array.from(truthMean) : null,
    anytimeLower: anytime ? Array.from(anytime.lower) : null,
    anytimeUpper: anytime ? Array.from(anytime.upper) : null,
  }
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
