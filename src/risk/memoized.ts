import { type Categories, countCategories } from '../check/categories.ts'
import { refuse, requireInteger, requireNumber, requireOneOf, requireOptions } from '../check/check.ts'
import { expRoundedDown } from '../mechanism/coin.ts'
import { type Mechanism, type Response, requireHeld } from '../mechanism/mechanism.ts'
import { cryptoRng } from '../random/crypto.ts'
import { requireRng } from '../random/require-rng.ts'
import type { Rng } from '../random/rng.ts'
import { bestBuckets, MOST_BUCKETS, MOST_LEVEL, type Rounds, roundsOf } from './memoized-rounds.ts'
import { type MemoizedState, nothingYet, readState } from './memoized-state.ts'

/** One person's randomizer for a question that is asked again and again. */
export interface Memoized<R extends Response = Response> {
  /** The channel of one report, both rounds together, with the level ε1. An estimate counts the report by this channel. */
  readonly mechanism: Mechanism<R>
  /**
   * The report of a person with `category`.
   *
   * @throws RangeError if it is none of the categories; the error does not reveal it
   */
  report(category: number): R
  /** Bounds on what all reports so far can reveal, in two senses. */
  readonly spent: {
    /**
     * The level between this person's values and any others that change, and come back, at the same times. For `grr` and `osue`
     * it is ε∞ for each value that was held. For `loloha` values may share a bucket in one history and not in the other. Of T
     * reports, only the n* of the value that was reported most often are certain to come from one permanent answer in both:
     *
     *     min(T ε₂, ε∞ + (T − n*) ε₂)
     *
     * with ε₂ the level of the second round.
     */
    readonly sameChanges: number
    /**
     * The level between any values at all: that of the second round for every report, times K for `osue`. Unlike `sameChanges`,
     * this counts that reports also tell *that* a value changed.
     */
    readonly anyChanges: number
  }
  /**
   * The data to store, to be passed as `state` after a restart. They reveal which values the person has had, and are as secret as these.
   */
  readonly state: MemoizedState
}

/** Options of the memoized answers of one person. */
export interface MemoizedOptions {
  /** `grr` for few categories, `osue` for many and reports of K bits, `loloha` for many and small reports. */
  readonly kind: 'grr' | 'osue' | 'loloha'
  /** Number of categories K, from 2 to 2²⁰. */
  readonly categories: Categories
  /** ε∞, the level of a permanent answer: above `first`, at most 700. */
  readonly permanent: number
  /** ε1, the level of one report. */
  readonly first: number
  /** For `loloha`: g, from 2 to 4,096; default the best for ε1. */
  readonly buckets?: number
  /** The state that was stored before a restart. */
  readonly state?: MemoizedState
  /** Default `cryptoRng()`. */
  readonly rng?: Rng
}

/** Largest number of categories, because all their partitions are in memory at once. */
const MOST_CATEGORIES = 2 ** 20

/**
 * Memoized answers. For each value that a person ever has, one permanently randomized answer is kept, with the level ε∞. Every report is a
 * fresh randomization of it. So one report has the level ε1, and any number of reports reveals no more than the kept answers and the times
 * at which each was reported (see `spent`). Reports follow `mechanism` exactly, in whole numbers if the randomness is cryptographic.
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
  const categories = countCategories(options.categories, MOST_CATEGORIES)
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

function remembering<R extends Response, P extends Response>(
  rounds: Rounds<R, P>,
  state: MemoizedState | undefined,
  rng: Rng,
): Memoized<R> {
  const { mechanism, permanent, second, partitions } = rounds
  const hashes = partitions > 1
  const { kept, reported, ...past } = state === undefined ? nothingYet<P>() : readState(rounds, state)
  let { reports } = past
  const partition = past.partition ?? rng.integer(partitions)
  return {
    mechanism,
    report(category) {
      const value = rounds.valueOf(requireHeld(category, mechanism.categories), partition)
      // Drawn even if an answer is kept, so that the time does not tell whether the value is new.
      const drawn = rounds.first(value, rng)
      const answer = kept.get(value) ?? drawn
      kept.set(value, answer)
      if (hashes) reported.set(category, (reported.get(category) ?? 0) + 1)
      reports++
      return rounds.fresh(answer, partition, rng)
    },
    get spent() {
      const anyChanges = reports * second
      if (!hashes) return { sameChanges: kept.size * permanent, anyChanges }
      let most = 0
      for (const count of reported.values()) if (count > most) most = count
      return { sameChanges: Math.min(anyChanges, permanent + (reports - most) * second), anyChanges }
    },
    get state() {
      const permanent = Array.from(kept, ([value, answer]) => [value, copyOf(answer)] as const)
      return { reports, ...(hashes && { partition, reported: Array.from(reported) }), permanent }
    },
  }
}

/** A copy that may be altered; the person's own answer stays as it is. */
const copyOf = (answer: Response) => (typeof answer === 'number' ? answer : answer.slice())
