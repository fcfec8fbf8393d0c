import { type Categories, countCategories } from '../check/categories.ts'
import { copyList, isObject, refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { requireRng } from '../random/require-rng.ts'
import { certify } from './audit.ts'
import type { LevelColumn } from './column.ts'
import { countCombinations, rankOf, unrank } from './combination.ts'
import { type Mechanism, MOST_CATEGORIES, requireHeld } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { formulaOf, type PartitionFormula, writtenOut } from './partitions.ts'
import { setColumn } from './set-column.ts'
import { srr } from './srr.ts'
import { subsetSelection } from './subset-selection.ts'
import { supported, supportLevels } from './support.ts'

/** Largest number of buckets with sets of them, because more would be slow to draw and to number. Single buckets cost nothing. */
const MOST_BUCKETS_OF_SETS = 4096

/**
 * Local hashing: the categories are dealt into g buckets, and a person's bucket is randomized by subset selection of ω out of
 * the g (for ω = 1 that is SRR). There are H such partitions, all of them public. Each person draws one, and reports which.
 *
 * The response is the number `h·C(g,ω) + r` of partition h and the r-th set of ω buckets (for ω = 1, bucket r). Its
 * likelihood has two levels, `e^ε` apart: one on the categories in these buckets, one elsewhere. Since h is drawn independently
 * of the category, the privacy level is that of subset selection.
 *
 * @param options.categories K, from 2 to 2³¹ − 1
 * @param options.epsilon the privacy level ε, positive
 * @param options.buckets g, from 2 to 2³¹ − 1; at most 4,096 where ω > 1
 * @param options.size ω, from 1 to g − 1, default 1
 * @param options.partitions H vectors of length K: the bucket of each category, from 0 to g − 1. Or their formula, for ordered
 * categories: `{ arcs: H }` or `{ threshold: t }`. A request names partitions by their formula where they have one
 * @throws RangeError on a bad argument
 * @see Wang, Blocki, Li, Jha (2017), Locally differentially private protocols for frequency estimation, where the partitions
 * are random hash functions, ω = 1, and g is about e^ε + 1
 * @example
 * const halves = localHashing({ categories: 4, epsilon: 1, buckets: 2, partitions: [[0, 0, 1, 1], [0, 1, 0, 1]] })
 * halves.column(3) // says that the category is 1 or 3, likelier than 0 or 2 by e
 */
export function localHashing(options: {
  categories: Categories
  epsilon: number
  buckets: number
  size?: number
  partitions: readonly ArrayLike<number>[] | PartitionFormula
}): Mechanism<number> {
  requireOptions(options, { categories: true, epsilon: true, buckets: true, size: true, partitions: true })
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const buckets = requireInteger('buckets', options.buckets, 2, MOST_CATEGORIES)
  const size = requireInteger('size', options.size ?? 1, 1, buckets - 1)
  if (size > 1) requireInteger('buckets', buckets, 2, MOST_BUCKETS_OF_SETS)
  const { partitions, formula } = readPartitions(options.partitions, categories, buckets)
  const sets = countCombinations(buckets, size)
  const responseCount = partitions.length * sets
  if (!(responseCount <= Number.MAX_SAFE_INTEGER)) {
    refuse(
      'size',
      size,
      `such that the responses, ${partitions.length}·C(${buckets}, size), are at most 2^53`,
    )
  }
  const inner =
    size === 1
      ? srr({ categories: buckets, epsilon })
      : subsetSelection({ categories: buckets, epsilon, size })
  const logScale =
    -log1p(((buckets - size) / size) * exp(-epsilon)) - log((partitions.length * sets * size) / buckets)
  const columns = new Map<number, LevelColumn>()
  const column = (response: unknown): LevelColumn => {
    const y = requireResponse(response, responseCount)
    let cached = columns.get(y)
    if (cached === undefined) {
      const set = membersOf(partitions[Math.floor(y / sets)], unrank(y % sets, size))
      cached = setColumn(categories, set, epsilon, logScale)
      columns.set(y, cached)
    }
    return cached
  }
  // Suffices for an audit: all columns share the same two levels, e^ε apart, and this one has both if any column has.
  const kinds = () => [tellingResponse(partitions, sets, size)]
  return {
    name: 'local-hashing',
    categories,
    epsilon: certify({ name: 'local-hashing', kinds, column }, epsilon),
    responseCount,
    support: {
      ...supportLevels(buckets, size, epsilon),
      hashing: { partitions, buckets, size },
      of: response => supported(column(response), epsilon, logScale),
    },
    respond(category, rng) {
      requireRng(rng)
      const x = requireHeld(category, categories)
      const h = rng.integer(partitions.length)
      const answer = inner.respond(partitions[h][x], rng)
      return h * sets + (typeof answer === 'number' ? answer : rankOf(answer))
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
      partitions: formula ? { ...formula } : partitions.map(partition => Array.from(partition)),
    }),
  }
}

export const localHashingKind = {
  name: 'local-hashing',
  fromRequest: ({ mechanism, ...options }) => localHashing(options as never),
  asWrittenToday(request) {
    const { partitions, categories, buckets } = request as { [field: string]: unknown }
    const formula = formulaOf(partitions, categories, buckets)
    return formula ? { ...request, partitions: formula } : request
  },
} as const satisfies MechanismKind

/** The categories in some of the buckets, sorted. */
function membersOf(partition: Int32Array, chosen: readonly number[]): Int32Array {
  const inside = new Set(chosen)
  return partition.map((bucket, x) => (inside.has(bucket) ? x : -1)).filter(x => x >= 0)
}

/**
 * A response whose column has all the levels that any column has. If some partition has more than one bucket in use, it is a set
 * of buckets of that partition which holds the bucket of the first category and leaves out that of another.
 */
function tellingResponse(partitions: readonly Int32Array[], sets: number, size: number): number {
  const firstElsewhere = (partition: Int32Array) => partition.findIndex(bucket => bucket !== partition[0])
  const h = Math.max(
    0,
    partitions.findIndex(partition => firstElsewhere(partition) >= 0),
  )
  const first = partitions[h][0]
  const other = partitions[h].at(firstElsewhere(partitions[h]))
  const set = [first]
  for (let bucket = 0; set.length < size; bucket++) {
    if (bucket !== first && bucket !== other) set.push(bucket)
  }
  return h * sets + rankOf(set.sort((i, j) => i - j))
}

function requireResponse(response: unknown, count: number): number {
  if (!Number.isInteger(response) || (response as number) < 0 || (response as number) >= count) {
    refuse('response', response, `a whole number from 0 to ${count - 1}, of a partition and a set of buckets`)
  }
  return response as number
}

function readPartitions(given: unknown, categories: number, buckets: number) {
  if (isObject(given) && ('arcs' in given || 'threshold' in given)) {
    const formula = { ...given } as PartitionFormula
    return { partitions: writtenOut(formula, categories, buckets), formula }
  }
  const partitions = requirePartitions(given, categories, buckets)
  return { partitions, formula: formulaOf(partitions, categories, buckets) }
}

function requirePartitions(partitions: unknown, categories: number, buckets: number): Int32Array[] {
  const most = Number.MAX_SAFE_INTEGER
  return copyList('partitions', partitions, 1, most, 'at least one partition, or a formula').map(
    (partition, h) => {
      const name = `partitions[${h}]`
      const dealt = copyList(name, partition, categories, categories, `${categories} numbers of buckets`)
      return Int32Array.from(dealt as number[], (bucket, x) => {
        if (!Number.isInteger(bucket) || bucket < 0 || bucket >= buckets) {
          refuse(`${name}[${x}]`, bucket, `the number of a bucket, from 0 to ${buckets - 1}`)
        }
        return bucket
      })
    },
  )
}
