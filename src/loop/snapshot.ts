import { refuse, requireFields, requireInteger, requireObject } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import { type Tally, type TallyJSON, tallyFromJSON } from '../posterior/tally/tally.ts'
import type { StreamState } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import type { EngineOptions } from './engine-options.ts'
import type { EngineState } from './engine-parts.ts'
import type { MadeState } from './made-requests.ts'
import type { Labelled } from './one-question.ts'
import type { WeighedState } from './weighed-answers.ts'

/** Options of an estimator: those of an engine, and a seed. */
export interface EstimatorOptions extends EngineOptions {
  /** Seed of the posterior's chain. The randomness of the answers themselves comes from the respondents. */
  readonly seed: string | number
}

/** An estimator's options, without the catalogue. */
export type SnapshotOptions = Omit<EstimatorOptions, 'catalogue'> & Labelled

/** Version of the layout that this release reads and writes. It changes with the fields of a snapshot or their meaning. */
const VERSION = 4

/**
 * An estimator's whole state as plain data that can be stored as JSON.
 *
 * No field but the digest can be computed from the others. The digest only detects accidental damage: anybody who can write a snapshot can
 * compute its digest, so restoring checks every field itself. A snapshot contains people's answers, and nothing that they have not sent.
 *
 * A release reads the version that it writes, and refuses any other. `options` and `tally` are in every version, so
 * `createEstimator(options)` and `observeMany(tallyFromJSON(tally))` can take over the answers.
 */
export interface EstimatorSnapshot extends EngineState, MadeState {
  /** The version of this layout. */
  readonly version: typeof VERSION
  /** Options of the estimator. */
  readonly options: SnapshotOptions
  /** All answers. */
  readonly tally: TallyJSON
  /** The answers' design weights; left out as long as all are 1. */
  readonly weights?: WeighedState | undefined
  /** The state of the estimator’s random stream. */
  readonly rng: StreamState
  /** 32 hexadecimal digits computed from all other fields. */
  readonly digest: string
}

/** A snapshot without its version and its digest. */
export type SnapshotParts = Omit<EstimatorSnapshot, 'version' | 'digest'>

/** A copy of plain data, with its digest. */
export function withDigest(data: object): object & { readonly digest: string } {
  const copy = plainCopy('snapshot', data, Infinity)
  return { ...copy, digest: digestOf(canonicalJSON(copy)) }
}

/**
 * A copy of data that `withDigest` returned, without the digest.
 *
 * @throws RangeError if the data were damaged
 */
export function withoutDigest(given: unknown): object {
  const { digest, ...data } = plainCopy('snapshot', given, Infinity)
  requireDigest("the snapshot's digest", digest, canonicalJSON(data))
  return data
}

/** A snapshot with copies of these parts. */
export function writeSnapshot(parts: SnapshotParts): EstimatorSnapshot {
  return withDigest({ version: VERSION, ...parts }) as EstimatorSnapshot
}

/**
 * A copy of the parts of an undamaged snapshot. Their contents are not checked here.
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
    if (field !== 'weights' && !Object.hasOwn(data, field))
      refuse(`the snapshot's ${field}`, undefined, 'present')
  }
  requireObject("the snapshot's options", parts.options, OF_SNAPSHOT)
  requireObject("the snapshot's pending", parts.pending, OF_SNAPSHOT)
  requireObject("the snapshot's chain", parts.chain, OF_SNAPSHOT)
  if (!Array.isArray(parts.made)) refuse("the snapshot's made", parts.made, 'a list of requests')
  // The chain has numbers for every category, so the length of the text bounds the number of categories. This is checked before anything is
  // allocated.
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
  weights: true,
  rng: true,
  made: true,
  outstanding: true,
  awaited: true,
  anytime: true,
  change: true,
} as const

/** Description of the snapshot of a part, for errors. */
export const OF_SNAPSHOT = 'an object, as snapshot() gives'

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

/** Refuses a digest that does not belong to the text. */
export function requireDigest(argument: string, digest: unknown, text: string): void {
  if (digest !== digestOf(text))
    refuse(argument, digest, 'that of the rest, which has been damaged or changed')
}

/** 128 bits of the random stream whose name is the text. Texts that differ anywhere give different streams. */
export function digestOf(text: string): string {
  const words = new Uint32Array(4)
  stream(text, 'digest').fill(words, words.length)
  return Array.from(words, word => word.toString(16).padStart(8, '0')).join('')
}

/** The tally of a snapshot. It must be over as many categories as the options say. */
export function tallyOf({ tally, options: { categories } }: SnapshotParts): Tally {
  const copy = tallyFromJSON(tally)
  requireInteger("the number of categories of the snapshot's tally", copy.categories, categories, categories)
  return copy
}
