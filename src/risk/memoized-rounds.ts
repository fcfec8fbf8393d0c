import { exp } from '../elementary/exp.ts'
import { type Coin, coin, expRoundedDown, truthCoin } from '../mechanism/coin.ts'
import { localHashing } from '../mechanism/local-hashing.ts'
import { type Mechanism, type Response, requireHeld, requireSet } from '../mechanism/mechanism.ts'
import { randomPartitions } from '../mechanism/random-partitions.ts'
import { anotherThan, membersOf, select } from '../mechanism/select.ts'
import { srr } from '../mechanism/srr.ts'
import { unaryEncoding } from '../mechanism/unary-encoding.ts'
import type { Rng } from '../random/rng.ts'
import { secondRound } from './second-round.ts'

/** Level above which `expRoundedDown` no longer distinguishes levels. */
export const MOST_LEVEL = 700
export const MOST_BUCKETS = 4096

/** Options of both rounds. */
interface Plan extends Levels {
  readonly kind: 'grr' | 'osue' | 'loloha'
  readonly categories: number
  /** Number of buckets, for `loloha`. */
  readonly buckets: number
}

/** The rounds of recent plans, which the people of one collection share. */
const cache = new Map<string, Rounds<Response, Response>>()
const MOST_CACHED = 16

export function roundsOf(plan: Plan): Rounds<Response, Response> {
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

/** Both rounds of a kind. Each value that the kind distinguishes has a permanent answer of type P. */
export interface Rounds<R extends Response, P extends Response> {
  readonly mechanism: Mechanism<R>
  readonly permanent: number
  /** The level of the second round, over everything that a report contains. */
  readonly second: number
  /** Number of partitions, one of which is the person's; 1 for a kind without partitions. */
  readonly partitions: number
  /** The value, or bucket, of a permanent answer. */
  valueOf(category: number, partition: number): number
  /** Number of such values. */
  readonly values: number
  first(value: number, rng: Rng): P
  fresh(answer: P, partition: number, rng: Rng): R
  /** Checks a permanent answer from a state. */
  requireAnswer(answer: unknown): P
}

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
export function bestBuckets(first: number): number {
  const odds = exp(Math.min(first, MOST_LEVEL))
  const variance = (others: number) => ((odds + others) * (odds + others)) / others
  const low = Math.max(1, Math.floor(odds))
  const others = variance(low) <= variance(low + 1) ? low : low + 1
  return Math.min(MOST_BUCKETS, others + 1)
}
