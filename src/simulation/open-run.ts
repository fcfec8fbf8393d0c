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
import { WeighedAnswers } from '../loop/weighed-answers.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import type { Work } from '../posterior/chains/work.ts'
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

/** Decision about a goal, and whether it is right. */
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
  /** The estimated truth: the mean of the truths of all people or, with a memory that forgets, the truth of the last person. */
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
  /** The checkpoints of the run; the last is its end. There are never more of them than requests. */
  readonly trajectory: readonly Checkpoint[]
  /** Wall-clock time of recording the trajectory, in seconds. */
  readonly recordingSeconds: number
  /** Number of answers at the end of the run. */
  readonly answers: number
  /** How many answers of equal weight these are worth (`DesignWeights`). */
  readonly effective: number
  /** Decision about the goal, or the first of several; absent without one. */
  readonly decision?: JudgedDecision
  /** Decisions about all goals. */
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

/** Outcome of one strategy when people hold numbers. `estimate`, `truth` and the trajectory are over the cells of the range. */
export interface SimulatedNumericRun extends Omit<SimulatedRun, 'posterior'> {
  /** Estimate of the number. */
  readonly posterior: NumericEstimate
  /** The Wasserstein distance W1 of the estimate to `truth`, in the units of the range. */
  readonly wasserstein: number
}

/** A run of one strategy in progress. */
export interface OpenRun<Run = SimulatedRun> {
  /** The name of the strategy. */
  readonly strategy: string
  /** Number of people who have answered. */
  readonly answers: number
  /** The answers so far. */
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
   * The outcome of the run after the answers so far, with its estimate. When all people have answered, it is the outcome of `simulate`.
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

type AnyRun = SimulatedRun | SimulatedNumericRun

/** An open run whose outcome can be computed step by step. */
export interface EndingRun extends OpenRun<AnyRun> {
  /** The result of `end`, computed step by step. */
  ending(): Work<AnyRun>
}

/** Opens a run, with random streams of its own. */
export function openRun(options: RunOptions): EndingRun {
  const { population, checkpoints, effort, seed, labels } = options
  const { users, moves, weights } = population
  const { strategy, categories, epsilon, catalogue = builtIn } = options.engine
  const { range } = readOneQuestion(options.engine)
  const seedOf = (work: string, ...name: number[]) => seedFor(seed, work, strategy, ...name)
  const rng = stream(seed, 'chain', strategy)
  const engine = createEngine({ ...options.engine, labels }, rng)
  const weighed = new WeighedAnswers(engine.tally)
  if (weights) engine.admitWeight(weights[0])
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
  function* ending(): Work<AnyRun> {
    if (engine.judges.length > 0 && answersAtLook !== answers) look()
    const counted = weighed.read()
    const posterior = yield* engine.estimate(seedOf('estimate'), effort, counted)
    const { truth, ...measured } = measure(posterior, { engine, arrivals, range, labels: options.labels })
    const decisions = verdicts?.map(
      ({ decision, found }, i): JudgedDecision => ({
        ...decision,
        correct: engine.judges[i].isRight(found, truth),
      }),
    )
    return {
      toInferenceData: exporter(posterior, counted, engine, options),
      strategy,
      truth,
      ...measured,
      meanSubsetSize: answers === 0 ? 0 : sizes / answers,
      auditedEpsilon: largestEpsilon,
      trajectory: recorder.end(posterior),
      recordingSeconds: recorder.seconds,
      ...engine.followers.report(categories, seedOf('liars')),
      answers,
      effective: weighed.effective,
      ...judged(decisions),
    }
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
      const channel = engine.choose(rng)
      const rebuilt = respondents.rebuild(channel)
      const count = Math.min(batchSize, users - answers)
      if (count === 1) {
        engine.take(channel, rebuilt.respond(arrivals.next(), responses))
        if (weights) weighed.add(weights[answers])
      } else engine.takeBatch(channel, respondMany(rebuilt, arrivals.batch(count), responses))
      const size = channel.subset?.length ?? 0
      sizes += count * size
      recorder.note(count, size)
      if (rebuilt.epsilon > largestEpsilon) largestEpsilon = rebuilt.epsilon
      mechanism = channel
      answers += count
      if (engine.judges.length > 0 && answers >= nextLook(verdicts)) look()
      return true
    },
    end: onProgress => drain(ending(), onProgress),
    ending,
  }
}

/** The decisions of a run, if it has goals. */
export const judged = (decisions?: readonly JudgedDecision[]) =>
  decisions && {
    decision: decisions[0],
    decisions,
    correct: decisions.every(({ correct }) => correct),
  }

/** Number of answers at the next look: the earliest look at a goal that is not settled. */
function nextLook(verdicts: readonly Verdict[] | undefined): number {
  if (verdicts === undefined) return FIRST_ANSWERS
  const open = verdicts.filter(({ decision }) => !decision.settled)
  return Math.min(...open.map(verdict => verdict.nextLook))
}

/** Compares the estimate of a run with the truth that it estimates. */
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

/** Writes a posterior as the JSON that ArviZ reads. */
function exporter(
  posterior: Posterior,
  tally: Tally,
  { followers }: Engine,
  { labels, engine }: RunOptions,
): SimulatedRun['toInferenceData'] {
  // A copy, because more people may answer after this look.
  const tallyNow = tally.copy()
  const loop = { ...engine, forgets: followers.memory !== undefined }
  return (given = {}) => inferenceDataOf(posterior, tallyNow, { labels, ...given }, loop)
}
