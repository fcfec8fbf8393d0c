import { sum } from '../arrays/sums.ts'
import { square } from '../elementary/square.ts'
import type { Hashing, Support } from '../mechanism/support.ts'
import type { Scores } from './answer-scores.ts'
import { checkedInverse } from './checked-inverse.ts'

/** Largest number of groups for which the matrix of shares is inverted. With more, a category is identified by its buckets alone. */
const MOST_GROUPS = 512

/** Turns the values `(1[u ∈ B_y] − q)/(p − q)` of all groups u into the scores of the groups. */
interface Solution {
  /** 1 for the groups whose score is unbiased. */
  readonly isUnbiased: Uint8Array
  readonly least: Float64Array
  readonly most: Float64Array
  /** The factor by which the variance grows. */
  readonly growth: number
  write(inside: Float64Array, scores: Float64Array): void
}

/**
 * The scores of local hashing. Two categories share a bucket in a share s of the partitions; those that share one in all
 * partitions form one group. A response supports the groups B_y, and `Pr(u ∈ B_Y | u′) = q + (p − q) s(u, u′)`. So with S the
 * matrix of the shares s(u, u′),
 *
 *     g(y) = S⁻¹ (1[u ∈ B_y] − q)/(p − q)
 *
 * is unbiased. If all shares are the same s, this is `((1[u ∈ B_y] − q)/(p − q) − s)/(1 − s)`. Where S has no inverse, the upper
 * score of a category is `(1[x ∈ B_y] − q)/(p − q)`: its mean is the frequency of the category's bucket, averaged over the
 * partitions.
 */
export function hashingScores(categories: number, support: Support, hashing: Hashing): Scores {
  const { outside: q, gap } = support
  const { groups, firsts, sizes } = groupsOf(categories, hashing.partitions)
  const solution = solve(support, hashing, firsts)
  const isIdentified = Uint8Array.from(groups, u => Number(solution.isUnbiased[u] === 1 && sizes[u] === 1))
  const inside = new Float64Array(firsts.length)
  const scores = new Float64Array(firsts.length)
  return {
    categories,
    isIdentified,
    least: Float64Array.from(groups, (u, x) => (isIdentified[x] === 1 ? solution.least[u] : 0)),
    most: Float64Array.from(groups, u => solution.most[u]),
    variance: ((q * (1 - q)) / square(gap)) * solution.growth,
    write(response, lower, upper) {
      const set = support.of(response)
      inside.fill(-q / gap)
      for (let i = 0; i < set.length; i++) inside[groups[set[i]]] = (1 - q) / gap
      solution.write(inside, scores)
      for (let x = 0; x < categories; x++) {
        upper[x] = scores[groups[x]]
        lower[x] = isIdentified[x] === 1 ? upper[x] : 0
      }
    },
  }
}

function solve(support: Support, hashing: Hashing, firsts: readonly number[]): Solution {
  const { partitions } = hashing
  const G = firsts.length
  if (partitions.length === 1) return equalShares(support, G, 0)
  if (G > MOST_GROUPS) return unsolved(support, G)
  const shares = sharesOf(firsts, partitions)
  const share = shares[1]
  if (shares.every((value, i) => i % (G + 1) === 0 || value === share)) return equalShares(support, G, share)
  return inverted(support, hashing, firsts, shares)
}

/** The solution if any two groups share a bucket in the same share of the partitions. */
function equalShares({ outside: q, gap }: Support, groups: number, share: number): Solution {
  const low = -q / gap
  const high = (1 - q) / gap
  return {
    isUnbiased: new Uint8Array(groups).fill(1),
    least: new Float64Array(groups).fill((low - share) / (1 - share)),
    most: new Float64Array(groups).fill((high - share) / (1 - share)),
    growth: 1 / square(1 - share),
    write(inside, scores) {
      for (let u = 0; u < groups; u++) scores[u] = (inside[u] - share) / (1 - share)
    },
  }
}

/** The solution if groups are not identified: the score of a group counts everybody who shares its bucket. */
function unsolved(support: Support, groups: number): Solution {
  return { ...equalShares(support, groups, 0), isUnbiased: new Uint8Array(groups) }
}

function inverted(
  support: Support,
  hashing: Hashing,
  firsts: readonly number[],
  shares: Float64Array,
): Solution {
  const G = firsts.length
  const plain = unsolved(support, G)
  const { rows, isGood } = checkedInverse(shares, G)
  if (!isGood.includes(1)) return plain
  let growth = 0
  const least = plain.least.slice()
  const most = plain.most.slice()
  for (let u = 0; u < G; u++) {
    if (isGood[u] === 0) continue
    const row = rows.subarray(u * G, (u + 1) * G)
    for (let v = 0; v < G; v++) growth += square(row[v]) / G
    ;[least[u], most[u]] = bounds(row)
  }
  return {
    isUnbiased: isGood,
    least,
    most,
    growth: Math.max(1, growth),
    write(inside, scores) {
      for (let u = 0; u < G; u++) {
        let score = inside[u]
        if (isGood[u] === 1) {
          score = 0
          for (let v = 0, at = u * G; v < G; v++) score += rows[at + v] * inside[v]
        }
        scores[u] = score
      }
    },
  }

  /**
   * The extremes of `row · (1[B_y] − q)/(p − q)` over all responses. They belong to responses that name the buckets with the
   * largest or the smallest weights of one partition.
   */
  function bounds(row: Float64Array): [least: number, most: number] {
    const { outside: q, gap } = support
    const { partitions, buckets, size } = hashing
    const total = sum(row)
    let least = Infinity
    let most = -Infinity
    for (const partition of partitions) {
      const weights = new Map<number, number>()
      firsts.forEach((x, v) => {
        weights.set(partition[x], (weights.get(partition[x]) ?? 0) + row[v])
      })
      const sorted = Array.from(weights.values()).sort((one, other) => one - other)
      const empty = buckets - sorted.length
      least = Math.min(least, sumOfLeast(sorted, size, empty))
      most = Math.max(most, -sumOfLeast(sorted.map(value => -value).reverse(), size, empty))
    }
    return [(least - q * total) / gap, (most - q * total) / gap]
  }
}

/** The smallest sum of `count` numbers, taken from the sorted ones and from `zeros` zeros. */
function sumOfLeast(sorted: readonly number[], count: number, zeros: number): number {
  const firstNotNegative = sorted.findIndex(value => value >= 0)
  const negatives = firstNotNegative < 0 ? sorted.length : firstNotNegative
  const taken = Math.min(count, negatives)
  const left = Math.max(0, count - taken - zeros)
  let sum = 0
  for (let i = 0; i < taken; i++) sum += sorted[i]
  for (let i = 0; i < left; i++) sum += sorted[negatives + i]
  return sum
}

/** Groups the categories that share all buckets. Returns the group of each category, and the first category and the size of each group. */
function groupsOf(categories: number, partitions: readonly Int32Array[]) {
  const groupByBuckets = new Map<string, number>()
  const firsts: number[] = []
  const sizes: number[] = []
  const groups = new Int32Array(categories)
  for (let x = 0; x < categories; x++) {
    const key = partitions.map(partition => partition[x]).join()
    let group = groupByBuckets.get(key)
    if (group === undefined) {
      group = firsts.length
      groupByBuckets.set(key, group)
      firsts.push(x)
      sizes.push(0)
    }
    groups[x] = group
    sizes[group]++
  }
  return { groups, firsts, sizes }
}

/** The share of the partitions in which two groups share a bucket, row-major. */
function sharesOf(firsts: readonly number[], partitions: readonly Int32Array[]): Float64Array {
  const G = firsts.length
  const counts = new Float64Array(G * G)
  for (const partition of partitions) {
    for (let u = 0; u < G; u++) {
      for (let v = 0; v < G; v++) if (partition[firsts[u]] === partition[firsts[v]]) counts[u * G + v]++
    }
  }
  return counts.map(count => count / partitions.length)
}
