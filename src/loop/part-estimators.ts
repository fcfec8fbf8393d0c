import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { EstimatorOptions, EstimatorSnapshot } from './snapshot.ts'
import type { Answering, WeighedAnswers } from './weighed-answers.ts'

/**
 * Factor by which the number of answers grows between two interim looks at the goals of a collection of several parts. Simulations and
 * plans use it too.
 */
export const LOOK_GROWTH = 1.25

/**
 * A part of a larger collection, such as a view of several questions or a group of people: an estimator of its own cells, which adapts
 * independently.
 */
export interface PartEstimator {
  /** The answers so far; the object grows with them. */
  readonly tally: Tally
  request(): Request
  /** The same answers with their design weights. */
  readonly weighed: WeighedAnswers
  observe(response: Response, request?: Request, given?: Answering): unknown
  recall(request: Request): void
  snapshot(): EstimatorSnapshot
}

/** Functions that create parts. */
export interface PartEstimators {
  create(options: EstimatorOptions): PartEstimator
  restore(snapshot: EstimatorSnapshot, given: { catalogue?: Catalogue }): PartEstimator
}
