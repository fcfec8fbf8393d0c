import type { OrderedKind } from '../domain/kind.ts'
import { readQuestion } from '../domain/read-question.ts'
import { wasserstein } from '../domain/wasserstein.ts'
import { createEngine } from '../loop/create-engine.ts'
import type { Engine } from '../loop/engine.ts'
import type { EngineOptions } from '../loop/engine-options.ts'
import type { FollowerReport } from '../loop/followers.ts'
import type { Verdict } from '../loop/goal/judge.ts'
import { FIRST_ANSWERS } from '../loop/goal/verdict.ts'
import { type InferenceData, inferenceDataOf } from '../loop/inference-data.ts'
import { type Labelled, readOneQuestion } from '../loop/one-question.ts'
import { seedFor } from '../loop/seed-for.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { drain, type Effort } from '../posterior/draw-posterior.ts'
import {
  estimateOf,
  type NumericEstimate,
  numericEstimate,
} from '../posterior/functional/numeric-estimate.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { Decision } from '../query/answer.ts'
import { stream } from '../random/stream.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import type { Arrivals, Population } from './population.ts'
import { respondMany } from './respond-many.ts'
import { Respondents } from './respondents.ts'
import { type Checkpoint, createRecorder } from './trajectory.ts'

/** What answers say about a goal, and whether the answer is right. */
export interface JudgedDecision extends Decision {
  /** Whether the answer is right for the truth of the run, settled or not. */
  readonly correct: boolean
}

/** The outcome of one strategy. */
export interface SimulatedRun extends FollowerReport {
  /** The name of the strategy. */
  readonly strategy: string
  /** The posterior mean. */
  readonly estimate: Float64Array
  /** The whole posterior, with its diagnostics. */
  readonly posterior: Posterior
  /** The truth that is estimated: the mean of the truths of all people or, with a memory that forgets, the truth of the last one. */
  readonly truth: Float64Array
  /** Distance of the estimate to `truth`. */
  readonly totalVariation: number
  /** Distance of the estimate to the truth of the last person. */
  readonly totalVariationNow: number
  /** Distance of the estimate to the mean of the truths of all people. */
  readonly totalVariationMean: number
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were answered, as the people who answered have rebuilt them. */
  readonly auditedEpsilon: number
  /** The run at its checkpoints, the last of them at its end; fewer than asked for where there are fewer requests. */
  readonly trajectory: readonly Checkpoint[]
  /** Wall-clock time that the recording of the trajectory took. */
  readonly recordingSeconds: number
  /** How many people had answered when the run ended. */
  readonly answers: number
  /** What their answers say about the goal, or the first of several; absent without one. */
  readonly decision?: JudgedDecision
  /** The same of each goal. */
  readonly decisions?: readonly JudgedDecision[]
  /** Whether all decisions' answers are right for `truth`, settled or not; absent without a goal. */
  readonly correct?: boolean
  /**
   * The posterior as the JSON that ArviZ reads (see the function `toInferenceData`).
   *
   * @param options.labels the names of the categories; default those of the option `categories`, or their numbers
   * @throws RangeError with a memory that forgets: its draws have no density that one tally gives
   */
  toInferenceData(options?: { readonly labels?: readonly string[] }): InferenceData
}

/** The outcome of one strategy where people hold numbers; `estimate`, `truth` and the trajectory are over the cells of the range. */
export interface SimulatedNumericRun extends Omit<SimulatedRun, 'posterior'> {
  /** What the answers say about the number. */
  readonly posterior: NumericEstimate
  /** The Wasserstein distance W1 of the estimate to `truth`, in the units of the range. */
  readonly wasserstein: number
}

/** A run of one strategy in progress. */
export interface OpenRun<Run = SimulatedRun> {
  /** The name of the strategy. */
  readonly strategy: string
  /** How many people have answered. */
  readonly answers: number
  /** Their answers. */
  readonly tally: Tally
  /** The posterior draw that the next channel is chosen at; it changes in place. */
  readonly theta: Float64Array
  /** The channel that was answered last; undefined before the first answer. */
  readonly mechanism: Mechanism | undefined
  /** The checkpoints so far. */
  readonly trajectory: readonly Checkpoint[]
  /** The decision about the first goal at the last look; undefined before the first look, and without a goal. */
  readonly decision: Decision | undefined
  /** Lets the next person answer, or the next batch. Returns false, and does nothing, if all have answered or the goal is settled. */
  step(): boolean
  /**
   * The outcome of the run as it stands, with its estimate. Once all people have answered, that is the outcome of the whole
   * simulation.
   *
   * @param onProgress called from time to time with the share of the estimate that is done
   */
  end(onProgress?: (share: number) => void): Run
}

interface RunOptions {
  readonly engine: EngineOptions & Labelled & { readonly strategy: string }
  /** The names of the categories. */
  readonly labels?: readonly string[] | undefined
  readonly population: Population
  readonly groupSize: number
  readonly checkpoints: number
  readonly effort: Effort
  readonly seed: string | number
}

/** Opens a run, with streams of randomness of its own. */
export function openRun(options: RunOptions): OpenRun<SimulatedRun | SimulatedNumericRun> {
  const { population, checkpoints, effort, seed, labels } = options
  const { users, moves } = population
  const { strategy, categories, epsilon, catalogue = builtIn } = options.engine
  const { range } = readOneQuestion(options.engine)
  const seedOf = (work: string, ...name: number[]) => seedFor(seed, work, strategy, ...name)
  const rng = stream(seed, 'chain', strategy)
  const engine = createEngine({ ...options.engine, ...(labels && { labels }) }, rng)
  const respondents = new Respondents({ categories, epsilon, catalogue })
  const batchSize = Math.min(users, options.groupSize)
  const arrivals = population.arrivals()
  const recorder = createRecorder(
    checkpoints,
    Math.ceil(users / batchSize),
    { engine, arrivals, moves },
    answers => seedOf('checkpoint', answers),
  )
  const responses = stream(seed, 'responses', strategy)
  let mechanism: Mechanism | undefined
  let answers = 0
  let sizes = 0
  let largestEpsilon = 0
  let verdicts: readonly Verdict[] | undefined
  let answersAtLook = 0
  const look = () => {
    answersAtLook = answers
    verdicts = engine.decide(seedOf('decision', answers), verdicts)
  }
  return {
    strategy,
    tally: engine.tally,
    theta: engine.theta,
    trajectory: recorder.recorded,
    get answers() {
      return answers
    },
    get mechanism() {
      return mechanism
    },
    get decision() {
      return verdicts?.[0].decision
    },
    step() {
      if (answers === users || verdicts?.every(({ decision }) => decision.settled)) return false
      const asked = engine.choose(rng)
      const answered = respondents.rebuild(asked)
      const count = Math.min(batchSize, users - answers)
      if (count === 1) engine.take(asked, answered.respond(arrivals.next(), responses))
      else engine.takeBatch(asked, respondMany(answered, arrivals.batch(count), responses))
      const size = asked.subset?.length ?? 0
      sizes += count * size
      recorder.note(count, size)
      if (answered.epsilon > largestEpsilon) largestEpsilon = answered.epsilon
      mechanism = asked
      answers += count
      if (engine.judges.length > 0 && answers >= nextLook(verdicts)) look()
      return true
    },
    end(onProgress) {
      if (engine.judges.length > 0 && answersAtLook !== answers) look()
      const posterior = drain(engine.estimate(seedOf('estimate'), effort), onProgress)
      const { truth, ...measured } = measure(posterior, { engine, arrivals, range, labels: options.labels })
      const decisions = verdicts?.map(
        ({ decision, found }, i): JudgedDecision => ({
          ...decision,
          correct: engine.judges[i].isRight(found, truth),
        }),
      )
      return {
        toInferenceData: exporter(posterior, engine, options),
        strategy,
        truth,
        ...measured,
        meanSubsetSize: answers === 0 ? 0 : sizes / answers,
        auditedEpsilon: largestEpsilon,
        trajectory: recorder.end(posterior),
        recordingSeconds: recorder.seconds,
        ...engine.followers.report(categories, seedOf('liars')),
        answers,
        ...(decisions && {
          decision: decisions[0],
          decisions,
          correct: decisions.every(({ correct }) => correct),
        }),
      }
    },
  }
}

/** The number of answers at which a look is due: the next one at a goal that is not settled. */
function nextLook(verdicts: readonly Verdict[] | undefined): number {
  if (verdicts === undefined) return FIRST_ANSWERS
  const open = verdicts.filter(({ decision }) => !decision.settled)
  return Math.min(...open.map(verdict => verdict.nextLook))
}

/** The estimate of a run and the truth that it is of, and how far they are from each other. */
function measure(
  posterior: Posterior,
  {
    engine,
    arrivals,
    range,
    labels,
  }: Pick<RunOptions, 'labels'> & {
    engine: Engine
    arrivals: Pick<Arrivals, 'now' | 'mean'>
    range: OrderedKind | undefined
  },
) {
  const truth = (engine.followers.memory === undefined ? arrivals.mean : arrivals.now).slice()
  const { mean } = posterior
  return {
    estimate: mean,
    truth,
    ...(range
      ? { posterior: numericEstimate(range, posterior), wasserstein: wasserstein(range, mean, truth) }
      : { posterior: labels ? (estimateOf(readQuestion(labels), posterior) as Posterior) : posterior }),
    totalVariation: totalVariation(mean, truth),
    totalVariationNow: totalVariation(mean, arrivals.now),
    totalVariationMean: totalVariation(mean, arrivals.mean),
  }
}

/** What writes a posterior as the JSON that ArviZ reads. */
function exporter(
  posterior: Posterior,
  { tally, followers }: Engine,
  { labels, engine }: RunOptions,
): SimulatedRun['toInferenceData'] {
  // More people may answer after this look.
  const counted = tally.copy()
  const made = { ...engine, forgets: followers.memory !== undefined }
  return (given = {}) => inferenceDataOf(posterior, counted, { ...(labels && { labels }), ...given }, made)
}
