import { InputError, naming } from '../data/input-error.ts'
import type { Journal } from '../data/journal.ts'
import type { CollectionEstimator, CollectionSnapshot } from '../loop/collection-estimator.ts'
import type { CollectionEstimatorOptions } from '../loop/collection-options.ts'
import { createEstimator, type Estimator, restoreEstimator } from '../loop/estimator.ts'
import { lineCollection } from '../loop/line-collection.ts'
import { type LineProtocol, lineProtocol } from '../loop/line-protocol.ts'
import { canonicalJSON, type EstimatorOptions, type EstimatorSnapshot } from '../loop/snapshot.ts'
import type { Effort } from '../posterior/draw-posterior.ts'
import type { Queries } from '../posterior/functional/shown-queries.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'

/** The state of a collection: a snapshot of its estimator. */
export type CollectionState = EstimatorSnapshot | CollectionSnapshot

/** Options of a collection. */
export type CollectionOptions = EstimatorOptions | CollectionEstimatorOptions

/** The effort of an estimate, and its queries. */
export interface Estimating {
  readonly effort: Effort
  readonly queries: Queries | undefined
}

/** An open collection. */
export interface Collection {
  readonly protocol: LineProtocol
  /** The collection's state, as plain data. */
  state(): CollectionState
}

/**
 * Opens a collection: continues from a state and the later lines of its journal, if any, or begins anew.
 *
 * @param file name of the state in errors
 * @throws InputError if the state is damaged, or was made with other options
 */
export async function beginCollection(
  options: CollectionOptions,
  { effort, queries }: Estimating,
  catalogue: OwnMethods['catalogue'],
  journal: Journal | undefined,
  file = '',
): Promise<Collection> {
  const before = await journal?.read()
  const fresh = createEstimator({ ...options, catalogue } as EstimatorOptions) as LineEstimator
  const reporting = { effort, queries }
  if (before === undefined) return collection(fresh, reporting)
  const snapshot = before.state as EstimatorSnapshot
  const estimator = naming(file, () => restoreEstimator(snapshot, { catalogue }) as LineEstimator)
  const expected = canonicalJSON(snapshot.options)
  const got = canonicalJSON(fresh.options)
  if (got !== expected) {
    throw new InputError(`${file}: expected the options that it was made with, ${expected}; got ${got}`)
  }
  const resumed = collection(estimator, reporting, before.keys)
  before.lines.forEach((line, i) => {
    const { changes } = resumed.protocol.reply(line, i + 2)
    if (!changes) {
      throw new InputError(`${file}.journal, line ${i + 2}: expected a line that was accepted once`)
    }
  })
  return resumed
}

type LineEstimator = Estimator | CollectionEstimator

function collection(
  estimator: LineEstimator,
  { effort, queries }: Estimating,
  keys: readonly string[] = [],
): Collection {
  const protocol = lineProtocol(lineCollection(estimator, effort, queries), keys)
  return { protocol, state: () => estimator.snapshot() }
}
