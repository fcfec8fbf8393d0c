import { refuse, requireInteger, requireNumber } from '../check/check.ts'
import { certify } from './audit.ts'
import type { Column } from './column.ts'
import { countCombinations, rankOf, unrank } from './combination.ts'
import { type Mechanism, requireCategory } from './mechanism.ts'
import { setColumn } from './set-column.ts'
import { subsetSelection } from './subset-selection.ts'

/** As far as 32-bit integers reach. */
const MOST_BUCKETS = 2 ** 31 - 1

/**
 * Local hashing: the categories are dealt into g buckets, and a person's bucket is randomized by subset selection of ω out of
 * the g (for ω = 1 that is SRR). There are H such partitions, all of them public; each person draws one, and says which.
 *
 * The response is the number `h·C(g,ω) + r` of partition h and the r-th set of ω buckets (for ω = 1, bucket r). Its
 * likelihood has two levels, `e^ε` apart: one on the categories in these buckets, one elsewhere. Since the draw of h has
 * nothing to do with the category, the level is that of subset selection.
 *
 * @param options.categories K, at least 2
 * @param options.epsilon the privacy level ε, positive
 * @param options.buckets g, at least 2
 * @param options.size ω, from 1 to g − 1, default 1
 * @param options.partitions H vectors of length K: the bucket of each category, from 0 to g − 1
 * @throws RangeError on a bad argument
 * @see Wang, Blocki, Li, Jha (2017), Locally differentially private protocols for frequency estimation, where the partitions
 * are random hash functions, ω = 1, and g is about e^ε + 1
 * @example
 * const halves = localHashing({ categories: 4, epsilon: 1, buckets: 2, partitions: [[0, 0, 1, 1], [0, 1, 0, 1]] })
 * halves.column(3) // says that the category is 1 or 3, likelier than 0 or 2 by e
 */
export function localHashing(options: {
  categories: number
  epsilon: number
  buckets: number
  size?: number
  partitions: readonly ArrayLike<number>[]
}): Mechanism<number> {
  const categories = requireInteger('categories', options.categories, 2)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const buckets = requireInteger('buckets', options.buckets, 2, MOST_BUCKETS)
  const size = requireInteger('size', options.size ?? 1, 1, buckets - 1)
  const partitions = requirePartitions(options.partitions, categories, buckets)
  const sets = countCombinations(buckets, size)
  const responseCount = partitions.length * sets
  if (!(responseCount <= Number.MAX_SAFE_INTEGER)) {
    refuse(
      'size',
      size,
      `such that the responses, ${partitions.length}·C(${buckets}, size), are at most 2^53`,
    )
  }
  const inner = subsetSelection({ categories: buckets, epsilon, size })
  const logScale =
    -Math.log1p(((buckets - size) / size) * Math.exp(-epsilon)) -
    Math.log((partitions.length * sets * size) / buckets)
  const columns = new Map<number, Column>()
  const column = (response: unknown): Column => {
    const y = requireResponse(response, responseCount)
    let known = columns.get(y)
    if (known === undefined) {
      const set = membersOf(partitions[Math.floor(y / sets)], unrank(y % sets, size))
      known = setColumn(categories, set, epsilon, logScale)
      columns.set(y, known)
    }
    return known
  }
  const kinds = () => partitions.map((partition, h) => h * sets + rankOf(tellingSet(partition, size)))
  return {
    name: 'local-hashing',
    categories,
    epsilon: certify({ name: 'local-hashing', kinds, column }, epsilon),
    responseCount,
    respond(category, rng) {
      requireCategory('category', category, categories)
      const h = rng.integer(partitions.length)
      return h * sets + rankOf(inner.respond(partitions[h][category], rng))
    },
    column,
    kinds,
    *responses() {
      for (let y = 0; y < responseCount; y++) yield y
    },
    toRequest: () => ({
      mechanism: 'local-hashing',
      categories,
      epsilon,
      buckets,
      size,
      partitions: partitions.map(partition => Array.from(partition)),
    }),
  }
}

/** The categories in some of the buckets, sorted. */
function membersOf(partition: Int32Array, chosen: readonly number[]): Int32Array {
  const members: number[] = []
  for (let x = 0; x < partition.length; x++) if (chosen.includes(partition[x])) members.push(x)
  return Int32Array.from(members)
}

/** A set of buckets that holds the first category, and if it can be leaves out another: all levels of the partition. */
function tellingSet(partition: Int32Array, size: number): number[] {
  const first = partition[0]
  const other = partition.find(bucket => bucket !== first)
  const set = [first]
  for (let bucket = 0; set.length < size; bucket++) {
    if (bucket !== first && bucket !== other) set.push(bucket)
  }
  return set.sort((i, j) => i - j)
}

function requireResponse(response: unknown, count: number): number {
  if (!Number.isInteger(response) || (response as number) < 0 || (response as number) >= count) {
    refuse('response', response, `a whole number from 0 to ${count - 1}, of a partition and a set of buckets`)
  }
  return response as number
}

function requirePartitions(
  partitions: readonly ArrayLike<number>[],
  categories: number,
  buckets: number,
): Int32Array[] {
  if (!Array.isArray(partitions) || partitions.length === 0) {
    refuse('partitions', partitions, 'at least one partition')
  }
  // Unlike `map`, this one does not pass over holes.
  return Array.from(partitions, (partition: ArrayLike<number> | undefined, h) => {
    if (!(partition?.length === categories)) {
      refuse(`partitions[${h}]`, partition, `${categories} numbers of buckets`)
    }
    return Int32Array.from(partition, (bucket, x) => {
      if (!Number.isInteger(bucket) || bucket < 0 || bucket >= buckets) {
        refuse(`partitions[${h}][${x}]`, bucket, `the number of a bucket, from 0 to ${buckets - 1}`)
      }
      return bucket
    })
  })
}
