import { refuse, requireFields, requireInteger } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import { type Tally, type TallyJSON, tallyFromJSON } from '../posterior/tally/tally.ts'
import type { StreamState } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import type { EngineOptions } from './engine-options.ts'
import type { EngineState } from './engine-parts.ts'
import type { MadeState } from './made-requests.ts'
import type { Labelled } from './one-question.ts'

/** What an estimator is made from: the options of an engine, and a seed. */
export interface EstimatorOptions extends EngineOptions {
  /** Seed of the posterior's chain. The randomness of the answers themselves comes from the respondents. */
  readonly seed: string | number
}

/** An estimator's options, without the catalogue. */
export type SnapshotOptions = Omit<EstimatorOptions, 'catalogue'> & Labelled

/** The version of the layout that this release writes and reads. It changes with the fields of a snapshot or their meaning. */
const VERSION = 4

/**
 * An estimator's whole state as plain data, which JSON carries unharmed.
 *
 * Except for the digest, it has nothing that follows from its other parts. The digest only shows that nothing was damaged on the
 * way. Anybody who can write a snapshot can write its digest too, so restoring checks every part by itself. A snapshot holds what
 * people have answered, and nothing that they have not sent.
 *
 * A release reads the version that it writes, and refuses any other. `options` and `tally` are in every version, so that
 * `createEstimator(options)` and `observeMany(tallyFromJSON(tally))` can take over the answers.
 */
export interface EstimatorSnapshot extends EngineState, MadeState {
  /** The version of this layout. */
  readonly version: typeof VERSION
  /** What the estimator was made with. */
  readonly options: SnapshotOptions
  /** All answers. */
  readonly tally: TallyJSON
  /** The state of the estimator’s own stream of randomness. */
  readonly rng: StreamState
  /** 32 hexadecimal digits that follow from all the rest. */
  readonly digest: string
}

/** A snapshot without its version and its digest. */
export type SnapshotParts = Omit<EstimatorSnapshot, 'version' | 'digest'>

/** A copy of plain data, with their digest. */
export function withDigest(data: object): object & { readonly digest: string } {
  const copy = plainCopy('snapshot', data, Infinity)
  return { ...copy, digest: digestOf(canonicalJSON(copy)) }
}

/**
 * A copy of the rest of what `withDigest` gave.
 *
 * @throws RangeError if it was damaged
 */
export function withoutDigest(given: unknown): object {
  const { digest, ...data } = plainCopy('snapshot', given, Infinity)
  requireDigest("the snapshot's digest", digest, canonicalJSON(data))
  return data
}

/** A snapshot of copies of these parts. */
export function writeSnapshot(parts: SnapshotParts): EstimatorSnapshot {
  return withDigest({ version: VERSION, ...parts }) as EstimatorSnapshot
}

/**
 * A copy of the parts of an undamaged snapshot. What they hold is not yet checked.
 *
 * @throws RangeError if it is not a snapshot, was damaged, or is of another version
 */
export function readSnapshot(given: unknown): SnapshotParts {
  const { digest, ...data } = plainCopy('snapshot', given, Infinity)
  if (data.version !== VERSION) {
    const advice = 'createEstimator(options) and observeMany(tallyFromJSON(tally)) take over its answers'
    refuse("the snapshot's version", data.version, `${VERSION}, the one that this release reads (${advice})`)
  }
  const text = canonicalJSON(data)
  requireDigest("the snapshot's digest", digest, text)
  const { version: _, ...parts } = requireFields(
    data as Omit<EstimatorSnapshot, 'digest'>,
    FIELDS,
    'snapshot',
  )
  for (const field of Object.keys(FIELDS)) {
    if (!Object.hasOwn(data, field)) refuse(`the snapshot's ${field}`, undefined, 'present')
  }
  requireObject("the snapshot's options", parts.options)
  requireObject("the snapshot's pending", parts.pending)
  requireObject("the snapshot's chain", parts.chain)
  if (!Array.isArray(parts.made)) refuse("the snapshot's made", parts.made, 'a list of requests')
  // The chain has data on every category, so the text bounds their number. Nothing is allocated before that is checked.
  requireInteger("the snapshot's number of categories", parts.options.categories, 2, text.length)
  requirePlace("the snapshot's outstanding", parts.outstanding, parts.made)
  requirePlace("the snapshot's awaited", parts.awaited, parts.made)
  return parts
}

const FIELDS = {
  version: true,
  options: true,
  tally: true,
  pending: true,
  chain: true,
  strategy: true,
  memory: true,
  robust: true,
  rng: true,
  made: true,
  outstanding: true,
  awaited: true,
  anytime: true,
  change: true,
} as const

/** Refuses what is not an object. */
export function requireObject(argument: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(argument, value, 'an object, as snapshot() gives')
  }
}

function requirePlace(argument: string, value: unknown, list: readonly unknown[]): void {
  if (value !== null) requireInteger(argument, value, 0, list.length - 1)
}

/** Plain data as JSON, with the fields of each object sorted because storage may change their order. */
export function canonicalJSON(data: unknown): string {
  return JSON.stringify(sorted(data))
}

function sorted(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return data.some(value => typeof value === 'object') ? data.map(sorted) : data
  const fields = Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, value]) => [name, sorted(value)]))
}

/** Refuses a digest that is not that of the text. */
export function requireDigest(argument: string, digest: unknown, text: string): void {
  if (digest !== digestOf(text))
    refuse(argument, digest, 'that of the rest, which has been damaged or changed')
}

/** 128 bits of the random stream that has the text as its name. Texts that differ anywhere give different streams. */
export function digestOf(text: string): string {
  const words = new Uint32Array(4)
  stream(text, 'digest').fill(words, words.length)
  return Array.from(words, word => word.toString(16).padStart(8, '0')).join('')
}

/** The tally of a snapshot, which must be over as many categories as its options say. */
export function tallyOf({ tally, options: { categories } }: SnapshotParts): Tally {
  const restored = tallyFromJSON(tally)
  requireInteger(
    "the number of categories of the snapshot's tally",
    restored.categories,
    categories,
    categories,
  )
  return restored
}
