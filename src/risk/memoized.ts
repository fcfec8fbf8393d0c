import {
  copyList,
  refuse,
  refuseSecret,
  requireInteger,
  requireNumber,
  requireOneOf,
  requireOptions,
} from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { type Coin, coin, expRoundedDown, truthCoin } from '../mechanism/coin.ts'
import { localHashing } from '../mechanism/local-hashing.ts'
import { type Mechanism, type Response, requireHeld, requireSet } from '../mechanism/mechanism.ts'
import { randomPartitions } from '../mechanism/random-partitions.ts'
import { anotherThan, membersOf, select } from '../mechanism/select.ts'
import { srr } from '../mechanism/srr.ts'
import { unaryEncoding } from '../mechanism/unary-encoding.ts'
import { cryptoRng } from '../random/crypto.ts'
import { requireRng } from '../random/require-rng.ts'
import type { Rng } from '../random/rng.ts'
import { secondRound } from './second-round.ts'

/** One person's randomizer for a question that is asked again and again. */
export interface Memoized<R extends Response = Response> {
  /** The channel of one report, both rounds together, with the level ε1. An estimate counts the report by this channel. */
  readonly mechanism: Mechanism<R>
  /**
   * What the person sends while holding `category`.
   *
   * @throws RangeError if it is none of the categories, without saying what it was
   */
  report(category: number): R
  /** Bounds on what all reports so far can reveal, in two senses. */
  readonly spent: {
    /**
     * The level between this person's values and any others that change, and come back, at the same times: ε∞ for each value that
     * had a permanent answer of its own (for `loloha`: each bucket).
     */
    readonly sameChanges: number
    /**
     * The level between any values at all: that of the second round for every report, times K for `osue`. Unlike `sameChanges`,
     * this counts that reports also tell *that* a value changed.
     */
    readonly anyChanges: number
  }
  /**
   * Everything that must be remembered, as plain data; hand it over as `state` after a restart. It contains the values that were
   * held, and is as secret as they are.
   */
  readonly state: MemoizedState
}

/** What a `Memoized` remembers. */
export interface MemoizedState {
  /** How many reports there were. */
  readonly reports: number
  /** For `loloha`: the person's partition. */
  readonly partition?: number
  /** The permanent answer of each value, or bucket, that was held. */
  readonly permanent: readonly (readonly [value: number, answer: Response])[]
}

/** What the memoized answers of one person are made from. */
export interface MemoizedOptions {
  /** `grr` for few categories, `osue` for many and reports of K bits, `loloha` for many and small reports. */
  readonly kind: 'grr' | 'osue' | 'loloha'
  /** Number of categories K, from 2 to 2²⁰. */
  readonly categories: number
  /** ε∞, the level of a permanent answer: above `first`, at most 700. */
  readonly permanent: number
  /** ε1, the level of one report. */
  readonly first: number
  /** For `loloha`: g, from 2 to 4,096; default the best for ε1. */
  readonly buckets?: number
  /** What was remembered before a restart. */
  readonly state?: MemoizedState
  /** Default `cryptoRng()`. */
  readonly rng?: Rng
}

/** Above this, `expRoundedDown` does not tell levels apart any more. */
const MOST_LEVEL = 700
const MOST_BUCKETS = 4096
/** All partitions of the categories are held in memory at once. */
const MOST_CATEGORIES = 2 ** 20

/**
 * Memoized answers. For each value that a person ever holds, one permanently randomized answer is kept, with the level ε∞. Every
 * report is a fresh randomization of it. So one report has the level ε1, and however many there are, they reveal no more than the
 * kept answers do. Reports follow `mechanism` exactly, in whole numbers if the randomness is cryptographic.
 *
 * - `grr`: randomized response over the K categories, twice.
 * - `osue`: every bit of a unary encoding at ε∞ is randomized again; a report is one of optimized unary encoding at ε1.
 * - `loloha`: each person has one of 64 public partitions into g buckets, and answers by `grr` over the buckets.
 *
 * @throws RangeError on a bad option or state
 * @see Arcolezi, Pinzón, Palamidessi, Gambs (2023), Frequency estimation of evolving data under local differential privacy; Erlingsson,
 * Pihur, Korolova (2014), RAPPOR. The second round of `grr` and `loloha` is corrected (see `SecondRound`).
 * @example
 * const person = memoized({ kind: 'grr', categories: 4, permanent: 2, first: 1 })
 * person.report(3)
 * person.report(3)
 * person.spent.sameChanges // 2: one value
 */
export function memoized(options: MemoizedOptions & { kind: 'grr' | 'loloha' }): Memoized<number>
export function memoized(options: MemoizedOptions & { kind: 'osue' }): Memoized<readonly number[]>
export function memoized(options: MemoizedOptions): Memoized
export function memoized(options: MemoizedOptions): Memoized {
  requireOptions(options, {
    kind: true,
    categories: true,
    permanent: true,
    first: true,
    buckets: true,
    state: true,
    rng: true,
  })
  const kind = requireOneOf('kind', options.kind, ['grr', 'osue', 'loloha'])
  const categories = requireInteger('categories', options.categories, 2, MOST_CATEGORIES)
  const permanent = requireNumber('permanent', options.permanent, { above: 0, max: MOST_LEVEL })
  const first = requireNumber('first', options.first, { above: 0, below: permanent })
  if (expRoundedDown(first).numerator === expRoundedDown(permanent).numerator) {
    refuse('first', first, `below permanent, ${permanent}, by more than rounding`)
  }
  if (kind !== 'loloha' && options.buckets !== undefined) {
    refuse('buckets', options.buckets, 'left out unless kind is loloha')
  }
  const rng = requireRng(options.rng ?? cryptoRng())
  const buckets =
    kind === 'loloha' ? requireInteger('buckets', options.buckets ?? bestBuckets(first), 2, MOST_BUCKETS) : 0
  return remembering(roundsOf({ kind, categories, buckets, permanent, first }), options.state, rng)
}

type Plan = Required<Omit<MemoizedOptions, 'state' | 'rng'>>

/** The rounds of recent plans: the people of one collection share them. */
const cache = new Map<string, Rounds<Response, Response>>()
const MOST_CACHED = 16

function roundsOf(plan: Plan): Rounds<Response, Response> {
  const key = JSON.stringify(plan)
  let rounds = cache.get(key)
  if (rounds === undefined) {
    if (cache.size === MOST_CACHED) cache.clear()
    rounds = makeRounds(plan) as Rounds<Response, Response>
    cache.set(key, rounds)
  }
  return rounds
}

function makeRounds({ kind, categories, buckets, ...levels }: Plan) {
  if (kind === 'osue') return unaryRounds(categories, levels)
  return kind === 'grr' ? directRounds(categories, levels) : hashedRounds(categories, buckets, levels)
}

interface Levels {
  readonly permanent: number
  readonly first: number
}

/** Both rounds of a kind. A permanent answer of type P is made for each value that the kind tells apart. */
interface Rounds<R extends Response, P extends Response> {
  readonly mechanism: Mechanism<R>
  readonly permanent: number
  /** The level of the second round, over everything that a report contains. */
  readonly second: number
  /** How many partitions there are, one of which is the person's; 1 for a kind without partitions. */
  readonly partitions: number
  /** The value that a permanent answer is kept for. */
  valueOf(category: number, partition: number): number
  /** How many such values there are. */
  readonly values: number
  first(value: number, rng: Rng): P
  fresh(answer: P, partition: number, rng: Rng): R
  /** Checks a permanent answer that was read from a state. */
  requireAnswer(answer: unknown): P
}

function remembering<R extends Response, P extends Response>(
  rounds: Rounds<R, P>,
  state: MemoizedState | undefined,
  rng: Rng,
): Memoized<R> {
  const { mechanism, permanent, second, partitions, values } = rounds
  const fields = { reports: true, partition: true, permanent: true } as const
  const past = state === undefined ? undefined : requireOptions(state, fields, 'state')
  const kept = new Map<number, P>()
  for (const entry of past ? copyList('state.permanent', past.permanent, 0, values, 'a list of pairs') : []) {
    const [value, answer] = copyList('a pair of state.permanent', entry, 2, 2, 'a value and an answer')
    const held = requireHeld(value, values, 'a value of state.permanent')
    if (kept.has(held)) refuseSecret('each value of state.permanent', 'there once')
    kept.set(held, rounds.requireAnswer(answer))
  }
  // Each of the permanent answers was made for a report.
  let reports = past === undefined ? 0 : requireInteger('state.reports', past.reports, kept.size)
  const partition = past
    ? requireInteger('state.partition', past.partition ?? 0, 0, partitions - 1)
    : rng.integer(partitions)
  return {
    mechanism,
    report(category) {
      const value = rounds.valueOf(requireHeld(category, mechanism.categories), partition)
      // Drawn even if an answer is kept, so that the time does not tell whether the value is new.
      const drawn = rounds.first(value, rng)
      const answer = kept.get(value) ?? drawn
      kept.set(value, answer)
      reports++
      return rounds.fresh(answer, partition, rng)
    },
    get spent() {
      return { sameChanges: kept.size * permanent, anyChanges: reports * second }
    },
    get state() {
      const permanent = Array.from(kept, ([value, answer]) => [value, copyOf(answer)] as const)
      return { reports, ...(partitions > 1 && { partition }), permanent }
    },
  }
}

/** A copy that may be altered; the person's own answer stays as it is. */
const copyOf = (answer: Response) => (typeof answer === 'number' ? answer : answer.slice())

/** Two rounds of randomized response over a number of values. */
function twice(values: number, { permanent, first }: Levels) {
  const truth = truthCoin(expRoundedDown(permanent), values)
  const { level, keeps } = secondRound(values, permanent, first)
  const randomize = (isTruth: Coin, value: number, rng: Rng) =>
    select(isTruth.toss(rng), value, anotherThan(value, rng.integer(values - 1)))
  return {
    permanent,
    second: level,
    values,
    first: (value: number, rng: Rng) => randomize(truth, value, rng),
    again: (answer: number, rng: Rng) => randomize(keeps, answer, rng),
    requireAnswer: (answer: unknown) => requireHeld(answer, values, 'an answer of state.permanent'),
  }
}

function directRounds(categories: number, levels: Levels): Rounds<number, number> {
  const { again, ...rounds } = twice(categories, levels)
  return {
    ...rounds,
    mechanism: srr({ categories, epsilon: levels.first }),
    partitions: 1,
    valueOf: category => category,
    fresh: (answer, _, rng) => again(answer, rng),
  }
}

function hashedRounds(categories: number, buckets: number, levels: Levels): Rounds<number, number> {
  const { again, ...rounds } = twice(buckets, levels)
  const partitions = randomPartitions(categories, buckets)
  return {
    ...rounds,
    mechanism: localHashing({ categories, epsilon: levels.first, buckets, partitions }),
    partitions: partitions.length,
    valueOf: (category, partition) => partitions[partition][category],
    fresh: (answer, partition, rng) => partition * buckets + again(answer, rng),
  }
}

function unaryRounds(
  categories: number,
  { permanent, first }: Levels,
): Rounds<readonly number[], readonly number[]> {
  const odds = expRoundedDown(permanent)
  const own = coin(1n, 1n)
  const other = coin(odds.denominator, odds.numerator)
  // The second round of one bit is that over two values.
  const { level, keeps } = secondRound(2, permanent, first)
  return {
    mechanism: unaryEncoding({ categories, epsilon: first }),
    permanent,
    second: categories * level,
    partitions: 1,
    values: categories,
    valueOf: category => category,
    first(value, rng) {
      const bits = new Uint8Array(categories)
      for (let x = 0; x < categories; x++) bits[x] = Number(other.toss(rng))
      bits[value] = Number(own.toss(rng))
      return membersOf(bits)
    },
    fresh(answer, _, rng) {
      const bits = new Uint8Array(categories)
      for (const x of answer) bits[x] = 1
      for (let x = 0; x < categories; x++) bits[x] ^= Number(!keeps.toss(rng))
      return membersOf(bits)
    },
    requireAnswer: answer => requireSet(answer, categories),
  }
}

/** The g with the least variance `(e^ε1 + g − 1)² / ((e^ε1 − 1)² (g − 1))`: g − 1 is a whole number next to e^ε1. */
function bestBuckets(first: number): number {
  const odds = exp(Math.min(first, MOST_LEVEL))
  const variance = (others: number) => ((odds + others) * (odds + others)) / others
  const low = Math.max(1, Math.floor(odds))
  const others = variance(low) <= variance(low + 1) ? low : low + 1
  return Math.min(MOST_BUCKETS, others + 1)
}
