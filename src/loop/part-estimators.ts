import type { Catalogue } from '../catalogue/catalogue.ts'
import { refuse } from '../check/check.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import type { Effort } from '../posterior/draw-posterior.ts'
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
  /** The work of an estimate from a copy of the answers so far; it yields the share that is done. */
  drawing(effort: Effort): Generator<number, Posterior>
  snapshot(): EstimatorSnapshot
}

/** How parts are made. */
export interface PartEstimators {
  create(options: EstimatorOptions): PartEstimator
  restore(snapshot: EstimatorSnapshot, given: { catalogue?: Catalogue }): PartEstimator
}

/**
 * Refuses options that do not combine with the parts of a collection.
 *
 * @param reasons what each of them has to be, in words
 * @throws RangeError, with the reason
 */
export function refuseCombined(given: object, reasons: Readonly<Record<string, string>>): void {
  for (const [name, why] of Object.entries(reasons)) {
    const value = (given as Record<string, unknown>)[name]
    if (value !== undefined) refuse(name, value, why)
  }
}
