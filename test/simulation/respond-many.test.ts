import { expect, test } from 'vitest'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { staircase } from '../../src/mechanism/staircase.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { respondMany } from '../../src/simulation/respond-many.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

// Each statistical test raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const K = 6
const mechanisms: [string, Mechanism][] = [
  ['srr', srr({ categories: K, epsilon: 1 })],
  ['rrrr with one category in the subset', rrrr({ categories: K, subset: [4], epsilon: 1.5 })],
  ['rrrr with three', rrrr({ categories: K, subset: [0, 2, 5], epsilon: 1.5, epsilon1: 1 })],
  ['rrrr with all but one', rrrr({ categories: K, subset: [0, 1, 2, 3, 5], epsilon: 1 })],
  ['rrrr with none', rrrr({ categories: K, subset: [], epsilon: 1 })],
  ['subset-selection', subsetSelection({ categories: K, epsilon: 1, size: 2 })],
  ['unary-encoding', unaryEncoding({ categories: K, epsilon: 1 })],
  ['hadamard', hadamard({ categories: K, epsilon: 1 })],
  [
    'staircase',
    staircase({
      categories: K,
      epsilon: 1,
      groups: [[1], [2, 5]],
      sets: [[0], [1], [2], [0, 1]],
      weights: [1, 1, 3, 2],
    }),
  ],
  [
    'local-hashing',
    localHashing({
      categories: K,
      epsilon: 1,
      buckets: 3,
      partitions: [
        [0, 1, 2, 0, 1, 2],
        [0, 0, 1, 1, 2, 2],
      ],
    }),
  ],
]
const cases = mechanisms.flatMap(([name, mechanism]) =>
  [60, 20_000, 1e8].map(size => ({ name, mechanism, size })),
)

/** How many gave each response, in the order of the channel's rows. */
function counts(mechanism: Mechanism, people: Float64Array, name: string): Float64Array {
  const tally = createTally(K)
  const answers = respondMany(mechanism, people, stream(1, 'groups', name, people.join()))
  for (const [response, count] of answers) tally.add(mechanism, response, count)
  return Float64Array.from(mechanism.responses(), response => {
    const id = tally.table.intern(mechanism.column(response))
    return tally.counts[id] ?? 0
  })
}

/** The expected counts, of people who hold x + shift. */
function expected(mechanism: Mechanism, people: Float64Array, shift = 0): Float64Array {
  return Float64Array.from(channelMatrix(mechanism), row =>
    people.reduce((total, count, x) => total + count * row[(x + shift) % K], 0),
  )
}

test.each(cases)('$size equal people answer by the channel’s law: $name', ({ name, mechanism, size }) => {
  for (const x of [2, 4]) {
    const people = new Float64Array(K)
    people[x] = size
    const seen = counts(mechanism, people, name)
    expect(chiSquarePValue(seen, expected(mechanism, people))).toBeGreaterThan(FALSE_ALARM)
    // The twin answers for the next category.
    if (size > 1000) {
      expect(chiSquarePValue(seen, expected(mechanism, people, 1))).toBeLessThan(FALSE_ALARM)
    }
  }
})

test.each(cases)(
  'a mixed batch of $size answers by the channel’s law: $name',
  ({ name, mechanism, size }) => {
    const people = Float64Array.from([0.5, 0, 0.3, 0.1, 0.05, 0.05], share => share * size)
    const seen = counts(mechanism, people, name)
    expect(seen.reduce((total, count) => total + count, 0)).toBe(size)
    expect(chiSquarePValue(seen, expected(mechanism, people))).toBeGreaterThan(FALSE_ALARM)
    if (size > 1000) {
      expect(chiSquarePValue(seen, expected(mechanism, people, 1))).toBeLessThan(FALSE_ALARM)
    }
  },
)

test('everybody answers once, and the people are left as they were', () => {
  const mechanism = rrrr({ categories: K, subset: [1, 2], epsilon: 1 })
  const people = Float64Array.of(10, 0, 20, 0, 0, 1)
  const answers = respondMany(mechanism, people, stream(1, 'added'))
  expect(answers.reduce((total, [, count]) => total + count, 0)).toBe(31)
  expect(Array.from(people)).toEqual([10, 0, 20, 0, 0, 1])
})

test('nobody answers for an empty batch', () => {
  for (const [, mechanism] of mechanisms) {
    expect(respondMany(mechanism, new Float64Array(K), stream(1, 'empty'))).toEqual([])
  }
})

test('where the responses are too many to list, the people answer one by one', () => {
  const mechanism = subsetSelection({ categories: 60, epsilon: 1, size: 20 })
  const people = new Float64Array(60)
  people[7] = 500
  const tally = createTally(60)
  for (const [response, count] of respondMany(mechanism, people, stream(1, 'many'))) {
    tally.add(mechanism, response, count)
  }
  expect(tally.size).toBe(500)
  // 20e/(20e + 40) of the sets contain the truth.
  const holders = tally.table
    .mapColumns(column => column)
    .reduce(
      (total, column, c) =>
        total + (column.kind === 'levels' && column.set.includes(7) ? tally.counts[c] : 0),
      0,
    )
  const share = (20 * Math.E) / (20 * Math.E + 40)
  const law = [500 * share, 500 * (1 - share)]
  expect(chiSquarePValue([holders, 500 - holders], law)).toBeGreaterThan(FALSE_ALARM)
  expect(chiSquarePValue([holders, 500 - holders], law.toReversed())).toBeLessThan(FALSE_ALARM)
})
