import { exp } from '../elementary/exp.ts'
import { countCombinations, unrank } from '../mechanism/combination.ts'
import { localHashing } from '../mechanism/local-hashing.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { srr } from '../mechanism/srr.ts'
import { bestSize, subsetSelection } from '../mechanism/subset-selection.ts'
import type { Rng } from '../random/rng.ts'

/** A mechanism that the next people might answer by, and what is to be learnt from it. */
export interface Candidate {
  /**
   * Adds `scale` times the expected Fisher information of one response at θ, `Σ_y p_y p_yᵀ / (p_y·θ)`, to the lower triangle
   * of `out` (K × K, row-major), up to multiples of `v 1ᵀ + 1 vᵀ`: the tangent of the simplex does not see them, so that a
   * column counts by what it has above its base.
   */
  addInformation(theta: Float64Array, scale: number, out: Float64Array): void
  mechanism(): Mechanism
}

/** Plain SRR. */
export function srrCandidate(categories: number, epsilon: number): Candidate {
  const odds = exp(-epsilon)
  const more = 1 - odds
  const factor = (more * more) / (1 + (categories - 1) * odds)
  return {
    addInformation(theta, scale, out) {
      for (let x = 0; x < categories; x++) {
        out[x * categories + x] += (scale * factor) / (odds + more * theta[x])
      }
    },
    mechanism: () => srr({ categories, epsilon }),
  }
}

/**
 * Subset selection over all categories. Its sets B are too many to go through; those that hold given categories are a simple
 * random sample of the others, so that the mean of `1/(p_B·θ)` over them follows, to second order, from mean and variance of
 * θ(B). The likeliest category makes the most difference: with and without it are two cases.
 */
export function subsetSelectionCandidate(categories: number, epsilon: number): Candidate {
  const K = categories
  const size = bestSize(K, epsilon)
  const odds = exp(-epsilon)
  const more = 1 - odds
  const factor = (more * more * K) / (size + (K - size) * odds)
  /** The mean of the inverse where, besides a mass that is in B, so many of a pool's members are. */
  const meanInverse = (known: number, picked: number, members: number, mass: number, squares: number) => {
    const share = members > 0 ? picked / members : 0
    const spread = members > 1 ? Math.max(0, squares - (mass * mass) / members) / (members - 1) : 0
    const h = odds + more * (known + share * mass)
    return (1 + (more * more * share * (1 - share) * members * spread) / (h * h)) / h
  }
  return {
    addInformation(theta, scale, out) {
      let top = 0
      let squares = 0
      for (let x = 0; x < K; x++) {
        squares += theta[x] * theta[x]
        if (theta[x] > theta[top]) top = x
      }
      for (let i = 0; i < K; i++) {
        for (let j = 0; j <= i; j++) {
          const fixed = i === j ? 1 : 2
          const both = (size / K) * (i === j ? 1 : (size - 1) / (K - 1))
          const known = theta[i] + (i === j ? 0 : theta[j])
          const square = theta[i] * theta[i] + (i === j ? 0 : theta[j] * theta[j])
          const left = K - fixed
          const [picks, mass, rest] = [size - fixed, Math.max(0, 1 - known), squares - square]
          let mean: number
          if (i === top || j === top || picks <= 0) mean = meanInverse(known, picks, left, mass, rest)
          else {
            const t = theta[top]
            const [others, otherRest] = [Math.max(0, mass - t), rest - t * t]
            mean =
              (picks / left) * meanInverse(known + t, picks - 1, left - 1, others, otherRest) +
              (1 - picks / left) * meanInverse(known, picks, left - 1, others, otherRest)
          }
          out[i * K + j] += scale * factor * both * mean
        }
      }
    },
    mechanism: () => subsetSelection({ categories, epsilon }),
  }
}

/** Partitions of a mechanism: each person draws one of them. */
const PARTITIONS = 16

/**
 * Local hashing that keeps the likeliest categories apart: the g first in `order` have a bucket each, the others are dealt at
 * random, anew in every partition. So the likely ones are distinguished as if there were no others, and each of the others is
 * still heard: none is merged for good.
 */
export function hashingCandidate(
  options: { epsilon: number; buckets: number; size: number; order: ArrayLike<number> },
  rng: Rng,
): Candidate {
  const { epsilon, buckets, size, order } = options
  const categories = order.length
  const partitions = Array.from({ length: PARTITIONS }, () => {
    const partition = new Int32Array(categories)
    for (let i = 0; i < categories; i++) partition[order[i]] = i < buckets ? i : rng.integer(buckets)
    return partition
  })
  const sets = Array.from({ length: countCombinations(buckets, size) }, (_, r) => unrank(r, size))
  const odds = exp(-epsilon)
  const more = 1 - odds
  const factor = ((more * more) / (size + (buckets - size) * odds)) * (buckets / (PARTITIONS * sets.length))
  const mass = new Float64Array(buckets)
  const pairs = new Float64Array(buckets * buckets)
  return {
    addInformation(theta, scale, out) {
      for (const partition of partitions) {
        mass.fill(0)
        pairs.fill(0)
        for (let x = 0; x < categories; x++) mass[partition[x]] += theta[x]
        for (const set of sets) {
          let inside = 0
          for (let i = 0; i < size; i++) inside += mass[set[i]]
          const value = (scale * factor) / (odds + more * inside)
          for (let i = 0; i < size; i++) {
            for (let j = 0; j < size; j++) pairs[set[i] * buckets + set[j]] += value
          }
        }
        for (let i = 0; i < categories; i++) {
          const row = partition[i] * buckets
          for (let j = 0, at = i * categories; j <= i; j++) out[at + j] += pairs[row + partition[j]]
        }
      }
    },
    mechanism: () => localHashing({ categories, epsilon, buckets, size, partitions }),
  }
}
