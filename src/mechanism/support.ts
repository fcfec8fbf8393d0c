import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import type { LevelColumn } from './column.ts'

/**
 * What the responses of a pure protocol support: each response supports some of the categories, the same ones with the same
 * probabilities whoever asks. A response supports the category of its sender with probability p, and any other with q < p.
 *
 * With `hashing`, q is for categories of other buckets: with a category of its own bucket in a share s of the
 * partitions, a response of its sender's supports it with probability `q + s (p − q)`.
 *
 * @see Wang, Blocki, Li, Jha (2017), Locally differentially private protocols for frequency estimation, section 3
 */
export interface Support {
  /** q. */
  readonly outside: number
  /** p − q. */
  readonly gap: number
  /**
   * Of responses that support sets of categories, the same for any two: with which probability it supports both where neither is its
   * sender's, and how much more often where one of them is. Absent where that differs from pair to pair, or has no use.
   */
  readonly together?: { readonly outside: number; readonly gap: number }
  /** Of local hashing; absent where any two categories are told apart alike. */
  readonly hashing?: Hashing
  /** The categories that a response supports. Throws a RangeError on a response that the mechanism cannot give. */
  of(response: unknown): ArrayLike<number>
}

/** Partitions of the categories into buckets; a response supports the categories of some buckets of one of them. */
export interface Hashing {
  /** The bucket of every category in each partition, all of them equally likely. */
  readonly partitions: readonly Int32Array[]
  /** Buckets of a partition, some of them empty perhaps. */
  readonly buckets: number
  /** Buckets that a response supports. */
  readonly size: number
}

/** q and p − q of a set of `size` among `points`, likelier by e^ε where it holds the truth; two points share `meet` of `size` sets. */
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
 * The categories where a column is at its upper level. A flat column is that of all categories or of none, which its scale
 * tells.
 *
 * @param logScale that of a column which supports some categories and not others
 */
export function supported(
  { set, point, categories, logScale: own }: LevelColumn,
  epsilon: number,
  logScale: number,
) {
  if (point >= 0) return [point]
  if (set.length > 0) return set
  const isFull = own > logScale - epsilon / 2
  return isFull ? Int32Array.from({ length: categories }, (_, x) => x) : set
}
