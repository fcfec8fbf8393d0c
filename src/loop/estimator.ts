import { refuse, requireInteger } from '../check/check.ts'
import { isWithin } from '../mechanism/audit.ts'
import { columnSpread } from '../mechanism/column.ts'
import type { Mechanism, Request, Response } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/sample-posterior.ts'
import { Tally, type TallyJSON, tallyFromJSON } from '../posterior/tally.ts'
import type { StreamState } from '../random/rng.ts'
import { resumeStream, stream } from '../random/stream.ts'
import { Engine, type EngineOptions, type Pending, seedFor } from './engine.ts'
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

export interface EstimatorSnapshot {
  readonly version: 1
  readonly options: EstimatorOptions
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
 * const respondent = createRespondent({ epsilon: 1 })
 * estimator.observe(respondent.respond(estimator.request(), 2))
 * estimator.estimate().mean
 */
export function createEstimator(options: EstimatorOptions): Estimator {
  return buildEstimator(options)
}

/**
 * Continues an estimator from its snapshot.
 *
 * @throws RangeError if the snapshot is not one, or of another version
 */
export function restoreEstimator(snapshot: EstimatorSnapshot): Estimator {
  const { version, options, tally, chain, made } = snapshot ?? {}
  const good =
    version === 1 &&
    isObject(options) &&
    tally?.categories === options.categories &&
    isObject(chain) &&
    Array.isArray(made)
  if (!good) refuse('snapshot', snapshot, 'what snapshot() gave, of version 1')
  return buildEstimator(options, snapshot)
}

function buildEstimator(given: EstimatorOptions, from?: EstimatorSnapshot): Estimator {
  // A copy, so that the snapshot's options are those that the estimator was made with.
  const options = plainOptions(given)
  const rng = from ? resumeStream(from.rng) : stream(options.seed, 'chain')
  const engine = new Engine(
    options,
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
  const made = new Map<string, Mechanism>()
  const keys = new WeakMap<Mechanism, string>()
  let outstanding: Mechanism | undefined
  // What an answer that names no request answers: the last request handed out, also where a late answer that named an
  // equal one came in between.
  let awaited: Mechanism | undefined

  const remember = (mechanism: Mechanism) => {
    let key = keys.get(mechanism)
    if (key === undefined) {
      key = JSON.stringify(mechanism.toRequest())
      keys.set(mechanism, key)
      if (!made.has(key)) made.set(key, mechanism)
    }
    return made.get(key)!
  }
  const recall = (request: Request) => {
    const mechanism = mechanismFromRequest(request)
    if (mechanism.categories !== options.categories || !isWithin(mechanism.epsilon, options.epsilon)) {
      refuse(
        "a request of the snapshot's",
        request,
        `over ${options.categories} categories, of level ${options.epsilon} or less`,
      )
    }
    return remember(mechanism)
  }
  for (const request of from?.made ?? []) recall(request)
  if (from?.outstanding) outstanding = recall(from.outstanding)
  if (from?.awaited) awaited = recall(from.awaited)

  const mechanismOf = (request: Request | undefined): Mechanism => {
    if (request === undefined) {
      if (awaited === undefined) throw new RangeError('no request is outstanding: call request() first')
      return awaited
    }
    const known = made.get(JSON.stringify(mechanismFromRequest(request).toRequest()))
    return known ?? refuse('request', request, 'one that this estimator has made')
  }
  return {
    request() {
      outstanding ??= remember(engine.choose(rng))
      awaited = outstanding
      return outstanding.toRequest()
    },
    observe(response, request) {
      const mechanism = mechanismOf(request)
      tally.add(mechanism, response)
      engine.noteAnswers(1)
      if (mechanism === outstanding) outstanding = undefined
      if (request === undefined) awaited = undefined
    },
    observeMany(answers) {
      if (!(answers instanceof Tally))
        refuse('answers', answers, 'a tally; tallyFromJSON makes one of JSON data')
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
      tally.merge(answers)
      engine.noteAnswers(answers.size)
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
      made: Array.from(made.values(), mechanism => mechanism.toRequest()),
    }),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function plainOptions(options: EstimatorOptions): EstimatorOptions {
  const { prior, publicPrior } = options
  return {
    ...options,
    ...(isObject(prior) && { prior: Array.from(prior) }),
    ...(isObject(publicPrior) && { publicPrior: Array.from(publicPrior) }),
  }
}
