import { Refusal } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import type { Journal } from '../data/journal.ts'
import type { CollectionEstimator, CollectionSnapshot } from '../loop/collection.ts'
import type { CollectionEstimatorOptions } from '../loop/collection-options.ts'
import { createEstimator, type Estimator, restoreEstimator } from '../loop/estimator.ts'
import { lineCollection } from '../loop/line-collection.ts'
import { type LineProtocol, lineProtocol } from '../loop/line-protocol.ts'
import { canonicalJSON, type EstimatorOptions, type EstimatorSnapshot } from '../loop/snapshot.ts'
import type { Effort } from '../posterior/draw-posterior.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'

/** The state of a collection: a snapshot of its estimator. */
export type CollectionState = EstimatorSnapshot | CollectionSnapshot

/** What a collection is made from. */
export type CollectionOptions = EstimatorOptions | CollectionEstimatorOptions

/** A collection that has begun, or goes on. */
export interface Collection {
  readonly protocol: LineProtocol
  /** All that must be kept of it. */
  state(): CollectionState
}

/**
 * A collection: it goes on from the state and the lines of the journal since, if there are any, and is new otherwise.
 *
 * @param effort of each estimate
 * @param file what errors call the state
 * @throws InputError if the state is damaged, or was made with other options
 */
export async function beginCollection(
  options: CollectionOptions,
  effort: Effort,
  catalogue: OwnMethods['catalogue'],
  journal: Journal | undefined,
  file = '',
): Promise<Collection> {
  const before = await journal?.read()
  const fresh = createEstimator({ ...options, catalogue } as EstimatorOptions) as LineEstimator
  if (before === undefined) return collection(fresh, effort)
  const snapshot = before.state as EstimatorSnapshot
  const estimator = orInputError(file, () => restoreEstimator(snapshot, { catalogue }) as LineEstimator)
  const expected = canonicalJSON(snapshot.options)
  const got = canonicalJSON(fresh.snapshot().options)
  if (got !== expected) {
    throw new InputError(`${file}: expected the options that it was made with, ${expected}; got ${got}`)
  }
  const resumed = collection(estimator, effort, before.keys)
  before.lines.forEach((line, i) => {
    const { changes } = resumed.protocol.reply(line, i + 2)
    if (!changes) {
      throw new InputError(`${file}.journal, line ${i + 2}: expected a line that was accepted once`)
    }
  })
  return resumed
}

type LineEstimator = Estimator | CollectionEstimator

function collection(estimator: LineEstimator, effort: Effort, keys: readonly string[] = []): Collection {
  const protocol = lineProtocol(lineCollection(estimator, effort), keys)
  return { protocol, state: () => estimator.snapshot() }
}

function orInputError<T>(file: string, body: () => T): T {
  try {
    return body()
  } catch (error) {
    if (error instanceof Refusal) throw new InputError(`${file}: ${error.message}`)
    throw error
  }
}
