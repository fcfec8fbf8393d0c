import { exp } from '../elementary/exp.ts'
import { countCombinations } from '../mechanism/combination.ts'
import type { Rng } from '../random/rng.ts'
import { type Candidate, hashingCandidate, srrCandidate, subsetSelectionCandidate } from './candidate.ts'

/** Sets of buckets that a candidate may have: more would be slow to go through. */
const MOST_SETS = 250
/** Numbers of buckets are tried one by one to here, then in steps of a sixth or so. */
const DENSE_BUCKETS = 12
const BUCKET_GROWTH = 1.17

/** The channels among which a design chooses: plain SRR, subset selection, and local hashing of every grain. */
export function designCandidates(epsilon: number, order: ArrayLike<number>, rng: Rng): Candidate[] {
  const categories = order.length
  const candidates = [srrCandidate(categories, epsilon)]
  if (categories > exp(epsilon)) candidates.push(subsetSelectionCandidate(categories, epsilon))
  for (const { buckets, size } of grains(categories, epsilon)) {
    candidates.push(hashingCandidate({ epsilon, buckets, size, order }, rng))
  }
  return candidates
}

/** Numbers of buckets, fewer than there are categories, and the sizes of sets that are about best for them. */
function grains(categories: number, epsilon: number): { buckets: number; size: number }[] {
  const found: { buckets: number; size: number }[] = []
  for (let g = 2; g < categories; g = g < DENSE_BUCKETS ? g + 1 : Math.ceil(g * BUCKET_GROWTH)) {
    const share = g / (exp(epsilon) + 1)
    const sizes = new Set([Math.max(1, Math.floor(share)), Math.max(1, Math.round(share))])
    for (const size of sizes) {
      if (size < g && countCombinations(g, size) <= MOST_SETS) found.push({ buckets: g, size })
    }
  }
  return found
}
