import { type Categories, countCategories } from '../check/categories.ts'
import { Refusal, refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { isWithin } from '../mechanism/audit.ts'
import type { Mechanism, Request, Response } from '../mechanism/mechanism.ts'
import type { MechanismKind } from '../mechanism/mechanism-kind.ts'
import { DesignWeights, requireSomeWeight, requireWeight } from '../posterior/tally/design-weights.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import { mechanismFromRequest, plainRequest } from './requests.ts'

/** Options for answers that were collected elsewhere. */
export interface CollectionOptions {
  /** K; default: that of the first request, at most 2²⁰. All requests must be over K categories. */
  readonly categories?: Categories
  /** The level that no request may exceed; default: none. */
  readonly epsilon?: number
  /** Where the kinds of mechanisms are looked up; default `builtIn`. */
  readonly catalogue?: { readonly mechanisms: readonly MechanismKind[] }
}

/** A response and the request that it answers. */
export interface CollectedAnswer {
  /** The request, as `toRequest()` gives it. */
  readonly request: Request
  /** The response. */
  readonly response: Response
  /** Number of people who gave it; default 1. */
  readonly count?: number
  /** The design weight of each of them, at least 0, in any unit; default 1. */
  readonly weight?: number
}

/** Answers that were collected elsewhere, counted. */
export interface TalliedResponses {
  /** The answers. With unequal weights, its counts are fractions, and its size is the equivalent number of answers of equal weight. */
  readonly tally: Tally
  /** The largest audited level of the requests. */
  readonly epsilon: number
}

/**
 * Counts answers that were collected elsewhere, to any requests. Each distinct request is rebuilt and audited once, and every
 * response becomes its likelihood column under its request.
 *
 * The tally can be passed to `samplePosterior`, `maximumLikelihood` and an estimator's `observeMany`. An answer with a `weight` counts as
 * `w n_eff / Σ w`, with `n_eff = (Σ w)² / Σ w²` (Kish): a pseudo-posterior.
 *
 * @throws RangeError, which names the answer by its place, if the catalogue does not have the kind of a request, a request is over
 *   other categories or above `epsilon`, or its mechanism cannot give the response; also if there are no answers
 * @example
 * const request = { mechanism: 'srr', categories: 2, epsilon: Math.log(3) }
 * const { tally, epsilon } = tallyResponses({
 *   answers: [{ request, response: 0, count: 60 }, { request, response: 1, count: 40 }],
 * })
 * epsilon // 1.0986…
 * samplePosterior(tally, { seed: 1, prior: 1 }).mean // about [0.70, 0.30]
 */
export function tallyResponses(
  options: CollectionOptions & { readonly answers: Iterable<CollectedAnswer> },
): TalliedResponses {
  requireOptions(options, { categories: true, epsilon: true, catalogue: true, answers: true })
  const { answers, ...collectionOptions } = options
  const collection = new Collection(collectionOptions)
  const weights = new DesignWeights()
  collection.take(answers, (mechanism, response, count, weight) => {
    weights.add(weight, count)
    const column = mechanism.column(response)
    if (weight === 1) collection.tally.addColumn(column, count)
    else if (count * weight > 0) collection.tally.addWeighted(column, count * weight)
  })
  const { tally, epsilon } = collection
  requireSomeWeight('weight', weights)
  const { scale } = weights
  return { tally: scale === 1 ? tally : tally.withCounts(tally.counts.map(count => scale * count)), epsilon }
}

/** Counts the answers of a collection: admits requests, and has a tally over their categories. */
export class Collection {
  /** The largest audited level of the requests that were admitted. */
  epsilon = 0
  private readonly options: CollectionOptions
  private counted: Tally | undefined

  constructor(options: CollectionOptions) {
    this.options = options
    if (options.epsilon !== undefined) requireNumber('epsilon', options.epsilon, { above: 0 })
    if (options.categories !== undefined) {
      this.counted = createTally(countCategories(options.categories))
    }
  }

  /** K, once it is known. */
  get categories(): number | undefined {
    return this.counted?.categories
  }

  /** The tally of the answers; it exists from the first request on. */
  get tally(): Tally {
    return this.counted!
  }

  /**
   * Passes all answers of a list to `add`, each with the mechanism of its request. Each distinct request is admitted once.
   *
   * @throws RangeError, which names the answer by its place, if it is invalid; also if there are no answers
   */
  take(
    answers: Iterable<CollectedAnswer>,
    add: (mechanism: Mechanism, response: Response, count: number, weight: number) => void,
  ): void {
    if (typeof answers?.[Symbol.iterator] !== 'function') refuse('answers', answers, 'a list of answers')
    const mechanisms = new Map<string, Mechanism>()
    let place = 0
    for (const answer of answers) {
      asPartOf(`answers[${place++}]`, () => {
        const {
          request,
          response,
          count = 1,
          weight = 1,
        } = requireOptions(answer, { request: true, response: true, count: true, weight: true }, 'answer')
        const plain = plainRequest(request, this.categories)
        const text = JSON.stringify(plain)
        let mechanism = mechanisms.get(text)
        if (mechanism === undefined) {
          mechanism = this.admit(plain as Request)
          mechanisms.set(text, mechanism)
        }
        add(mechanism, response, requireInteger('count', count, 0), requireWeight('weight', weight))
      })
    }
    if (place === 0) refuse('answers', answers, 'at least one answer')
  }

  /**
   * Checks a request, and returns its mechanism.
   *
   * @throws RangeError if it is of no known kind, over other categories, or above the limit
   */
  admit(request: Request): Mechanism {
    const { categories } = this
    const { catalogue, epsilon: limit } = this.options
    const mechanism = mechanismFromRequest(request, {
      categories,
      catalogue,
    })
    const { epsilon } = mechanism
    if (limit !== undefined && !isWithin(epsilon, limit)) {
      refuse("the request's audited level", epsilon, `at most ${limit}`)
    }
    if (epsilon > this.epsilon) this.epsilon = epsilon
    this.counted ??= createTally(mechanism.categories)
    return mechanism
  }
}

/** Runs `body`. If it throws about an argument, the error names the argument as a part of `whole`. */
function asPartOf<T>(whole: string, body: () => T): T {
  try {
    return body()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { argument, allowed, value, meant } = error
    throw new Refusal(`${whole}: ${argument}`, allowed, 'value' in error ? { value } : undefined, meant)
  }
}
