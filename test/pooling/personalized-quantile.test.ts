import { afterEach, expect, test, vi } from 'vitest'
import type { Adjacency } from '../../src/pooling/adjacency.ts'
import { personalizedQuantile } from '../../src/pooling/personalized-quantile.ts'
import { stream } from '../../src/random/stream.ts'
import { BAD_VALUE_GROUPS } from '../support/bad-value-groups.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

afterEach(() => vi.restoreAllMocks())

const OPTIONS = {
  groups: [
    { values: [7, 1], epsilon: 0.25 },
    { values: [9, 3, 4], epsilon: 1 },
  ],
  probability: 0.5,
  range: [0, 10],
  adjacency: 'replace-one',
} as const

/** 1 | 3 4 | 7 | 9: levels ¼ 1 1 ¼ 1, m = 2. */
const COSTS = {
  'replace-one': [0.25 + 0.25 + 1, 0.25 + 1, 0.25, 0.25, 0.25 + 0.25, 0.25 + 0.25 + 1],
  'add-remove': [3.5, 0.25 + 1 + 1, 0.25, 0.25, 0.25 + 0.25 + 1, 3.5],
}

test.each<[Adjacency, Adjacency]>([
  ['replace-one', 'add-remove'],
  ['add-remove', 'replace-one'],
])('the median under %s has density ∝ exp(−cost/2) (false alarm 1e-6)', (adjacency, other) => {
  const rng = stream('personalized-quantile', adjacency)
  const draws = 60_000
  const observed = new Float64Array(10)
  for (let k = 0; k < draws; k++) {
    observed[Math.floor(personalizedQuantile({ ...OPTIONS, adjacency, rng }).estimate)]++
  }
  const expected = (costs: number[], share: number) => {
    const weights = observed.map((_, unit) =>
      Math.exp(-share * costs[[1, 3, 4, 7, 9].filter(value => value <= unit).length]),
    )
    const total = weights.reduce((a, b) => a + b)
    return weights.map(weight => (draws * weight) / total)
  }
  expect(chiSquarePValue(observed, expected(COSTS[adjacency], 0.5))).toBeGreaterThan(FALSE_ALARM)
  // Twins: the other adjacency's cost, and no half.
  expect(chiSquarePValue(observed, expected(COSTS[other], 0.5))).toBeLessThan(FALSE_ALARM)
  expect(chiSquarePValue(observed, expected(COSTS[adjacency], 1))).toBeLessThan(FALSE_ALARM)
})

test('the levels reported are each group’s own under replace-one, the largest under add-remove', () => {
  expect(personalizedQuantile(OPTIONS).levels).toEqual(Float64Array.of(0.25, 1))
  const options = { ...OPTIONS, adjacency: 'add-remove' } as const
  expect(personalizedQuantile(options).levels).toEqual(Float64Array.of(1, 1))
  expect(personalizedQuantile({ ...options, probability: 0.3 }).levels).toEqual(Float64Array.of(3, 3))
})

test('among public people the answer is where the fewest of them would have to change', () => {
  const rng = stream('personalized-quantile', 'public')
  const groups = [
    { values: [4, 5, 5, 6, 7], epsilon: Infinity },
    { values: [1, 9], epsilon: 0.01 },
  ]
  // Between 5 and 6 four are below and one has to move: the private 1 can. Anywhere else a public one has to as well.
  for (let i = 0; i < 500; i++) {
    const { estimate } = personalizedQuantile({ ...OPTIONS, groups, rng })
    expect(estimate).toBeGreaterThan(5)
    expect(estimate).toBeLessThan(6)
  }
})

test('equal public values leave an answer beside them', () => {
  const groups = [{ values: [5, 5, 5], epsilon: Infinity }]
  const { estimate } = personalizedQuantile({
    ...OPTIONS,
    groups,
    rng: stream('personalized-quantile', 'equal'),
  })
  expect(estimate).toBeGreaterThan(0)
  expect(estimate).toBeLessThan(10)
})

test('values outside the range are refused by group and index, or clamped if asked for', () => {
  const groups = [OPTIONS.groups[0], { values: [5, 11], epsilon: 1 }]
  expect(() => personalizedQuantile({ ...OPTIONS, groups })).toThrow(
    'groups[1].values[1] must be from 0 to 10',
  )
  expect(personalizedQuantile({ ...OPTIONS, groups, clamp: true }).estimate).toBeLessThan(10)
})

test('randomness comes from the operating system’s generator by default', () => {
  const source = vi.spyOn(globalThis.crypto, 'getRandomValues')
  expect(personalizedQuantile(OPTIONS).estimate).not.toBe(personalizedQuantile(OPTIONS).estimate)
  expect(source).toHaveBeenCalled()
})

test.each<[string, object]>([
  ...BAD_VALUE_GROUPS,
  ['groups[1].values', { groups: [OPTIONS.groups[0], { values: [], epsilon: 1 }] }],
  ['groups[0].values[0]', { groups: [{ values: [Number.NaN], epsilon: 1 }], clamp: true }],
  ['groups[0].values[0]', { groups: [{ values: [null], epsilon: 1 }] }],
  ['groups[0].values[0]', { groups: [{ values: ['1'], epsilon: 1 }] }],
  ['groups[0].epsilon', { groups: [{ values: [1], epsilon: -0.5 }] }],
  ['groups[0].epsilon', { groups: [{ values: [1], epsilon: Infinity }], adjacency: 'add-remove' }],
  ['probability', { probability: -0.1 }],
  ['range[0]', { range: [Number.NaN, 1] }],
  ['adjacency', { adjacency: 'swap' }],
])('a bad %s is refused by name', (name, change) => {
  const bad = () => personalizedQuantile({ ...OPTIONS, ...change } as never)
  expect(bad).toThrow(RangeError)
  expect(bad).toThrow(`${name} must be`)
})
