import fc, { type Arbitrary } from 'fast-check'
import { blockDesign } from '../../../src/index.ts'

/** A request of a built-in kind: plain data, as it goes over the wire. */
export type WireRequest =
  | { mechanism: 'srr' | 'unary-encoding' | 'hadamard'; categories: number; epsilon: number }
  | { mechanism: 'subset-selection'; categories: number; epsilon: number; size: number }
  | { mechanism: 'rrrr'; categories: number; subset: number[]; epsilon: number; epsilon1: number }
  | {
      mechanism: 'local-hashing'
      categories: number
      epsilon: number
      buckets: number
      size: number
      partitions: number[][] | { arcs: number } | { threshold: number }
    }
  | {
      mechanism: 'block-design'
      categories: number
      epsilon: number
      family: string
      q: number
      dimension: number
      seed?: number
    }
  | { mechanism: 'public-prior'; prior: number[]; epsilon: number }
  | {
      mechanism: 'staircase'
      categories: number
      epsilon: number
      groups: number[][]
      sets: number[][]
      weights: number[]
    }

/** Numbers of categories: mostly few, sometimes as many as 64 kB can speak of. */
export const categoryCount = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 2, max: 12 }) },
  { weight: 3, arbitrary: fc.integer({ min: 13, max: 200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 201, max: 3000 }) },
)

/** Privacy levels, from hardly anything told to nearly all. */
export const level = fc.oneof(
  fc.constantFrom(1e-3, 0.1, 1, Math.log(3), 5, 40, 700),
  fc.double({ min: 1e-3, max: 50, noNaN: true }),
)

/** A good request over so many categories, of any mechanism. */
export function goodRequest(categories: number, epsilon: number): Arbitrary<WireRequest> {
  const K = categories
  const plain = <Name extends string>(mechanism: Name) =>
    fc.constant({ mechanism, categories: K, epsilon } as const)
  const member = fc.nat(K - 1)
  return fc.oneof(
    plain('srr'),
    plain('unary-encoding'),
    plain('hadamard'),
    fc
      .integer({ min: 1, max: K - 1 })
      .map(size => ({ mechanism: 'subset-selection', categories: K, epsilon, size }) as const),
    fc
      .record({
        subset: fc.uniqueArray(member, { maxLength: Math.min(K - 1, 60) }),
        share: fc.oneof(fc.constantFrom(0, 0.8, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      })
      .map(
        ({ subset, share }) =>
          ({
            mechanism: 'rrrr',
            categories: K,
            subset: subset.sort((i, j) => i - j),
            epsilon,
            epsilon1: share * epsilon,
          }) as const,
      ),
    localHashing(K, epsilon),
    staircase(K, epsilon),
    fc.option(fc.nat(99), { nil: undefined }).map(seed => designed(K, epsilon, seed)),
    fc
      .record({ some: fc.array(weight, { minLength: 1, maxLength: Math.min(K, 30) }), first: fc.constant(1) })
      .map(({ some, first }) => {
        const prior = Array.from({ length: K }, (_, x) => (x === 0 ? first : some[x % some.length]))
        return { mechanism: 'public-prior', prior, epsilon } as const
      }),
  )
}

function designed(categories: number, epsilon: number, seed: number | undefined): WireRequest {
  return blockDesign({ categories, epsilon, ...(seed !== undefined && { seed }) }).toRequest() as WireRequest
}

const weight = fc.oneof(fc.constantFrom(0, 1, 1e-15, 1e300), fc.double({ min: 0, max: 1, noNaN: true }))

/** One group after the other, of single categories, named alone or with the rest; so every group weighs as much. */
function staircase(K: number, epsilon: number): Arbitrary<WireRequest> {
  return fc
    .record({
      named: fc.uniqueArray(fc.nat(K - 1), { minLength: 1, maxLength: Math.min(K - 1, 12) }),
      weight: fc.integer({ min: 1, max: 2 ** 40 }),
    })
    .map(({ named, weight }) => {
      const groups = named.map(x => [x])
      const sets = [...named.keys(), named.length].map(g => [g])
      const weights = sets.map(() => weight)
      return { mechanism: 'staircase', categories: K, epsilon, groups, sets, weights } as const
    })
}

function localHashing(categories: number, epsilon: number): Arbitrary<WireRequest> {
  return fc
    .record({ buckets: fc.integer({ min: 2, max: 9 }), share: fc.nat(100) })
    .chain(({ buckets, share }) => {
      const most = Math.max(1, Math.min(40, Math.floor(20_000 / categories)))
      const bucket = fc.nat(buckets - 1)
      // Long partitions repeat themselves: what matters is how many there are.
      const partition = fc
        .array(bucket, { minLength: 1, maxLength: Math.min(categories, 40) })
        .map(some => Array.from({ length: categories }, (_, x) => some[x % some.length]))
      const listed = fc.array(partition, { minLength: 1, maxLength: most })
      const threshold = fc.integer({ min: 1, max: categories - 1 }).map(threshold => ({ threshold }))
      const arcs = fc.integer({ min: 1, max: Math.min(64, most) }).map(arcs => ({ arcs }))
      return fc.oneof(listed, threshold, ...(categories >= 2 * buckets ? [arcs] : [])).map(
        partitions =>
          ({
            mechanism: 'local-hashing',
            categories,
            epsilon,
            buckets,
            size: 1 + (share % (buckets - 1)),
            partitions,
          }) as const,
      )
    })
}
