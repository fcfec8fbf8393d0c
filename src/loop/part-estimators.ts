import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { EstimatorOptions, EstimatorSnapshot } from './snapshot.ts'

/** By this factor the number of answers grows from one look at the goal of such a collection to the next, where it is played or planned. */
export const LOOK_GROWTH = 1.25

/** A part of a larger collection, such as a view of records or a group of people: an estimator of its own cells, which adapts by itself. */
export interface PartEstimator {
  /** The answers so far; it grows. */
  readonly tally: Tally
  request(): Request
  observe(response: Response, request?: Request): unknown
  snapshot(): EstimatorSnapshot
}

/** How parts are made. */
export interface PartEstimators {
  create(options: EstimatorOptions): PartEstimator
  restore(snapshot: EstimatorSnapshot, given: { catalogue?: Catalogue }): PartEstimator
}
