import type { Catalogue } from '../catalogue/catalogue.ts'
import { memoryText } from '../loop/memory/memory.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import type { Grouped } from '../posterior/functional/by-group.ts'
import { readGoals } from '../query/parse-goal.ts'
import type { RecordsTruth } from '../query/true-law.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import type { SimulatedNumericRun, SimulatedRun } from '../simulation/open-run.ts'
import { type SimulateOptions, type Simulation, simulate } from '../simulation/simulate.ts'
import { simulateCollection } from '../simulation/simulate-collection.ts'
import type { Checkpoint } from '../simulation/trajectory.ts'
import { goalName, NO_GOAL, vocabularyOfPeople } from './asked-goals.ts'
import { type Ended, settlementsOf } from './comparison.ts'
import type { Run, Setting } from './expansion.ts'
import { measuresOf } from './laws.ts'
import { type Played, storedLaw, withoutIntervals } from './played.ts'
import { checkpointsOf, recordsIntervals } from './recorded.ts'
import { INTERVAL_PROBABILITY, type RunRow, type StoredCheckpoint } from './run-row.ts'
import { population, populationOfGroups, populationOfRecords, truthName } from './truth.ts'

/** The fields of a row that do not depend on playing its run. */
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
 * Plays one run of a plan. All fields of the row except `seconds` are determined by the run.
 *
 * @param catalogue resolves the names in the run
 */
export function playRun(played: Run, catalogue: Catalogue = builtIn): RunRow {
  const { setting } = played
  const play = setting.by || setting.questions ? playCollection : playQuestion
  const start = performance.now()
  const { run, measures, trajectory, changes, recordingSeconds = 0, ...read } = play(played, catalogue)
  const seconds = (performance.now() - start) / 1000 - recordingSeconds
  const laws = read.laws().map(storedLaw)
  return {
    ...runIdentity(played),
    laws: recordsIntervals(played) ? laws : laws.map(withoutIntervals),
    measures: { ...measuresOf(setting, laws), ...measures },
    decisions: decisionsOf(setting, run),
    meanSubsetSize: run.meanSubsetSize,
    auditedEpsilon: run.auditedEpsilon,
    seconds,
    trajectory: trajectory ?? null,
    changes: changes ?? null,
  }
}

/** The decisions of a run, goal by goal. */
function decisionsOf(setting: Setting, run: Ended): RunRow['decisions'] {
  const goals = setting.goal ? readGoals({ goals: setting.goal.goals }, vocabularyOfPeople(setting)) : []
  return settlementsOf(goals, run).map((each, i) => ({ goal: String(goals[i]), ...each }))
}

/** Plays a run with a single question of categories or numbers, without groups. */
function playQuestion({ seed, strategy, setting, watched, ...played }: Run, catalogue: Catalogue): Played {
  const { truth, users, categories, question, goal: asked, sampler, prior, ...loop } = setting
  const options = {
    ...loop,
    // The smooth prior has its own sampler.
    ...(prior === 'smooth' ? {} : { sampler, prior }),
    ...asked,
    ...watched,
    ...population(truth, { categories, users, question }),
    question,
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
    changes: changes?.map(change => ({ ...change, categories: [...change.categories] })),
    recordingSeconds,
  }
}

/** Plays a run with groups or several questions. */
function playCollection({ seed, strategy, setting }: Run, catalogue: Catalogue): Played {
  const { truth, users, categories, epsilon, goal: asked, by, questions, ask } = setting
  const { runs, truth: truths } = simulateCollection({
    ...(questions
      ? { ...populationOfRecords(truth, { questions, users }), ask: ask! }
      : populationOfGroups(truth, { categories, users, by: by! })),
    ...(asked && { goals: asked.goals, confidence: asked.confidence }),
    strategies: [strategy],
    epsilon,
    catalogue,
    seed,
  })
  const [run] = runs
  const alone = by && (run.separate() as Grouped)
  return {
    run,
    laws: () =>
      run.laws.map(({ about, group, people, truth: shares, association, ...belief }) => {
        const law = { about: group === undefined ? about : [group], people, truth: shares, belief }
        if (alone) return { ...law, separate: alone.group(group!) }
        if (association === undefined) return law
        const { cramersV } = association
        const [lower, upper] = cramersV.interval(INTERVAL_PROBABILITY)
        const truth = (truths as RecordsTruth).association(about[0], about[1])
        return { ...law, cramersV: { mean: cramersV.mean, lower, upper, truth: truth.cramersV } }
      }),
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
