import { refuse, requireInteger, requireOptions } from '../check/check.ts'
import { isWithin } from '../mechanism/audit.ts'
import { columnSpread } from '../mechanism/column.ts'
import type { Mechanism, Request, Response } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/draw-posterior.ts'
import { requireTally, type Tally, type TallyJSON, tallyFromJSON } from '../posterior/tally/tally.ts'
import type { StreamState } from '../random/rng.ts'
import { resumeStream, stream } from '../random/stream.ts'
import { builtIn } from './catalogue/built-in.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { ENGINE_OPTIONS, Engine, type EngineOptions, type Pending, seedFor } from './engine.ts'
import { MadeRequests } from './made-requests.ts'
import { mechanismFromRequest } from './requests.ts'

export interface EstimatorOptions extends EngineOptions {
  /** Seed of the posterior's chain; the answers' own randomness is the respondents'. */
  readonly seed: string | number
}

/** Draws of each of the estimate's chains. */
const ESTIMATE_DRAWS = 1000

/** The server's side of the loop. It sees requests and responses, never a category that somebody holds. */
export interface Estimator {
  /** The request for the next respondent: the same until it is answered. */
  request(): Request
  /**
   * Takes an answer.
   *
   * @param request what it answers; default the outstanding request. Late answers and answers out of order name theirs.
   * @throws RangeError, and changes nothing, if the response is none that the request's mechanism can give, or the request
   *   is none that this estimator has made
   */
  observe(response: Response, request?: Request): void
  /** Takes the answers of a whole group at once; the outstanding request counts as answered. */
  observeMany(answers: Tally): void
  /** The posterior of θ given all answers so far. Asking changes nothing. */
  estimate(): Posterior
  /** All of the state, as plain JSON data: `restoreEstimator` continues the very same numbers. */
  snapshot(): EstimatorSnapshot
}

/** An estimator's options, without the catalogue. */
export type SnapshotOptions = Omit<EstimatorOptions, 'catalogue'>

export interface EstimatorSnapshot {
  readonly version: 1
  readonly options: SnapshotOptions
  readonly tally: TallyJSON
  readonly pending: Pending
  /** The sampler's own state. */
  readonly chain: unknown
  /** What the strategy remembers. */
  readonly strategy: unknown
  readonly rng: StreamState
  readonly outstanding: Request | null
  readonly awaited: Request | null
  readonly made: readonly Request[]
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
 */
export function createEstimator(options: EstimatorOptions): Estimator {
  return buildEstimator(options)
}

/**
 * Continues an estimator from its snapshot.
 *
 * @param given.catalogue the one that it was made with, if it was not `builtIn`
 * @throws RangeError if the snapshot is not one, or of another version
 */
export function restoreEstimator(
  snapshot: EstimatorSnapshot,
  given: { catalogue?: Catalogue } = {},
): Estimator {
  const { catalogue } = requireOptions(given, { catalogue: true })
  const { version, options, tally, chain, made } = snapshot ?? {}
  const good =
    version === 1 &&
    isObject(options) &&
    tally?.categories === options.categories &&
    isObject(chain) &&
    Array.isArray(made)
  if (!good) refuse('snapshot', snapshot, 'what snapshot() gave, of version 1')
  return buildEstimator({ ...options, ...(catalogue && { catalogue }) }, snapshot)
}

function buildEstimator(given: EstimatorOptions, from?: EstimatorSnapshot): Estimator {
  requireOptions(given, { ...ENGINE_OPTIONS, seed: true })
  // A copy, so that the snapshot's options are those that the estimator was made with.
  const options = plainOptions(given)
  const { catalogue = builtIn } = given
  const rng = from ? resumeStream(from.rng) : stream(options.seed, 'chain')
  const engine = new Engine(
    { ...options, catalogue },
    rng,
    from && {
      tally: tallyFromJSON(from.tally),
      pending: {
        answers: requireInteger('pending.answers', from.pending?.answers, 0),
        batches: requireInteger('pending.batches', from.pending?.batches, 0),
      },
      chain: structuredClone(from.chain),
      strategy: from.strategy ?? undefined,
    },
  )
  const { tally } = engine
  const { categories } = options
  const made = new MadeRequests({ categories, catalogue })
  let outstanding: Mechanism | undefined
  // What an answer that names no request answers: the last request handed out, also where a late answer that named an
  // equal one came in between.
  let awaited: Mechanism | undefined

  const recall = (request: Request) => {
    const mechanism = mechanismFromRequest(request, { categories, catalogue })
    if (!isWithin(mechanism.epsilon, options.epsilon)) {
      refuse("a request of the snapshot's", request, `of level ${options.epsilon} or less`)
    }
    return made.add(mechanism)
  }
  for (const request of from?.made ?? []) recall(request)
  if (from?.outstanding) outstanding = recall(from.outstanding)
  if (from?.awaited) awaited = recall(from.awaited)

  const mechanismOf = (request: Request | undefined): Mechanism => {
    if (request === undefined) {
      if (awaited === undefined) refuse('request', request, 'given, as none is outstanding')
      return awaited
    }
    return made.find(request) ?? refuse('request', request, 'one that this estimator has made')
  }
  return {
    request() {
      outstanding ??= made.add(engine.choose(rng))
      awaited = outstanding
      return outstanding.toRequest()
    },
    observe(response, request) {
      const mechanism = mechanismOf(request)
      engine.take(mechanism.column(response), 1)
      if (mechanism === outstanding) outstanding = undefined
      if (request === undefined) awaited = undefined
    },
    observeMany(answers) {
      requireTally('answers', answers)
      requireInteger(
        "the answers' number of categories",
        answers.categories,
        tally.categories,
        tally.categories,
      )
      for (const column of answers.table.columns) {
        const { logRatio } = columnSpread(column)
        if (!isWithin(logRatio, options.epsilon)) {
          refuse(
            'answers',
            `a response of level ${logRatio}`,
            `responses of level ${options.epsilon} or less`,
          )
        }
      }
      if (answers.size === 0) return
      engine.takeGroup(own => own.merge(answers))
      outstanding = undefined
      awaited = undefined
    },
    estimate: () => engine.estimate(seedFor(options.seed, 'estimate', tally.size), ESTIMATE_DRAWS),
    snapshot: () => ({
      version: 1,
      options: plainOptions(options),
      tally: tally.toJSON(),
      pending: engine.pending,
      chain: engine.chainState(),
      strategy: engine.strategyMemory(),
      rng: rng.state(),
      outstanding: outstanding?.toRequest() ?? null,
      awaited: awaited?.toRequest() ?? null,
      made: Array.from(made.mechanisms(), mechanism => mechanism.toRequest()),
    }),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The options as plain data: the catalogue is none. */
function plainOptions({ catalogue, ...options }: EstimatorOptions): SnapshotOptions {
  const { prior, publicPrior } = options
  return {
    ...options,
    ...(isObject(prior) && { prior: Array.from(prior) }),
    ...(isObject(publicPrior) && { publicPrior: Array.from(publicPrior) }),
  }
}
