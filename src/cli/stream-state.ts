import { Refusal, refuse, requireFields } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import type { Journal } from '../data/journal.ts'
import { createEstimator, type Estimator, restoreEstimator } from '../loop/estimator.ts'
import type { GroupedEstimator, GroupedEstimatorOptions, GroupedSnapshot } from '../loop/grouped-estimator.ts'
import {
  groupedCollection,
  type LineCollection,
  plainCollection,
  recordsCollection,
} from '../loop/line-collection.ts'
import { type LineProtocol, lineProtocol } from '../loop/line-protocol.ts'
import type { RecordsEstimator, RecordsEstimatorOptions, RecordsSnapshot } from '../loop/records-estimator.ts'
import {
  canonicalJSON,
  digestOf,
  type EstimatorOptions,
  type EstimatorSnapshot,
  requireDigest,
} from '../loop/snapshot.ts'
import type { Request } from '../mechanism/mechanism.ts'
import type { Effort } from '../posterior/draw-posterior.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'

/**
 * The state of a collection: a snapshot of the estimator; and of records, the requests in
 * the order of their ids, as each view knows only the order of its own.
 */
export type CollectionState = (EstimatorSnapshot | GroupedSnapshot | RecordsSnapshot) & {
  readonly requests?: ListedRequests
}

interface ListedRequests {
  readonly list: readonly Request[]
  /** That of the list. */
  readonly digest: string
}

/** What a collection is made from. */
export type CollectionOptions = EstimatorOptions | GroupedEstimatorOptions | RecordsEstimatorOptions

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
  const { requests, ...snapshot } = before.state as CollectionState
  const { estimator, made } = orInputError(file, () => ({
    estimator: restoreEstimator(snapshot as EstimatorSnapshot, { catalogue }) as LineEstimator,
    made: readRequests(requests),
  }))
  const expected = canonicalJSON(snapshot.options)
  const got = canonicalJSON(fresh.snapshot().options)
  if (got !== expected) {
    throw new InputError(`${file}: expected the options that it was made with, ${expected}; got ${got}`)
  }
  const resumed = collection(estimator, effort, before.keys, made)
  before.lines.forEach((line, i) => {
    const { changes } = resumed.protocol.reply(line, i + 2)
    if (!changes) {
      throw new InputError(`${file}.journal, line ${i + 2}: expected a line that was accepted once`)
    }
  })
  return resumed
}

type LineEstimator = Estimator | GroupedEstimator | RecordsEstimator

/** @param earlier the requests of records so far */
function collection(
  estimator: LineEstimator,
  effort: Effort,
  keys: readonly string[] = [],
  earlier: readonly Request[] = [],
): Collection {
  const lines = linesOf(estimator, effort, earlier)
  const protocol = lineProtocol(lines, keys)
  return {
    protocol,
    state() {
      const snapshot = estimator.snapshot()
      return {
        ...snapshot,
        ...('views' in snapshot && { requests: listed(lines.parts.get(undefined)!.requests.list) }),
      }
    },
  }
}

function linesOf(estimator: LineEstimator, effort: Effort, earlier: readonly Request[]): LineCollection {
  const snapshot = estimator.snapshot()
  if ('groups' in snapshot) return groupedCollection(estimator as GroupedEstimator, snapshot, effort)
  if ('views' in snapshot) {
    return recordsCollection(estimator as RecordsEstimator, snapshot, effort, earlier)
  }
  return plainCollection(estimator as Estimator, snapshot, effort)
}

function listed(list: readonly Request[]): ListedRequests {
  return { list, digest: digestOf(JSON.stringify(list)) }
}

function readRequests(listed: ListedRequests | undefined): readonly Request[] {
  if (listed === undefined) return []
  requireFields(listed, { list: true, digest: true }, "the state's requests")
  if (!Array.isArray(listed.list)) refuse("the list of the state's requests", listed.list, 'a list')
  requireDigest("the digest of the state's requests", listed.digest, JSON.stringify(listed.list))
  return listed.list
}

function orInputError<T>(file: string, body: () => T): T {
  try {
    return body()
  } catch (error) {
    if (error instanceof Refusal) throw new InputError(`${file}: ${error.message}`)
    throw error
  }
}
