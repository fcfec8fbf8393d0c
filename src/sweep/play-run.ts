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
import { playGroups } from './play-groups.ts'
import { playRecords } from './play-records.ts'
import { checkpointsOf } from './recorded.ts'
import { INTERVAL_PROBABILITY, type RunRow, type StoredCheckpoint, UNASKED } from './run-row.ts'
import { population, truthName } from './truth.ts'

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
  if (played.setting.by) return { ...runIdentity(played), ...playGroups(played, catalogue) }
  if (played.setting.attributes) return { ...runIdentity(played), ...playRecords(played, catalogue) }
  const { seed, strategy, setting, watched } = played
  const { truth, users, categories, question, goal: askedGoal, sampler, prior, ...loop } = setting
  const start = performance.now()
  const options = {
    ...loop,
    // The smooth law brings its own sampler.
    ...(prior === 'smooth' ? {} : { sampler, prior }),
    ...askedGoal,
    ...watched,
    ...population(truth, { categories, users, ...(question && { question }) }),
    ...(question && { question }),
    strategies: [strategy],
    checkpoints: checkpointsOf(played),
    catalogue,
    seed,
  }
  const { runs }: Simulation<SimulatedRun | SimulatedNumericRun> = simulate(
    options as unknown as SimulateOptions,
  )
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
    separate: null,
    association: null,
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
    groups: null,
    tables: null,
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
