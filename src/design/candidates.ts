import { exp } from '../elementary/exp.ts'
import { blockDesign } from '../mechanism/block-design/block-design.ts'
import { chooseParameters } from '../mechanism/block-design/choose-parameters.ts'
import { type Parameters, parametersOf } from '../mechanism/block-design/difference-set.ts'
import { countCombinations } from '../mechanism/combination.ts'
import { localHashing } from '../mechanism/local-hashing.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { srr } from '../mechanism/srr.ts'
import { bestSize, subsetSelection } from '../mechanism/subset-selection.ts'
import type { Rng } from '../random/rng.ts'
import {
  type Balance,
  balancedCandidate,
  type Candidate,
  hashingCandidate,
  srrCandidate,
} from './candidate.ts'

/** Subset selection is a candidate up to this many sets. Beyond that, a block design with far fewer sets is as informative. */
const MOST_SETS = 256
/** Number of partitions of local hashing, and the most sets of buckets of each. Their product is the number of distinct answers. */
const PARTITIONS = 8
const MOST_BUCKET_SETS = 32
/** Largest number of categories with local hashing as a candidate, because each partition is as long as the list of categories. */
const MOST_HASHED = 512
/** Largest number of buckets up to which all numbers are tried; larger ones are tried in steps of about a sixth. */
const DENSE_BUCKETS = 12
const BUCKET_GROWTH = 1.17

/** The channels that treat all categories alike: a block design, SRR, and subset selection if it has few sets. */
export function evenCandidates(categories: number, epsilon: number): Candidate[] {
  const plain = srrCandidate(categories, epsilon, () => srr({ categories, epsilon }))
  if (categories <= exp(epsilon)) return [plain]
  const parameters = chooseParameters(categories, epsilon)
  const { family, q, dimension } = parameters
  const design = () => blockDesign({ categories, epsilon, family, q, dimension })
  const candidates = [balancedCandidate(epsilon, designBalance(parameters), design), plain]
  const size = bestSize(categories, epsilon)
  if (size > 1 && countCombinations(categories, size) <= MOST_SETS) {
    const subsets = () => subsetSelection({ categories, epsilon, size })
    candidates.push(balancedCandidate(epsilon, subsetBalance(categories, size), subsets))
  }
  return candidates
}

/**
 * Local hashing at several numbers of buckets g, such that the likeliest categories are kept apart: the first g in `order` have a bucket
 * each, and the others are dealt out at random, anew in every partition. The likely categories are then distinguished as well as if there
 * were no others, and the others remain identified, because each partition merges them anew.
 */
export function hashingCandidates(epsilon: number, order: ArrayLike<number>, rng: Rng): Candidate[] {
  const categories = order.length
  if (categories > MOST_HASHED) return []
  return grains(categories, epsilon).map(({ buckets, size }) => {
    const partitions = Array.from({ length: PARTITIONS }, () => {
      const partition = new Int32Array(categories)
      for (let i = 0; i < categories; i++) partition[order[i]] = i < buckets ? i : rng.integer(buckets)
      return partition
    })
    const options = { epsilon, buckets, size, partitions }
    return hashingCandidate(options, () => localHashing({ categories, ...options }))
  })
}

/** The candidate for an existing mechanism of one of the kinds above. */
export function candidateOf(mechanism: Mechanism): Candidate {
  const { categories, epsilon } = mechanism
  const { mechanism: name, ...parameters } = mechanism.toRequest()
  const existing = () => mechanism
  switch (name) {
    case 'block-design': {
      const { family, q, dimension } = parameters as unknown as Parameters
      return balancedCandidate(epsilon, designBalance(parametersOf(family, q, dimension)!), existing)
    }
    case 'subset-selection':
      return balancedCandidate(epsilon, subsetBalance(categories, parameters.size as number), existing)
    case 'local-hashing':
      return hashingCandidate({ ...mechanism.support!.hashing!, epsilon }, existing)
    default:
      return srrCandidate(categories, epsilon, existing)
  }
}

function designBalance({ points, blockSize, meet }: Parameters): Balance {
  return { sets: points, density: blockSize / points, meet: meet / blockSize }
}

function subsetBalance(categories: number, size: number): Balance {
  const sets = countCombinations(categories, size)
  return { sets, density: size / categories, meet: (size - 1) / (categories - 1) }
}

/** Numbers of buckets, fewer than there are categories, each with the sizes of sets that are about best for it. */
function grains(categories: number, epsilon: number): { buckets: number; size: number }[] {
  const found: { buckets: number; size: number }[] = []
  for (let g = 2; g < categories; g = g < DENSE_BUCKETS ? g + 1 : Math.ceil(g * BUCKET_GROWTH)) {
    const share = g / (exp(epsilon) + 1)
    const sizes = new Set([Math.max(1, Math.floor(share)), Math.max(1, Math.round(share))])
    for (const size of sizes) {
      if (size < g && countCombinations(g, size) <= MOST_BUCKET_SETS) found.push({ buckets: g, size })
    }
  }
  return found
}
