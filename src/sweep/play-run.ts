import type { Catalogue } from '../catalogue/catalogue.ts'
import { memoryText } from '../loop/memory/memory.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import type { SimulatedNumericRun, SimulatedRun } from '../simulation/open-run.ts'
import { type SimulateOptions, type Simulation, simulate } from '../simulation/simulate.ts'
import type { Checkpoint } from '../simulation/trajectory.ts'
import { goalName, NO_GOAL } from './asked-goal.ts'
import { settlementOf } from './comparison.ts'
import type { Run } from './expansion.ts'
import { checkpointsOf } from './recorded.ts'
import { population, truthName } from './truth.ts'

/** A checkpoint of a run, as it is stored. */
export interface StoredCheckpoint {
  readonly answers: number
  readonly mean: number[]
  readonly lower: number[]
  readonly upper: number[]
  readonly subsetSize: number
  /** The truth of the last person so far; null where the truth does not move, and in older parts. */
  readonly truthNow: number[] | null
  /** The mean of the truths of all people so far; null in the same cases. */
  readonly truthMean: number[] | null
  /** The ends of the band that holds at every look; null where no band was asked for, and in older parts. */
  readonly anytimeLower: number[] | null
  readonly anytimeUpper: number[] | null
}

/** A change that was noticed, as it is stored. */
export type StoredChange = { readonly at: number; readonly since: number; readonly categories: number[] }

/** A finished run, as it is stored. */
export interface RunRow {
  /** Its seed, its strategy and the modules that it uses: everything that determines its numbers. */
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
  /** `learned`, `smooth` or a number. */
  readonly prior: string
  /** People who answered the same request. */
  readonly groupSize: number
  /** How much old answers counted: `all`, `learned`, `window:n` or `half-life:n`. */
  readonly memory: string
  /** The name of the goal; `'none'` if there was none. */
  readonly goal: string
  /** Distance of the estimate to the truth, from 0 to 1. */
  readonly totalVariation: number
  /** Distance of the estimate to the truth of the last person; null in older parts. */
  readonly totalVariationNow: number | null
  /** The Wasserstein distance W1 of the estimate to the truth, in the units of the range; null where people hold categories, and in older parts. */
  readonly wasserstein: number | null
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were used. */
  readonly auditedEpsilon: number
  /** Wall-clock time. */
  readonly seconds: number
  /** The posterior mean, length K. */
  readonly estimate: number[]
  /** The truth, length K. Where it moves: its mean over all people or, with a memory that forgets, the truth of the last person. */
  readonly truth: number[]
  /** Mean width of the 95 % intervals; null in older parts. */
  readonly intervalWidth: number | null
  /** The share of the categories whose truth is within its interval; null in older parts. */
  readonly coverage: number | null
  /** The number of people until the goal was settled, or all of them; null without a goal, like the next three fields. */
  readonly answers: number | null
  /** Whether the answers were enough. */
  readonly settled: boolean | null
  /** The likeliest answer, in a word or two. */
  readonly decision: string | null
  /** Whether that answer is right, settled or not. */
  readonly correct: boolean | null
  /** The checkpoints of the first run of each strategy and setting; null for other runs. */
  readonly trajectory: StoredCheckpoint[] | null
  /** The changes that were noticed; null where they were not looked for, and in older parts. */
  readonly changes: StoredChange[] | null
}

/** Probability of the stored intervals. */
const INTERVAL_PROBABILITY = 0.95

/** What a row without a goal says about how its run ended. */
export const UNASKED = { answers: null, settled: null, decision: null, correct: null } as const

/** The fields of a row that are known before its run is played. */
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
 * Plays one run of a plan. Everything in the row except `seconds` follows from the run.
 *
 * @param catalogue what the names in the run stand for
 */
export function playRun(played: Run, catalogue: Catalogue = builtIn): RunRow {
  const { seed, strategy, setting, watched } = played
  const { truth, users, categories, numeric, goal: askedGoal, sampler, prior, ...loop } = setting
  const start = performance.now()
  const options = {
    ...loop,
    // The smooth law brings its own sampler.
    ...(prior === 'smooth' ? {} : { sampler, prior }),
    ...askedGoal,
    ...watched,
    ...population(truth, { categories, users, ...(numeric && { numeric }) }),
    ...(numeric && { numeric }),
    strategies: [strategy],
    checkpoints: checkpointsOf(played),
    catalogue,
    seed,
  }
  const { runs }: Simulation<SimulatedRun | SimulatedNumericRun> = simulate(options as SimulateOptions)
  const [run] = runs
  const { estimate, truth: target, posterior, totalVariation, totalVariationNow, ...recorded } = run
  const { meanSubsetSize, auditedEpsilon } = recorded
  const seconds = (performance.now() - start) / 1000 - recorded.recordingSeconds
  const { interval } = 'cells' in posterior ? posterior.cells : posterior
  const [lower, upper] = interval(INTERVAL_PROBABILITY)
  return {
    ...runIdentity(played),
    totalVariation,
    totalVariationNow,
    wasserstein: 'wasserstein' in run ? run.wasserstein : null,
    meanSubsetSize,
    auditedEpsilon,
    seconds,
    estimate: Array.from(estimate),
    truth: Array.from(target),
    intervalWidth: mean(upper.map((high, x) => high - lower[x])),
    coverage: mean(target.map((value, x) => Number(lower[x] <= value && value <= upper[x]))),
    ...(askedGoal ? settlementOf(askedGoal.goal, run) : UNASKED),
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
