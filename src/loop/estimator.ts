import { type Catalogue, requireCatalogue } from '../catalogue/catalogue.ts'
import { isObject, refuse, requireOptions } from '../check/check.ts'
import { Domain } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { drain, drainInSlices, EFFORT, type Effort, WATCH, type Watch } from '../posterior/draw-posterior.ts'
import { type NumericEstimate, numericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { Decision } from '../query/answer.ts'
import { askable } from '../query/of-query.ts'
import { resumeStream, stream } from '../random/stream.ts'
import type { Change } from '../sequence/change-json.ts'
import { type Collection, collection, resumeCollection } from './collection.ts'
import type {
  CollectionSnapshot,
  GroupedEstimator,
  GroupedNumbersEstimator,
  GroupedRecordsEstimator,
  RecordsEstimator,
} from './collection-estimator.ts'
import {
  type CollectionEstimatorOptions,
  type GroupedEstimatorOptions,
  type GroupedNumbersOptions,
  type GroupedRecordsOptions,
  isOfParts,
  type RecordsEstimatorOptions,
} from './collection-options.ts'
import { createEngine } from './create-engine.ts'
import type { Engine } from './engine.ts'
import { ENGINE_OPTIONS } from './engine-options.ts'
import type { FollowerReport } from './followers.ts'
import { type Outlook, outlookOf } from './goal/outlook.ts'
import { type InferenceData, inferenceDataOf } from './inference-data.ts'
import { MadeRequests, requireAnswers } from './made-requests.ts'
import { type Named, numbered } from './named-categories.ts'
import { NumberedRequests } from './numbered-requests.ts'
import { type Labelled, readOneQuestion } from './one-question.ts'
import type { PartEstimator, PartEstimators } from './part-estimators.ts'
import { plainOptions } from './plain-options.ts'
import { seedFor } from './seed-for.ts'
import {
  type EstimatorOptions,
  type EstimatorSnapshot,
  readSnapshot,
  type SnapshotOptions,
  type SnapshotParts,
  tallyOf,
  writeSnapshot,
} from './snapshot.ts'
import { builtIn } from './strategy/built-in.ts'
import { type Answering, WeighedAnswers, weightOf } from './weighed-answers.ts'

/** The posterior, with the additions that options turn on. */
export interface Estimate extends Posterior, FollowerReport {}

/** The estimate of a number, with the additions that options turn on. */
export interface EstimateOfNumber extends NumericEstimate, FollowerReport {}

/** Options of an estimator for an ordered question. */
export interface NumericEstimatorOptions extends Omit<EstimatorOptions, 'categories' | 'question'> {
  /** The question, such as `{ from, to, bins }` or `{ edges }`. */
  readonly question: OrderedQuestion
}

/** The server's side of the loop. It sees requests and responses, never a private value. */
export interface Estimator<E = Estimate> {
  /** Options of the estimator, as plain data. */
  readonly options: SnapshotOptions
  /**
   * The request for the next respondent. It stays the same until it is answered.
   *
   * @throws RangeError if the answers to the strategy's channel have no scores (`scoresOf`), but an option needs them: `anytime`,
   *   `runLength`, `robust`, a guarantee for every truth, or the memory `'learned'`
   */
  request(): Request
  /**
   * Takes an answer.
   *
   * @param request what it answers; default the outstanding request. Late answers and answers out of order name theirs.
   * @param given the person's design weight, if answers have such: estimates then count answers as `tallyResponses` does
   * @returns the change, if one has just been noticed, with the option `runLength`
   * @throws RangeError, and changes nothing, if the request's mechanism cannot give the response, or this estimator has not made
   *   the request; if a weight is bad, or does not go together with an option
   */
  observe(response: Response, request?: Request, given?: Answering): Change | undefined
  /**
   * Registers a request as one of this estimator's, for example one of an earlier release whose answers were kept and are counted again.
   * The caller vouches for the request; a forged one can be answered by anything that its channel gives.
   *
   * @throws RangeError if the request is bad, or its audited level is above `epsilon`
   */
  recall(request: Request): void
  /**
   * Takes the answers of a whole batch at once; the outstanding request then counts as answered.
   *
   * @throws RangeError, and changes nothing, if `answers` is not a tally, is over other categories or exceeds the level. Also with
   *   the options `anytime`, `runLength` and `robust`, with a guarantee for every truth, and with the memory `'learned'`, because
   *   a tally does not say which channel was answered
   */
  observeMany(answers: Tally): void
  /**
   * The posterior of θ given all answers so far. It does not change the estimator.
   *
   * @param effort default: four chains until their draws are good, with at most 4,000 draws each, or about a minute's work
   * @throws RangeError on a bad option
   */
  estimate(effort?: Effort): E
  /**
   * Estimates without blocking other work. The estimate is about the answers at the time of the call; others may come in meanwhile.
   *
   * @throws RangeError on a bad option, and the signal's reason when it is aborted; both reject the promise
   */
  estimateAsync(effort?: Effort & Watch): Promise<E>
  /**
   * The estimate as the JSON that ArviZ reads (see the function `toInferenceData`).
   *
   * @param options.labels the names of the categories; default those of the option `categories`, or their numbers
   * @throws RangeError with a memory that forgets: its draws have no density that one tally gives
   */
  toInferenceData(options?: { readonly labels?: readonly string[] }): InferenceData
  /**
   * The decision about the goal, or about the first of several, from the answers so far. It does not change the estimator.
   *
   * @throws RangeError if the estimator has no goal
   */
  decision(): Decision
  /** Decisions about all goals. The collection is over when all are settled. */
  decisions(): Decision[]
  /** Decisions about all goals, each with an estimate of how many more people it needs: 0 once it is settled. */
  outlook(): Outlook[]
  /**
   * All changes that were noticed, in order.
   *
   * @throws RangeError without the option `runLength`
   */
  changes(): readonly Change[]
  /** Number of people who have answered. */
  answers(): number
  /** How many answers of equal weight the answers are worth, n_eff. */
  effective(): number
  /** The requests so far, by their numbers. */
  requests(): NumberedRequests
  /**
   * The whole state as plain JSON data, from which `restoreEstimator` continues with exactly the same numbers.
   *
   * @throws RangeError if a sampler or a strategy of your own catalogue has a state that is not plain data
   */
  snapshot(): EstimatorSnapshot
}

/**
 * An estimator: makes requests, takes answers, adapts, estimates.
 *
 * @throws RangeError on a bad option
 * @see Aydın, Yıldırım (2024), Algorithm 2
 * @example
 * const estimator = createEstimator({ categories: 3, epsilon: 1, strategy: 'fisher', seed: 1 })
 * const respondent = createRespondent({ epsilon: 1, categories: 3 })
 * estimator.observe(respondent.respond(estimator.request(), 2))
 * estimator.estimate().mean
 * @example
 * const ages = createEstimator({ question: { from: 0, to: 120, bins: 120 }, epsilon: 1, goal: 'median ± 1', seed: 1 })
 * ages.observe(createRespondent({ question: { from: 0, to: 120, bins: 120 }, epsilon: 1 }).respond(ages.request(), 39.5))
 * ages.decision().settled // false
 * @example
 * const survey = createEstimator({ questions: { sex: 2, education: 16 }, epsilon: 1, seed: 1 })
 * const person = createRespondent({ questions: { sex: 2, education: 16 }, epsilon: 1 })
 * survey.observe(person.respond(survey.request(), { sex: 1, education: 9 }))
 * @example
 * const regions = createEstimator({ categories: 3, by: ['north', 'south'], epsilon: 1, seed: 1 })
 * const northerner = createRespondent({ categories: 3, epsilon: 1 })
 * const asked = regions.request('north')
 * regions.observe(northerner.respond(asked, 2), asked, 'north')
 * regions.estimate({ draws: 50 }).difference('north', 'south').mean.length // 3
 */
export function createEstimator(options: NumericEstimatorOptions): Estimator<EstimateOfNumber>
export function createEstimator(options: GroupedRecordsOptions): GroupedRecordsEstimator
export function createEstimator(options: RecordsEstimatorOptions): RecordsEstimator
export function createEstimator(
  options: GroupedEstimatorOptions | Named<GroupedEstimatorOptions>,
): GroupedEstimator
export function createEstimator(options: GroupedNumbersOptions): GroupedNumbersEstimator
export function createEstimator(options: EstimatorOptions | Named<EstimatorOptions>): Estimator
export function createEstimator(given: object): never {
  const { options, names } = numbered(given as EstimatorOptions)
  if (isObject(options) && isOfParts(options))
    return createCollection({ ...options, ...(names && { categories: names }) } as never) as never
  return buildEstimator({ ...withCells(options), ...(names && { labels: names }) }).estimator as never
}

/**
 * Continues an estimator from its snapshot, with exactly the same numbers.
 *
 * @param given.catalogue the catalogue that the estimator was made with, if that was not `builtIn`
 * @throws RangeError, which says what is wrong, if the snapshot was damaged, is of another version, or holds a state that no
 *   estimator could be in
 * @example
 * const estimator = createEstimator({ categories: 3, epsilon: 1, seed: 1 })
 * estimator.request()
 * const saved = JSON.stringify(estimator.snapshot())
 * restoreEstimator(JSON.parse(saved)).request().mechanism === estimator.request().mechanism // true
 */
export function restoreEstimator<E = Estimate>(
  snapshot: EstimatorSnapshot,
  given?: { catalogue?: Catalogue },
): Estimator<E>
export function restoreEstimator<E = RecordsEstimator>(
  snapshot: CollectionSnapshot,
  given?: { catalogue?: Catalogue },
): E
export function restoreEstimator(
  snapshot: EstimatorSnapshot | CollectionSnapshot,
  given: { catalogue?: Catalogue } = {},
): unknown {
  const { catalogue } = requireOptions(given, { catalogue: true })
  if (isObject(snapshot) && ('views' in snapshot || 'groups' in snapshot)) {
    const advice = 'an older one is not read, and its answers have to be counted anew'
    refuse('snapshot', 'one of an older release', `a snapshot of this release (${advice})`)
  }
  if (isObject(snapshot) && 'parts' in snapshot) {
    return resumeCollection(snapshot, catalogue, PARTS)
  }
  return rebuildEstimator(snapshot, catalogue).estimator
}

const OPTIONS = { ...ENGINE_OPTIONS, seed: true } as const
/** Names of internal options, which snapshots have too: the number of categories and their names are two fields. */
const WITH_LABELS = { ...OPTIONS, labels: true } as const

/** Creates the parts of a collection: an estimator for the cells of each group and view. */
const PARTS: PartEstimators = {
  create: options => partOf(buildEstimator(options)),
  restore: (snapshot, { catalogue }) => partOf(rebuildEstimator(snapshot, catalogue)),
}

/** Creates an estimator of several parts. */
export function createCollection(options: CollectionEstimatorOptions): Collection {
  return collection(options, PARTS)
}

function partOf({ engine: { tally }, estimator, weighed }: ReturnType<typeof buildEstimator>): PartEstimator {
  return { tally, weighed, ...(estimator as Estimator) }
}

function rebuildEstimator(snapshot: EstimatorSnapshot, catalogue: Catalogue | undefined) {
  const parts = readSnapshot(snapshot)
  const { catalogue: _, ...names } = WITH_LABELS
  requireOptions(parts.options, names, "the snapshot's options")
  return buildEstimator({ ...parts.options, catalogue }, parts)
}

function buildEstimator(
  given: EstimatorOptions & Labelled,
  resumed?: SnapshotParts,
): { engine: Engine; estimator: Estimator<never>; weighed: WeighedAnswers } {
  requireOptions(given, WITH_LABELS)
  // The options are copied, so that later changes by the caller do not reach the snapshot.
  const options = plainOptions(given)
  const { categories, epsilon, seed, labels } = options
  const catalogue = requireCatalogue(given.catalogue ?? builtIn)
  const fresh = stream(seed, 'chain')
  const rng = resumed ? resumeStream(resumed.rng) : fresh
  const engineOptions = { ...options, catalogue }
  const engine = createEngine(engineOptions, rng, resumed && { ...resumed, tally: tallyOf(resumed) })
  const requests = new MadeRequests({ categories, catalogue }, epsilon, resumed)
  const { tally, followers } = engine
  const weighed = new WeighedAnswers(tally, resumed?.weights)
  const seedOf = (work: string) => seedFor(seed, work, tally.size)
  const report = () => followers.report(categories, seedOf('liars'))
  const { range } = readOneQuestion(options)
  const describe = (posterior: Posterior) => {
    if (range) return numericEstimate(range, posterior)
    return labels ? askable(posterior, { domain: Domain.one(labels) }, () => posterior.draws) : posterior
  }
  const estimator: Estimator<never> = {
    options,
    request: () => requests.next(() => engine.choose(rng)),
    observe(response, request, given = {}) {
      const weight = weightOf(given)
      if (weight !== undefined) engine.admitWeight(weight)
      const mechanism = requests.mechanismOf(request)
      // The next two lines throw before anything is counted: if the mechanism cannot give the response, or if a follower refuses it.
      mechanism.column(response)
      followers.admit(mechanism)
      const change = engine.take(mechanism, response)
      weighed.add(weight)
      requests.answered(mechanism, request !== undefined)
      return change
    },
    recall: request => requests.recall('request', request),
    observeMany(answers) {
      requireAnswers(answers, options)
      followers.admitTally()
      if (answers.size === 0) return
      engine.takeTally(answers)
      weighed.merge(answers)
      requests.answeredByMany()
    },
    estimate(effort = {}) {
      const work = engine.estimate(seedOf('estimate'), requireOptions(effort, EFFORT), weighed.read())
      return Object.assign(describe(drain(work)), report()) as never
    },
    async estimateAsync(effort = {}) {
      const names = { ...EFFORT, ...WATCH } as const
      const { signal: _, onProgress: __, workers: ___, ...rest } = requireOptions(effort, names)
      // Seed and answers are fixed before more answers come in.
      const work = engine.estimate(seedOf('estimate'), rest, weighed.read().copy())
      const reportNow = report()
      return Object.assign(describe(await drainInSlices(work, effort)), reportNow) as never
    },
    toInferenceData: (given = {}) => {
      const answers = weighed.read()
      const posterior = drain(engine.estimate(seedOf('estimate'), {}, answers))
      const forgets = followers.memory !== undefined
      return inferenceDataOf(posterior, answers, { labels, ...given }, { ...options, forgets })
    },
    decision: () => engine.decide(seedOf('decision'))[0].decision,
    decisions: () => engine.decide(seedOf('decision')).map(({ decision }) => decision),
    outlook: () => engine.decide(seedOf('decision')).map(verdict => outlookOf(verdict, tally.size)),
    changes: () => followers.detector?.changes ?? refuse('runLength', undefined, 'given, for changes'),
    answers: () => tally.size,
    effective: () => weighed.effective,
    requests: () => new NumberedRequests(requests.made),
    snapshot: () =>
      writeSnapshot({
        options,
        tally: tally.toJSON(),
        rng: rng.state(),
        weights: weighed.state(),
        ...engine.state(),
        ...requests.state(),
      }),
  }
  return { engine, estimator, weighed }
}

/** The options, with the number of cells as `categories`. */
function withCells(options: EstimatorOptions | NumericEstimatorOptions): EstimatorOptions {
  requireOptions<object>(options, OPTIONS)
  return 'question' in options ? { ...options, categories: readOneQuestion(options).categories } : options
}
