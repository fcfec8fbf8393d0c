import type { Mechanism } from '../mechanism/mechanism.ts'

/**
 * The most by which one answer, sent at will, moves the estimate of a frequency, in answers: `(1 − q)/(p − q)` for a response that supports
 * its sender's category with probability p and another one with q. Of local hashing, which is then taken for random, q includes the
 * share 1/g of the others that are in the sender's bucket.
 */
export function attackWeight({ support }: Pick<Mechanism, 'support'>): number {
  if (support === undefined) return Infinity
  const { outside, gap, hashing } = support
  const shared = hashing ? 1 / hashing.buckets : 0
  return (1 - outside - shared * gap) / (gap * (1 - shared))
}
