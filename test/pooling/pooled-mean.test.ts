import { afterEach, describe, expect, test, vi } from 'vitest'
import { pooledMean } from '../../src/pooling/pooled-mean.ts'
import { stream } from '../../src/random/stream.ts'
import { FALSE_ALARM, ksPValue } from '../support/statistics.ts'
import { cases, deviation, type Level, level } from './vectors.ts'

interface Case {
  id: string
  n: number[]
  eps: Level[]
  sigma2: number
  sensitivity: number
  group_sums?: number[]
  group_noise?: number[]
  expected: { group_variance: number[]; weights: number[]; joint_variance: number; estimate?: number }
}

afterEach(() => vi.restoreAllMocks())

describe.each(cases<Case>('mixed_mean'))('vector $id', ({ n, eps, sigma2, sensitivity, ...vector }) => {
  const groups = n.map((count, i) => ({
    count,
    sum: vector.group_sums?.[i] ?? 0,
    epsilon: level(eps[i]),
  }))
  const noise = vector.group_noise ?? n.map(() => 0)
  const result = pooledMean({ groups, variance: sigma2, sensitivity, noise })
  const { expected } = vector

  test('weights and variances are right to 1e-12', () => {
    n.forEach((_, i) => {
      expect(deviation(result.weights[i], expected.weights[i])).toBeLessThan(1e-12)
      expect(deviation(result.groupVariances[i], expected.group_variance[i])).toBeLessThan(1e-12)
    })
    expect(deviation(result.variance, expected.joint_variance)).toBeLessThan(1e-12)
  })

  if (expected.estimate === undefined) return
  test('the estimate with this noise is right to 1e-12', () => {
    expect(deviation(result.estimate, expected.estimate as number)).toBeLessThan(1e-12)
  })
})

const GROUPS = [
  { count: 100, sum: 12.5, epsilon: Infinity },
  { count: 1000, sum: -310, epsilon: 0.1 },
]
const OPTIONS = { groups: GROUPS, variance: 25, sensitivity: 15 }

test('the noise of a private group is Laplace with scale sensitivity/ε, and no other (false alarm 1e-6)', () => {
  const rng = stream('pooled-mean')
  const exact = pooledMean({ ...OPTIONS, noise: [0, 0] })
  const noise = Array.from({ length: 20_000 }, () => {
    return ((pooledMean({ ...OPTIONS, rng }).estimate - exact.estimate) * 1000) / exact.weights[1]
  })
  const laplace = (scale: number) => (x: number) =>
    x < 0 ? Math.exp(x / scale) / 2 : 1 - Math.exp(-x / scale) / 2
  expect(ksPValue(noise, laplace(150))).toBeGreaterThan(FALSE_ALARM)
  // Twin: the noise that would be needed for twice the sensitivity.
  expect(ksPValue(noise, laplace(300))).toBeLessThan(FALSE_ALARM)
})

test('noise comes from the operating system’s generator by default', () => {
  const source = vi.spyOn(globalThis.crypto, 'getRandomValues')
  expect(pooledMean(OPTIONS).estimate).not.toBe(pooledMean(OPTIONS).estimate)
  expect(source).toHaveBeenCalled()
})

test('the same stream gives the same estimate', () => {
  const once = () => pooledMean({ ...OPTIONS, rng: stream('pooled-mean', 'again') }).estimate
  expect(once()).toBe(once())
})

test('weights and variances are finite at the smallest level and the largest scales', () => {
  const groups = [
    { count: 1, sum: 0, epsilon: 1e-50 },
    { count: 2 ** 50, sum: 1e50, epsilon: 1e300 },
  ]
  for (const variance of [1e-50, 1e50]) {
    for (const sensitivity of [1e-50, 1e50]) {
      const result = pooledMean({ groups, variance, sensitivity, rng: stream('pooled-mean', 'extremes') })
      for (const value of [result.estimate, result.variance, ...result.weights, ...result.groupVariances]) {
        expect(value).toSatisfy(Number.isFinite)
      }
    }
  }
})

test.each<[string, object]>([
  ['groups', { groups: [] }],
  ['groups[0]', { groups: new Array(2) }],
  ['groups[1]', { groups: [GROUPS[0], 5] }],
  ['rng', { rng: null }],
  ['rng', { rng: Math.random }],
  ['rng', { rng: { kind: 'seeded' } }],
  ['groups[1].count', { groups: [GROUPS[0], { ...GROUPS[1], count: 0 }] }],
  ['groups[0].count', { groups: [{ ...GROUPS[0], count: 1.5 }] }],
  ['groups[0].sum', { groups: [{ ...GROUPS[0], sum: Number.NaN }] }],
  ['groups[0].epsilon', { groups: [{ ...GROUPS[0], epsilon: 0 }] }],
  ['groups[0].epsilon', { groups: [{ ...GROUPS[0], epsilon: -1 }] }],
  ['groups[0].epsilon', { groups: [{ ...GROUPS[0], epsilon: Number.NaN }] }],
  ['variance', { variance: 0 }],
  ['variance', { variance: Infinity }],
  ['sensitivity', { sensitivity: -15 }],
  ['noise', { noise: [1] }],
  ['noise', { noise: null }],
  ['noise[1]', { noise: [1, Number.NaN] }],
])('a bad %s is refused by name', (name, change) => {
  const bad = () => pooledMean({ ...OPTIONS, ...change })
  expect(bad).toThrow(RangeError)
  expect(bad).toThrow(`${name} must be`)
})
