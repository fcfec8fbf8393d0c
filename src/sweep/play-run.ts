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
import { measuresOf } from './laws.ts'
import { playGroups } from './play-groups.ts'
import { playRecords } from './play-records.ts'
import { type Played, storedLaw, withoutIntervals } from './played.ts'
import { checkpointsOf, recordsIntervals } from './recorded.ts'
import type { RunRow, StoredCheckpoint } from './run-row.ts'
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
  const { setting } = played
  const play = setting.by ? playGroups : setting.attributes ? playRecords : playQuestion
  const start = performance.now()
  const { run, measures, trajectory, changes, recordingSeconds = 0, ...read } = play(played, catalogue)
  const seconds = (performance.now() - start) / 1000 - recordingSeconds
  const laws = read.laws().map(storedLaw)
  return {
    ...runIdentity(played),
    laws: recordsIntervals(played) ? laws : laws.map(withoutIntervals),
    measures: { ...measuresOf(setting, laws), ...measures },
    decisions: setting.goal ? [settlementOf(setting.goal.goal, run)] : [],
    meanSubsetSize: run.meanSubsetSize,
    auditedEpsilon: run.auditedEpsilon,
    seconds,
    trajectory: trajectory ?? null,
    changes: changes ?? null,
  }
}

/** Plays a run whose people hold one category, or one number. */
function playQuestion({ seed, strategy, setting, watched, ...played }: Run, catalogue: Catalogue): Played {
  const { truth, users, categories, question, goal: asked, sampler, prior, ...loop } = setting
  const options = {
    ...loop,
    // The smooth law brings its own sampler.
    ...(prior === 'smooth' ? {} : { sampler, prior }),
    ...asked,
    ...watched,
    ...population(truth, { categories, users, ...(question && { question }) }),
    ...(question && { question }),
    strategies: [strategy],
    checkpoints: checkpointsOf({ ...played, setting }),
    catalogue,
    seed,
  }
  const { runs }: Simulation<SimulatedRun | SimulatedNumericRun> = simulate(
    options as unknown as SimulateOptions,
  )
  const [run] = runs
  const { posterior, trajectory, changes, answers: people, recordingSeconds } = run
  const moves = isMoving(truth)
  return {
    run,
    laws: () => [
      {
        ...{ about: [], people, truth: run.truth },
        belief: 'cells' in posterior ? posterior.cells : posterior,
      },
    ],
    ...(moves && { measures: { totalVariationNow: run.totalVariationNow } }),
    ...(trajectory.length > 0 && { trajectory: trajectory.map(each => storedCheckpoint(each, moves)) }),
    ...(changes && { changes: changes.map(change => ({ ...change, categories: [...change.categories] })) }),
    recordingSeconds,
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
