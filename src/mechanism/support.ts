import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import type { LevelColumn } from './column.ts'

/**
 * The supports of a pure protocol's responses. Each response supports some of the categories: the category of its sender with probability
 * p, and any other with q < p. Both are the same for all categories.
 *
 * With `hashing`, q is for categories in other buckets. A category that shares the sender's bucket in a share s of the partitions
 * is supported with probability `q + s (p − q)`.
 *
 * @see Wang, Blocki, Li, Jha (2017), Locally differentially private protocols for frequency estimation, section 3
 */
export interface Support {
  /** q. */
  readonly outside: number
  /** p − q. */
  readonly gap: number
  /**
   * For responses that support sets of categories: the probability that a response supports both of two given categories if neither
   * is its sender's, and how much larger it is if one of them is. Absent if it differs from pair to pair, or has no use.
   */
  readonly together?: { readonly outside: number; readonly gap: number }
  /** Present for local hashing; absent if any two categories are distinguished equally well. */
  readonly hashing?: Hashing
  /** The categories that a response supports. Throws a RangeError on a response that the mechanism cannot give. */
  of(response: unknown): ArrayLike<number>
}

/** Partitions of the categories into buckets. A response supports the categories in some of the buckets of one partition. */
export interface Hashing {
  /** The bucket of every category in each partition, all of them equally likely. */
  readonly partitions: readonly Int32Array[]
  /** Number of buckets of a partition; some of them may be empty. */
  readonly buckets: number
  /** Number of buckets that a response supports. */
  readonly size: number
}

/**
 * q and p − q for sets of `size` among `points`, which are likelier by e^ε if they hold the truth. Of the `size` sets that hold a
 * point, `meet` also hold a given other one.
 */
export function supportLevels(
  points: number,
  size: number,
  epsilon: number,
  meet = (size * (size - 1)) / (points - 1),
): Pick<Support, 'outside' | 'gap'> {
  const low = exp(-epsilon)
  const total = size + (points - size) * low
  return { outside: (meet + (size - meet) * low) / total, gap: ((size - meet) * -expm1(-epsilon)) / total }
}

/**
 * The categories where a column is at its upper level. A flat column supports all categories or none; its scale tells which.
 *
 * @param logScale the scale of a column that supports some categories and not others
 */
export function supported(
  { set, point, categories, logScale: columnScale }: LevelColumn,
  epsilon: number,
  logScale: number,
) {
  if (point >= 0) return [point]
  if (set.length > 0) return set
  const isFull = columnScale > logScale - epsilon / 2
  return isFull ? Int32Array.from({ length: categories }, (_, x) => x) : set
}
