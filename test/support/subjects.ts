import { blockDesign } from '../../src/mechanism/block-design/block-design.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { publicPrior } from '../../src/mechanism/public-prior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { staircase } from '../../src/mechanism/staircase.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { plainKernel } from './plain-kernel.ts'

/** A mechanism, the level it was asked for, and its law by the words of its definition. */
export interface Subject {
  readonly mechanism: Mechanism
  readonly epsilon: number
  /** Probabilities of the responses to a category; by plain exponentials, so good to ε = 300 or so. */
  law(category: number): Map<string, number>
}

/** A response as a key. */
export const key = (response: unknown) => JSON.stringify(response)

export function srrSubject(categories: number, epsilon: number): Subject {
  const all = numbers(categories)
  const law = (x: number) => addSrr(new Map(), x, all, epsilon, 1)
  return { mechanism: srr({ categories, epsilon }), epsilon, law }
}

export function rrrrSubject(
  categories: number,
  subset: number[],
  epsilon: number,
  epsilon1: number,
): Subject {
  const mechanism = rrrr({ categories, subset, epsilon, epsilon1 })
  const rest = numbers(categories).filter(x => !subset.includes(x))
  const law = (x: number) => {
    if (subset.length === 0) return addSrr(new Map(), x, rest, epsilon, 1)
    const law = new Map<string, number>()
    if (subset.includes(x)) {
      for (const r of rest) addSrr(law, x, [...subset, r], epsilon1, 1 / rest.length)
    } else {
      const inner = addSrr(new Map(), x, rest, plainSecondBudget(rest.length, epsilon, epsilon1), 1)
      for (const r of rest) addSrr(law, r, [...subset, r], epsilon1, inner.get(key(r))!)
    }
    return law
  }
  return { mechanism, epsilon, law }
}

export function subsetSelectionSubject(categories: number, epsilon: number, size: number): Subject {
  const law = (x: number) => {
    const sets = subsets(categories, size)
    const weights = sets.map(set => (set.includes(x) ? Math.exp(epsilon) : 1))
    const total = weights.reduce((sum, weight) => sum + weight)
    return new Map(sets.map((set, i) => [key(set), weights[i] / total]))
  }
  return { mechanism: subsetSelection({ categories, epsilon, size }), epsilon, law }
}

export function unaryEncodingSubject(categories: number, epsilon: number): Subject {
  const law = (x: number) => {
    const ones = numbers(categories).map(other => (other === x ? 1 / 2 : 1 / (Math.exp(epsilon) + 1)))
    const probability = (set: number[]) =>
      ones.reduce((product, one, bit) => product * (set.includes(bit) ? one : 1 - one), 1)
    const sets = numbers(categories + 1).flatMap(size => subsets(categories, size))
    return new Map(sets.map(set => [key(set), probability(set)]))
  }
  return { mechanism: unaryEncoding({ categories, epsilon }), epsilon, law }
}

/** Difference sets as the tables of the literature have them, with what `blockDesign` calls them. */
export const DIFFERENCE_SETS = [
  { parameters: { family: 'singer', q: 2, dimension: 3 }, points: 7, members: [0, 1, 3] },
  { parameters: { family: 'singer-complement', q: 2, dimension: 3 }, points: 7, members: [2, 4, 5, 6] },
  { parameters: { family: 'paley', q: 11, dimension: 1 }, points: 11, members: [1, 3, 4, 5, 9] },
  { parameters: { family: 'biquadratic-zero', q: 13, dimension: 1 }, points: 13, members: [0, 1, 3, 9] },
  { parameters: { family: 'singer', q: 4, dimension: 3 }, points: 21, members: [0, 1, 4, 14, 16] },
  {
    parameters: { family: 'biquadratic', q: 37, dimension: 1 },
    points: 37,
    members: [1, 7, 9, 10, 12, 16, 26, 33, 34],
  },
] as const

export function blockDesignSubject(
  categories: number,
  epsilon: number,
  { parameters, points, members }: (typeof DIFFERENCE_SETS)[number],
): Subject {
  const inside = new Set<number>(members)
  const law = (x: number) => {
    const weights = numbers(points).map(y => (inside.has((x - y + points) % points) ? Math.exp(epsilon) : 1))
    const total = weights.reduce((sum, weight) => sum + weight)
    return new Map(weights.map((weight, y) => [key(y), weight / total]))
  }
  return { mechanism: blockDesign({ categories, epsilon, ...parameters }), epsilon, law }
}

export function hadamardSubject(categories: number, epsilon: number): Subject {
  const law = (x: number) => {
    const weights = sylvester(categories + 1)[x + 1].map(sign => (sign > 0 ? Math.exp(epsilon) : 1))
    const total = weights.reduce((sum, weight) => sum + weight)
    return new Map(weights.map((weight, y) => [key(y), weight / total]))
  }
  return { mechanism: hadamard({ categories, epsilon }), epsilon, law }
}

/** The smallest Hadamard matrix of at least so many rows that Sylvester's doubling gives. */
export function sylvester(rows: number): number[][] {
  let matrix = [[1]]
  while (matrix.length < rows) {
    matrix = [
      ...matrix.map(row => [...row, ...row]),
      ...matrix.map(row => [...row, ...row.map(sign => -sign)]),
    ]
  }
  return matrix
}

export function localHashingSubject(
  partitions: number[][],
  epsilon: number,
  buckets: number,
  size = 1,
): Subject {
  const [{ length: categories }] = partitions
  const mechanism = localHashing({ categories, epsilon, buckets, size, partitions })
  // In the order of their numbers: by the last bucket, then by the one before it.
  const sets = subsets(buckets, size)
  const law = (x: number) => {
    const inner = subsetSelectionSubject(buckets, epsilon, size)
    return new Map(
      partitions.flatMap((partition, h) => {
        const given = inner.law(partition[x])
        return sets.map((set, r): [string, number] => [
          key(h * sets.length + r),
          given.get(key(set))! / partitions.length,
        ])
      }),
    )
  }
  return { mechanism, epsilon, law }
}

export function staircaseSubject(
  categories: number,
  epsilon: number,
  { groups, sets, weights }: { groups: number[][]; sets: number[][]; weights: number[] },
): Subject {
  const law = (x: number) => {
    const own = groups.findIndex(group => group.includes(x))
    const holds = (set: number[]) => set.includes(own < 0 ? groups.length : own)
    const values = sets.map((set, y) => weights[y] * (holds(set) ? Math.exp(epsilon) : 1))
    const total = values.reduce((sum, value) => sum + value)
    return new Map(values.map((value, y) => [key(y), value / total]))
  }
  return { mechanism: staircase({ categories, epsilon, groups, sets, weights }), epsilon, law }
}

export function publicPriorSubject(prior: readonly number[], epsilon: number): Subject {
  const law = (x: number) => {
    const row = plainKernel(prior, epsilon)[x].map((value, y): [string, number] => [key(y), value])
    return new Map(row.filter((_, y) => prior[y] > 0))
  }
  return { mechanism: publicPrior({ prior, epsilon }), epsilon, law }
}

/** The published formula as it stands. */
function plainSecondBudget(m: number, epsilon: number, epsilon1: number): number {
  if (m === 1 || epsilon - epsilon1 >= Math.log(m)) return epsilon
  return Math.min(epsilon, Math.log((m - 1) / (Math.exp(epsilon1 - epsilon) * m - 1)))
}

/** Adds `weight` times the law of `SRR(x; omega, epsilon)`. */
function addSrr(law: Map<string, number>, x: number, omega: number[], epsilon: number, weight: number) {
  const total = Math.exp(epsilon) + omega.length - 1
  for (const y of omega) {
    const probability = (y === x ? Math.exp(epsilon) : 1) / total
    law.set(key(y), (law.get(key(y)) ?? 0) + weight * probability)
  }
  return law
}

export function numbers(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i)
}

/** All sets of `size` of the categories, sorted, as the bits of a number say. */
export function subsets(categories: number, size: number): number[][] {
  return numbers(2 ** categories)
    .map(bits => numbers(categories).filter(x => (bits >> x) & 1))
    .filter(set => set.length === size)
}
