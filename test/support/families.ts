import { blockDesign } from '../../src/mechanism/block-design/block-design.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import { publicPrior } from '../../src/mechanism/public-prior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { staircase } from '../../src/mechanism/staircase.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { type Family, NOT_COUNTS, NOT_LEVELS, randomEpsilon, refusal } from './family.ts'
import { GIVEN_FAMILIES } from './given-families.ts'
import { BAD_GROUPS, BAD_SETS, BAD_WEIGHTS, BINARY, randomStaircase, STAIRCASES } from './staircases.ts'
import {
  blockDesignSubject,
  DIFFERENCE_SETS,
  hadamardSubject,
  localHashingSubject,
  numbers,
  publicPriorSubject,
  rrrrSubject,
  srrSubject,
  staircaseSubject,
  subsetSelectionSubject,
  unaryEncodingSubject,
} from './subjects.ts'

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

const HALVES = [
  [0, 0, 1, 1],
  [0, 1, 0, 1],
]
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
    name: 'unary-encoding',
    small: () => [2, 5].flatMap(K => [0.1, 1, 4].map(epsilon => unaryEncodingSubject(K, epsilon))),
    random: (rng, most) => unaryEncodingSubject(2 + rng.integer(most - 1), randomEpsilon(rng)),
    at: epsilon => unaryEncodingSubject(6, epsilon),
    refused: [
      ...[...NOT_COUNTS, 1].map(bad =>
        refusal('categories', bad, K => unaryEncoding({ categories: K, epsilon: 1 })),
      ),
      ...[...NOT_LEVELS, 1e308].map(bad =>
        refusal('epsilon', bad, e => unaryEncoding({ categories: 4, epsilon: e })),
      ),
    ],
  },
  {
    name: 'hadamard',
    small: () => [2, 3, 4, 6].flatMap(K => [0.1, 1, 5].map(epsilon => hadamardSubject(K, epsilon))),
    random: (rng, most) => hadamardSubject(2 + rng.integer(most - 1), randomEpsilon(rng)),
    at: epsilon => hadamardSubject(6, epsilon),
    refused: [
      ...[...NOT_COUNTS, 1, 2 ** 30].map(bad =>
        refusal('categories', bad, K => hadamard({ categories: K, epsilon: 1 })),
      ),
      ...NOT_LEVELS.map(bad => refusal('epsilon', bad, e => hadamard({ categories: 4, epsilon: e }))),
    ],
  },
  {
    name: 'block-design',
    small: () =>
      DIFFERENCE_SETS.flatMap((known, i) =>
        [0.1, 1, 5].map(epsilon => blockDesignSubject(2 + i, epsilon, known)),
      ),
    random: (rng, most) => {
      const known = DIFFERENCE_SETS[rng.integer(DIFFERENCE_SETS.length)]
      const largest = Math.min(most, known.points)
      return blockDesignSubject(2 + rng.integer(largest - 1), randomEpsilon(rng), known)
    },
    at: epsilon => blockDesignSubject(6, epsilon, DIFFERENCE_SETS[2]),
    refused: [
      ...[...NOT_COUNTS, 1, 2 ** 26].map(bad =>
        refusal('categories', bad, K => blockDesign({ categories: K, epsilon: 1 })),
      ),
      ...NOT_LEVELS.map(bad => refusal('epsilon', bad, e => blockDesign({ categories: 4, epsilon: e }))),
      ...['fano', '', null, 1, ['singer']].map(bad =>
        refusal('family', bad, family =>
          blockDesign({ categories: 4, epsilon: 1, family, q: 2, dimension: 3 }),
        ),
      ),
      ...[undefined, null, 1, 6, 12, 2.5, Number.NaN, Infinity, '3', 2 ** 53].map(bad =>
        refusal('q', bad, q => blockDesign({ categories: 4, epsilon: 1, family: 'singer', q, dimension: 3 })),
      ),
      ...[7.5, 2, 13, 15, 9].map(bad =>
        refusal('q', bad, q => blockDesign({ categories: 4, epsilon: 1, family: 'paley', q })),
      ),
      ...[undefined, null, 2, 3.5, 100, Number.NaN, '3'].map(bad =>
        refusal('dimension', bad, dimension =>
          blockDesign({ categories: 4, epsilon: 1, family: 'singer', q: 2, dimension }),
        ),
      ),
      ...[4093, 1021].map(bad =>
        refusal("the design's number of points", bad, q =>
          blockDesign({ categories: 4, epsilon: 1, family: 'singer', q, dimension: 4 }),
        ),
      ),
      ...[-1, 0.5, 2 ** 32, Number.NaN, '1', null].map(bad =>
        refusal('seed', bad, seed => blockDesign({ categories: 4, epsilon: 1, seed })),
      ),
    ],
  },
  {
    name: 'local-hashing',
    small: () =>
      [0.1, 1, 4].flatMap(epsilon => [
        localHashingSubject(HALVES, epsilon, 2),
        localHashingSubject([[0, 1, 2, 3, 0]], epsilon, 4, 2),
        // Two empty buckets, one that is full, and a partition twice.
        localHashingSubject(
          [
            [1, 1, 1],
            [0, 2, 1],
            [0, 2, 1],
          ],
          epsilon,
          3,
        ),
      ]),
    random: (rng, most) => {
      const categories = 2 + rng.integer(most - 1)
      const buckets = 2 + rng.integer(5)
      const deal = () => numbers(categories).map(() => rng.integer(buckets))
      const partitions = numbers(1 + rng.integer(4)).map(deal)
      return localHashingSubject(partitions, randomEpsilon(rng), buckets, 1 + rng.integer(buckets - 1))
    },
    at: epsilon => localHashingSubject(HALVES, epsilon, 2),
    refused: [
      ...[...NOT_COUNTS, 1].map(bad =>
        refusal('categories', bad, K =>
          localHashing({ categories: K, epsilon: 1, buckets: 2, partitions: HALVES }),
        ),
      ),
      ...NOT_LEVELS.map(bad =>
        refusal('epsilon', bad, e =>
          localHashing({ categories: 4, epsilon: e, buckets: 2, partitions: HALVES }),
        ),
      ),
      ...[...NOT_COUNTS, 1, 2 ** 31].map(bad =>
        refusal('buckets', bad, g =>
          localHashing({ categories: 4, epsilon: 1, buckets: g, partitions: HALVES }),
        ),
      ),
      ...[0, 2, -1, 1.5, Number.NaN, '1'].map(bad =>
        refusal('size', bad, size =>
          localHashing({ categories: 4, epsilon: 1, buckets: 2, size, partitions: HALVES }),
        ),
      ),
      ...[undefined, null, [], {}, '0011', 5, new Array(2), [null], [[0, 1, 0]], [[0, 1, 0, 1, 0]]].map(bad =>
        refusal('partitions(\\[0\\])?', bad, partitions =>
          localHashing({ categories: 4, epsilon: 1, buckets: 2, partitions }),
        ),
      ),
      ...[2, -1, 0.5, Number.NaN, '1', null, undefined].map(bad =>
        refusal('partitions\\[1\\]\\[3\\]', bad, bucket =>
          localHashing({ categories: 4, epsilon: 1, buckets: 2, partitions: [HALVES[0], [0, 1, 0, bucket]] }),
        ),
      ),
    ],
  },
  {
    name: 'staircase',
    small: () =>
      [0.1, 1, 5].flatMap(epsilon => STAIRCASES.map(([K, parts]) => staircaseSubject(K, epsilon, parts))),
    random: (rng, most) => {
      const categories = 2 + rng.integer(most - 1)
      return staircaseSubject(categories, randomEpsilon(rng), randomStaircase(categories, rng, 5))
    },
    at: epsilon => staircaseSubject(...([6, epsilon, STAIRCASES[1][1]] as const)),
    refused: [
      ...[...NOT_COUNTS, 1].map(bad =>
        refusal('categories', bad, K => staircase({ categories: K, epsilon: 1, ...BINARY })),
      ),
      ...NOT_LEVELS.map(bad =>
        refusal('epsilon', bad, e => staircase({ categories: 4, epsilon: e, ...BINARY })),
      ),
      ...BAD_GROUPS.map(bad =>
        refusal('groups(\\[0\\])?', bad, groups =>
          staircase({ categories: 4, epsilon: 1, ...BINARY, groups }),
        ),
      ),
      ...BAD_SETS.map(bad =>
        refusal('sets(\\[1\\])?', bad, sets => staircase({ categories: 4, epsilon: 1, ...BINARY, sets })),
      ),
      ...BAD_WEIGHTS.map(bad =>
        refusal('.*weight.*', bad, weights => staircase({ categories: 4, epsilon: 1, ...BINARY, weights })),
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
  ...GIVEN_FAMILIES,
]
