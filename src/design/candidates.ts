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

/** Subset selection is a candidate up to so many sets: from there on a block design says as much by far fewer. */
const MOST_SETS = 256
/** Partitions of local hashing, and sets of buckets of each: together so many distinct answers. */
const PARTITIONS = 8
const MOST_BUCKET_SETS = 32
/** Beyond so many categories likely ones get no buckets of their own: partitions would be as long as the categories. */
const MOST_HASHED = 512
/** Numbers of buckets are tried one by one to here, then in steps of a sixth or so. */
const DENSE_BUCKETS = 12
const BUCKET_GROWTH = 1.17

/**
 * The channels that treat all categories alike: a block design, SRR, and subset selection where it has few sets.
 *
 * @returns the candidates, where a block design is to have this seed
 */
export function evenCandidates(categories: number, epsilon: number): (seed?: number) => Candidate[] {
  const plain = srrCandidate(categories, epsilon, () => srr({ categories, epsilon }))
  if (categories <= exp(epsilon)) return () => [plain]
  const parameters = chooseParameters(categories, epsilon)
  const { family, q, dimension } = parameters
  const size = bestSize(categories, epsilon)
  const few = size > 1 && countCombinations(categories, size) <= MOST_SETS
  return seed => {
    const design = () =>
      blockDesign({ categories, epsilon, family, q, dimension, ...(seed !== undefined && { seed }) })
    const candidates = [balancedCandidate(epsilon, designBalance(parameters), design), plain]
    if (few) {
      const subsets = () => subsetSelection({ categories, epsilon, size })
      candidates.push(balancedCandidate(epsilon, subsetBalance(categories, size), subsets))
    }
    return candidates
  }
}

/**
 * Local hashing of every grain that keeps the likeliest categories apart: the g first in `order` have a bucket each, the others
 * are dealt at random, anew in every partition. So the likely ones are distinguished as if there were no others, and each
 * of the others is still heard: none is merged for good.
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

/** A mechanism that is among the candidates, as one. */
export function candidateOf(mechanism: Mechanism): Candidate {
  const { categories, epsilon } = mechanism
  const { mechanism: name, ...given } = mechanism.toRequest()
  const same = () => mechanism
  switch (name) {
    case 'block-design': {
      const { family, q, dimension } = given as unknown as Parameters
      return balancedCandidate(epsilon, designBalance(parametersOf(family, q, dimension)!), same)
    }
    case 'subset-selection':
      return balancedCandidate(epsilon, subsetBalance(categories, given.size as number), same)
    case 'local-hashing':
      return hashingCandidate({ ...(given as unknown as Hashing), epsilon }, same)
    default:
      return srrCandidate(categories, epsilon, same)
  }
}

function designBalance({ points, blockSize, meet }: Parameters): Balance {
  return { sets: points, density: blockSize / points, meet: meet / blockSize }
}

function subsetBalance(categories: number, size: number): Balance {
  const sets = countCombinations(categories, size)
  return { sets, density: size / categories, meet: (size - 1) / (categories - 1) }
}

/** The parameters of a request for local hashing. */
type Hashing = { buckets: number; size: number; partitions: readonly number[][] }

/** Numbers of buckets, fewer than there are categories, and the sizes of sets that are about best for them. */
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
