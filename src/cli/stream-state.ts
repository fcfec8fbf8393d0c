import { Refusal, requireFields } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import type { Journal } from '../data/journal.ts'
import { createEstimator, type Estimator, restoreEstimator } from '../loop/estimator.ts'
import type { GroupedEstimator, GroupedEstimatorOptions, GroupedSnapshot } from '../loop/grouped-estimator.ts'
import { groupedCollection, plainCollection } from '../loop/line-collection.ts'
import { type LineProtocol, lineProtocol } from '../loop/line-protocol.ts'
import {
  canonicalJSON,
  digestOf,
  type EstimatorOptions,
  type EstimatorSnapshot,
  requireDigest,
} from '../loop/snapshot.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'

/** The state of a collection as its file has it: a snapshot of the estimator and, if answers had keys, these. */
export type CollectionState = (EstimatorSnapshot | GroupedSnapshot) & { readonly keys?: Keys }

/** What a collection is made from. */
export type CollectionOptions = EstimatorOptions | GroupedEstimatorOptions

interface Keys {
  readonly list: readonly string[]
  /** That of the list. */
  readonly digest: string
}

/** A collection that has begun, or goes on. */
export interface Collection {
  readonly protocol: LineProtocol
  /** All that must be kept of it. */
  state(): CollectionState
}

/**
 * A collection: it goes on from the state and the lines of the journal since, if there are any, and is new otherwise.
 *
 * @param file what errors call the state
 * @throws InputError if the state is damaged, or was made with other options
 */
export async function beginCollection(
  options: CollectionOptions,
  catalogue: OwnMethods['catalogue'],
  journal: Journal | undefined,
  file = '',
): Promise<Collection> {
  const before = await journal?.read()
  const fresh = createEstimator({ ...options, catalogue } as EstimatorOptions) as LineEstimator
  if (before === undefined) return collection(fresh)
  const { keys, ...snapshot } = before.state as CollectionState
  const { estimator, known } = orInputError(file, () => ({
    estimator: restoreEstimator(snapshot as EstimatorSnapshot, { catalogue }) as LineEstimator,
    known: readKeys(keys),
  }))
  const expected = canonicalJSON(snapshot.options)
  const got = canonicalJSON(fresh.snapshot().options)
  if (got !== expected) {
    throw new InputError(`${file}: expected the options that it was made with, ${expected}; got ${got}`)
  }
  const resumed = collection(estimator, known)
  before.lines.forEach((line, i) => {
    const { changes } = resumed.protocol.reply(line, i + 2)
    if (!changes) {
      throw new InputError(`${file}.journal, line ${i + 2}: expected a line that was accepted once`)
    }
  })
  return resumed
}

type LineEstimator = Estimator | GroupedEstimator

function collection(estimator: LineEstimator, keys: readonly string[] = []): Collection {
  const snapshot = estimator.snapshot()
  const protocol = lineProtocol(
    'groups' in snapshot
      ? groupedCollection(estimator as GroupedEstimator, snapshot)
      : plainCollection(estimator as Estimator, snapshot),
    keys,
  )
  const keysOf = (list: readonly string[]) => ({ keys: { list, digest: digestOf(JSON.stringify(list)) } })
  return {
    protocol,
    state: () => ({
      ...estimator.snapshot(),
      ...(protocol.keys.size > 0 && keysOf([...protocol.keys])),
    }),
  }
}

/** The keys of answers that were counted. */
function readKeys(keys: Keys | undefined): readonly string[] {
  if (keys === undefined) return []
  requireFields(keys, { list: true, digest: true }, "the state's keys")
  requireDigest("the digest of the state's keys", keys.digest, JSON.stringify(keys.list))
  return keys.list
}

function orInputError<T>(file: string, body: () => T): T {
  try {
    return body()
  } catch (error) {
    if (error instanceof Refusal) throw new InputError(`${file}: ${error.message}`)
    throw error
  }
}
