import { afterEach, expect, test, vi } from 'vitest'
import { sampleQuantile } from '../../src/arrays/sample-quantile.ts'
import type { Adjacency } from '../../src/pooling/adjacency.ts'
import { pooledMean } from '../../src/pooling/pooled-mean.ts'
import { pooledQuantile } from '../../src/pooling/pooled-quantile.ts'
import { stream } from '../../src/random/stream.ts'
import { BAD_VALUE_GROUPS } from '../support/bad-value-groups.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

afterEach(() => vi.restoreAllMocks())

const OPTIONS = {
  groups: [
    { values: [7, 1, 3, 3], epsilon: 0.9 },
    { values: [2, 8, 5], epsilon: Infinity },
  ],
  probability: 0.3,
  range: [0, 10],
  adjacency: 'replace-one',
  variance: 2,
} as const

test.each<[Adjacency, number, number]>([
  ['replace-one', 1, 0.7],
  ['add-remove', 0.7, 1],
])(
  'a group’s quantile under %s has density ∝ exp(−ε |i − αn|/2Δ) (false alarm 1e-6)',
  (adjacency, delta, other) => {
    const rng = stream('pooled-quantile', adjacency)
    const draws = 60_000
    const observed = new Float64Array(10)
    for (let k = 0; k < draws; k++) {
      const { quantiles } = pooledQuantile({ ...OPTIONS, adjacency, rng })
      observed[Math.floor(quantiles[0])]++
    }
    const expected = (delta: number) => {
      const weights = observed.map((_, unit) => {
        const below = [1, 3, 3, 7].filter(value => value <= unit).length
        return Math.exp((-0.9 * Math.abs(below - 0.3 * 4)) / (2 * delta))
      })
      const total = weights.reduce((a, b) => a + b)
      return weights.map(weight => (draws * weight) / total)
    }
    expect(chiSquarePValue(observed, expected(delta))).toBeGreaterThan(FALSE_ALARM)
    // Twins: the other adjacency's sensitivity, and no half.
    expect(chiSquarePValue(observed, expected(other))).toBeLessThan(FALSE_ALARM)
    expect(chiSquarePValue(observed, expected(delta / 2))).toBeLessThan(FALSE_ALARM)
  },
)

test.each<[Adjacency, number]>([
  ['replace-one', 10],
  ['add-remove', 10],
])(
  'the weights under %s are those of the mean, and the estimate the weighted mean',
  (adjacency, sensitivity) => {
    const result = pooledQuantile({ ...OPTIONS, adjacency, rng: stream('pooled-quantile', 'weights') })
    const groups = OPTIONS.groups.map(({ values, epsilon }) => ({ count: values.length, sum: 0, epsilon }))
    expect(result.weights).toEqual(pooledMean({ groups, variance: 2, sensitivity }).weights)
    const [p, q] = result.quantiles
    expect(result.estimate).toBeCloseTo(result.weights[0] * p + result.weights[1] * q, 14)
  },
)

test('on a range around zero the weights under replace-one are those of the whole width', () => {
  const weight = (adjacency: Adjacency) =>
    pooledQuantile({ ...OPTIONS, range: [-10, 10], adjacency, rng: stream('pooled-quantile', 'width') })
      .weights[0]
  // 1/(2/4 + 2 (S/0.9)²/16) and 3/2 for the public group, S = 20 and 10.
  const share = (s: number) => {
    const precision = 16 / (8 + 2 * (s / 0.9) ** 2)
    return precision / (precision + 1.5)
  }
  expect(weight('replace-one')).toBeCloseTo(share(20), 14)
  expect(weight('add-remove')).toBeCloseTo(share(10), 14)
})

test('a public group gives its plain sample quantile', () => {
  const groups = [{ values: [3, 1, 2, 10], epsilon: Infinity }]
  expect(pooledQuantile({ ...OPTIONS, groups, probability: 0.5 }).estimate).toBe(2.5)
  expect(pooledQuantile({ ...OPTIONS, groups, probability: 1 }).estimate).toBe(10)
  expect(sampleQuantile(Float64Array.of(1, 2, 4), 0.5)).toBe(2)
  expect(sampleQuantile(Float64Array.of(1, 2, 4), 0.75)).toBe(3)
  expect(sampleQuantile(Float64Array.of(7), 0.3)).toBe(7)
})

test('equal values at an end of the range leave an answer within the range', () => {
  const rng = stream('pooled-quantile', 'ends')
  for (const value of [0, 10]) {
    const groups = [{ values: new Array(5000).fill(value), epsilon: 10 }]
    const { estimate } = pooledQuantile({ ...OPTIONS, groups, rng })
    expect(estimate).toBeGreaterThan(0)
    expect(estimate).toBeLessThan(10)
  }
})

test('values outside the range are refused by group and index, or clamped if asked for', () => {
  const groups = [OPTIONS.groups[0], { values: [5, 11, 12], epsilon: Infinity }]
  expect(() => pooledQuantile({ ...OPTIONS, groups })).toThrow('groups[1].values[1] must be from 0 to 10')
  const options = { ...OPTIONS, groups, probability: 1, clamp: true }
  expect(pooledQuantile(options).quantiles[1]).toBe(10)
})

test('the caller’s values stay in their order', () => {
  const values = Float64Array.of(3, 1, 2)
  pooledQuantile({ ...OPTIONS, groups: [{ values, epsilon: 1 }] })
  expect(values).toEqual(Float64Array.of(3, 1, 2))
})

test('randomness comes from the operating system’s generator by default', () => {
  const source = vi.spyOn(globalThis.crypto, 'getRandomValues')
  expect(pooledQuantile(OPTIONS).estimate).not.toBe(pooledQuantile(OPTIONS).estimate)
  expect(source).toHaveBeenCalled()
})

test.each<[string, object]>([
  ...BAD_VALUE_GROUPS,
  ['groups[0].values', { groups: [{ values: [], epsilon: 1 }] }],
  ['groups[0].values[1]', { groups: [{ values: [1, Number.NaN], epsilon: 1 }], clamp: true }],
  ['groups[0].values[0]', { groups: [{ values: [null], epsilon: 1 }] }],
  ['groups[0].values[0]', { groups: [{ values: ['1'], epsilon: 1 }] }],
  ['groups[0].epsilon', { groups: [{ values: [1], epsilon: 0 }] }],
  ['probability', { probability: 1.5 }],
  ['probability', { probability: Number.NaN }],
  ['range', { range: [3, 2] }],
  ['range', { range: 5 }],
  ['adjacency', { adjacency: undefined }],
  ['variance', { variance: 0 }],
])('a bad %s is refused by name', (name, change) => {
  const bad = () => pooledQuantile({ ...OPTIONS, ...change } as never)
  expect(bad).toThrow(RangeError)
  expect(bad).toThrow(`${name} must be`)
})
