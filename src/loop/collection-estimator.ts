import type { Belief } from '../catalogue/draw-law.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Effort, Watch } from '../posterior/draw-posterior.ts'
import type { ByGroup, Grouped } from '../posterior/functional/by-group.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { Tables } from '../posterior/functional/tables-estimate.ts'
import type { Decision } from '../query/answer.ts'
import type { CollectionEstimatorOptions } from './collection-options.ts'
import type { Outlook } from './goal/outlook.ts'
import type { NumberedRequests } from './numbered-requests.ts'
import type { EstimatorSnapshot } from './snapshot.ts'
import type { NeedsState } from './views-by-need.ts'
import type { Answering } from './weighed-answers.ts'

/** The work for an estimate, and whether groups are pooled. */
export interface CollectionEffort extends Effort {
  /** Whether groups of people who hold one of some categories borrow from each other; default true. */
  readonly pooling?: boolean
}

/** A request that people may draw, and its probability. */
export interface WeightedRequest {
  /** A possible request of a person. */
  readonly request: Request
  /** The probability with which a page draws it, in any unit. */
  readonly weight: number
}

/** The state of a collection of several parts, as plain data. */
export interface CollectionSnapshot {
  /** Options of the collection. */
  readonly options: Omit<CollectionEstimatorOptions, 'catalogue'>
  /** Number of outstanding requests that have been answered, for each group or for all people. */
  readonly turns: readonly number[]
  /** View of each request, in the order of the requests, for each group or for all people. */
  readonly made: readonly (readonly number[])[]
  /** Weights of views by what goals still need; null unless goals need several views. */
  readonly needs: NeedsState | null
  /** The state of each part, group by group and view by view. */
  readonly parts: readonly EstimatorSnapshot[]
  /** 32 hexadecimal digits computed from all other fields. */
  readonly digest: string
}

/** The server's side of a collection from groups of people, of several questions, or both. */
export interface CollectionEstimator<B = Belief> {
  /** Options of the estimator, as plain data. */
  readonly options: CollectionSnapshot['options']
  /**
   * The request for the next person. It stays the same until it is answered. With several questions it has `about`, their names.
   *
   * @param group the person's group; absent if there are no groups
   * @param known questions to which the person is publicly known to have an answer. The request is about the first view in turn that has no
   *   others; with `missing: 'public'`, about a single question if no pair is left. Never pass what is private: the request would then
   *   reveal, outside of ε, which answers there are
   * @throws RangeError if there is no such group, or no view of these questions
   */
  request(group?: string, known?: readonly string[]): Request
  /**
   * Takes an answer. If goals need several views, all goals are judged again whenever the number of answers has grown by a quarter, which
   * may take seconds if people are asked about pairs.
   *
   * @param request what it answers; undefined for the outstanding request
   * @param given the person's design weight, if answers have such: in estimates, those of a group and view then count as `tallyResponses`
   *   says, and groups weigh among all people by the sums of their weights
   * @throws RangeError, and changes nothing, if the group or the request is none of this estimator's, or its mechanism cannot give the
   *   response
   */
  observe(response: Response, request?: Request, group?: string, given?: Answering): void
  /** Takes an answer in a collection without groups. */
  observe(response: Response, request: Request | undefined, given: Answering): void
  /**
   * The estimate from all answers so far. It does not change the estimator.
   *
   * @param effort `pooling: false` estimates each group from its own answers alone
   * @throws RangeError on a bad option
   */
  estimate(effort?: CollectionEffort): B
  /** Estimates without blocking other work. */
  estimateAsync(effort?: CollectionEffort & Watch): Promise<B>
  /**
   * The decision about the goal, or about the first of several, from the answers so far. It does not change the estimator.
   *
   * @throws RangeError if the estimator has no goal
   */
  decision(): Decision
  /** Decisions about all goals. The collection is over when all are settled. */
  decisions(): Decision[]
  /** Number of people who have answered, of a group or of all. */
  answers(group?: string): number
  /** How many answers of equal weight they are worth, n_eff: the sum of those of each group and view. */
  effective(group?: string): number
  /**
   * The requests that people may be asked now, one for each view in use. Each person draws one of them, in proportion to its weight. They
   * stay the same until an answer comes in. Weights sum to 1.
   *
   * @throws RangeError if there is no such group
   */
  asked(group?: string): WeightedRequest[]
  /**
   * Registers a request as one of this estimator's, for example one of an earlier release whose answers were kept and are counted again.
   * The caller vouches for the request.
   *
   * @throws RangeError if the request is bad, about no view that is asked about, or of a level above `epsilon`
   */
  recall(request: Request, group?: string): void
  /**
   * The decisions, each with an estimate of how many more people the goal needs: 0 once it is settled, and Infinity before any relevant
   * answer.
   *
   * @throws RangeError if the estimator has no goal
   */
  outlook(): Outlook[]
  /** The requests to a group, or to all people, so far, by their numbers. */
  requests(group?: string): NumberedRequests
  /** The whole state, from which `restoreEstimator` continues with exactly the same numbers. */
  snapshot(): CollectionSnapshot
}

/** The server's side of a collection of categories by groups. */
export type GroupedEstimator = CollectionEstimator<Grouped>
/** The server's side of a collection of numbers or scales by groups. */
export type GroupedNumbersEstimator = CollectionEstimator<Grouped<NumericEstimate>>
/** The server's side of a collection of several questions. */
export type RecordsEstimator = CollectionEstimator<Tables>
/** The server's side of a collection of several questions by groups, which are pooled where people are asked about pairs. */
export type GroupedRecordsEstimator = CollectionEstimator<ByGroup<Tables>>
