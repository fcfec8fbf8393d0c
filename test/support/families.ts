import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { publicPrior } from '../../src/mechanism/public-prior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { plainKernel } from './plain-kernel.ts'

/** A mechanism, the level it was asked for, and its law by the words of its definition. */
export interface Subject {
  readonly mechanism: Mechanism
  readonly epsilon: number
  /** Probabilities of the responses to a category; by plain exponentials, so good to ε = 300 or so. */
  law(category: number): Map<string, number>
}

/** All that the contract needs to know about one kind of mechanism. */
export interface Family {
  readonly name: string
  /** Small ones, whose responses can be listed and drawn. */
  small(): Subject[]
  /** One with random parameters: at most `most` categories, ε from 1e-3 to 700. */
  random(rng: SeededRng, most: number): Subject
  /** One at this level. */
  at(epsilon: number): Subject
  /** What a constructor must refuse, under the argument's name. */
  readonly refused: [argument: string, value: unknown, make: () => unknown][]
}

/** A response as a key. */
export const key = (response: unknown) => JSON.stringify(response)

function srrSubject(categories: number, epsilon: number): Subject {
  const all = numbers(categories)
  const law = (x: number) => addSrr(new Map(), x, all, epsilon, 1)
  return { mechanism: srr({ categories, epsilon }), epsilon, law }
}

function rrrrSubject(categories: number, subset: number[], epsilon: number, epsilon1: number): Subject {
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

function subsetSelectionSubject(categories: number, epsilon: number, size: number): Subject {
  const law = (x: number) => {
    const sets = subsets(categories, size)
    const weights = sets.map(set => (set.includes(x) ? Math.exp(epsilon) : 1))
    const total = weights.reduce((sum, weight) => sum + weight)
    return new Map(sets.map((set, i) => [key(set), weights[i] / total]))
  }
  return { mechanism: subsetSelection({ categories, epsilon, size }), epsilon, law }
}

function publicPriorSubject(prior: readonly number[], epsilon: number): Subject {
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

function numbers(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i)
}

/** All sets of `size` of the categories, sorted, as the bits of a number say. */
function subsets(categories: number, size: number): number[][] {
  return numbers(2 ** categories)
    .map(bits => numbers(categories).filter(x => (bits >> x) & 1))
    .filter(set => set.length === size)
}

function randomEpsilon(rng: SeededRng): number {
  return 1e-3 * 7e5 ** rng.uniform()
}

/** ε1/ε: often at its ends. */
function randomShare(rng: SeededRng): number {
  return [0, 1, 0.8, rng.uniform(), rng.uniform()][rng.integer(5)]
}

/** Over many orders of magnitude, and with ties; some are zero, the last never. */
function randomPrior(rng: SeededRng, categories: number): number[] {
  const values = numbers(categories).map(
    () => [0, 1, rng.uniform(), 10 ** (-30 * rng.uniform())][rng.integer(4)],
  )
  return [...values.slice(1), 1]
}

function randomSubset(rng: SeededRng, categories: number, size: number): number[] {
  const all = numbers(categories)
  return numbers(size).map(() => all.splice(rng.integer(all.length), 1)[0])
}

const NOT_COUNTS = [0, -1, 2.5, Number.NaN, Infinity, '4', undefined, null]
const NOT_LEVELS = [0, -1, Number.NaN, Infinity, '1', undefined, null, [1]]

export const FAMILIES: Family[] = [
  {
    name: 'srr',
    small: () => [2, 5, 7].flatMap(K => [0.1, 1, 5].map(epsilon => srrSubject(K, epsilon))),
    random: (rng, most) => srrSubject(2 + rng.integer(most - 1), randomEpsilon(rng)),
    at: epsilon => srrSubject(6, epsilon),
    refused: [
      ...[...NOT_COUNTS, 1].map(bad => refusal('categories', bad, K => srr({ categories: K, epsilon: 1 }))),
      ...NOT_LEVELS.map(bad => refusal('epsilon', bad, e => srr({ categories: 4, epsilon: e }))),
    ],
  },
  {
    name: 'rrrr',
    small: () =>
      [0.2, 1, 0.8].flatMap(share =>
        [1, 4].flatMap(epsilon =>
          numbers(6).map(k => rrrrSubject(6, [4, 1, 3, 0, 5].slice(0, k), epsilon, share * epsilon)),
        ),
      ),
    random: (rng, most) => {
      const K = 2 + rng.integer(most - 1)
      const epsilon = randomEpsilon(rng)
      return rrrrSubject(K, randomSubset(rng, K, rng.integer(K)), epsilon, randomShare(rng) * epsilon)
    },
    at: epsilon => rrrrSubject(6, [1, 4], epsilon, 0.9 * epsilon),
    refused: [
      ...[...NOT_COUNTS, 1].map(bad =>
        refusal('categories', bad, K => rrrr({ categories: K, subset: [0], epsilon: 1 })),
      ),
      ...NOT_LEVELS.map(bad =>
        refusal('epsilon', bad, e => rrrr({ categories: 4, subset: [0], epsilon: e })),
      ),
      ...[-1e-9, 1 + 1e-9, Number.NaN, Infinity, '1'].map(bad =>
        refusal('epsilon1', bad, e => rrrr({ categories: 4, subset: [0], epsilon: 1, epsilon1: e })),
      ),
      ...[
        [0, 1, 2, 3],
        [1, 1],
        [4],
        [-1],
        [0.5],
        [Number.NaN],
        ['1'],
        [2 ** 32],
        '12',
        5,
        {},
        null,
        undefined,
      ].map(bad => refusal('subset', bad, S => rrrr({ categories: 4, subset: S, epsilon: 1 }))),
    ],
  },
  {
    name: 'subset-selection',
    small: () =>
      [1, 2, 3, 5].flatMap(size => [0.1, 1, 4].map(epsilon => subsetSelectionSubject(6, epsilon, size))),
    random: (rng, most) => {
      const categories = 2 + rng.integer(most - 1)
      return subsetSelectionSubject(categories, randomEpsilon(rng), 1 + rng.integer(categories - 1))
    },
    at: epsilon => subsetSelectionSubject(6, epsilon, 2),
    refused: [
      ...[...NOT_COUNTS, 1].map(bad =>
        refusal('categories', bad, K => subsetSelection({ categories: K, epsilon: 1 })),
      ),
      ...NOT_LEVELS.map(bad => refusal('epsilon', bad, e => subsetSelection({ categories: 4, epsilon: e }))),
      ...[0, 4, -1, 1.5, Number.NaN, '2', [1]].map(bad =>
        refusal('size', bad, size => subsetSelection({ categories: 4, epsilon: 1, size })),
      ),
    ],
  },
  {
    name: 'public-prior',
    small: () =>
      [
        [0.3, 0.7],
        [0.25, 0.25, 0.25, 0.25],
        [0.5, 0.05, 0.2, 0.05, 0.2],
        [0.4, 0, 0.1, 0, 0.5],
      ].flatMap(prior => [0.1, 1, 5].map(epsilon => publicPriorSubject(prior, epsilon))),
    random: (rng, most) =>
      publicPriorSubject(randomPrior(rng, 2 + rng.integer(most - 1)), randomEpsilon(rng)),
    at: epsilon => publicPriorSubject([0.3, 0.05, 0.2, 0.05, 0.1, 0.3], epsilon),
    refused: [
      ...[
        [1],
        [-0.1, 1],
        [Number.NaN, 1],
        [Infinity, 1],
        ['1', 1],
        [0, 0],
        [],
        '11',
        5,
        {},
        null,
        undefined,
      ].map(bad =>
        refusal('(the length of )?prior(\\[0\\])?', bad, prior => publicPrior({ prior, epsilon: 1 })),
      ),
      ...NOT_LEVELS.map(bad =>
        refusal('epsilon', bad, epsilon => publicPrior({ prior: [0.3, 0.7], epsilon })),
      ),
    ],
  },
]

function refusal(
  argument: string,
  value: unknown,
  make: (value: never) => unknown,
): Family['refused'][number] {
  return [argument, value, () => make(value as never)]
}
