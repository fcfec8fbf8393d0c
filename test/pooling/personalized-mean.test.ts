import { afterEach, expect, test, vi } from 'vitest'
import type { Adjacency } from '../../src/pooling/adjacency.ts'
import { inclusionInMean, inclusionProbability } from '../../src/pooling/inclusion.ts'
import { personalizedMean } from '../../src/pooling/personalized-mean.ts'
import { stream } from '../../src/random/stream.ts'
import { BAD_VALUE_GROUPS } from '../support/bad-value-groups.ts'
import { binomialCdf } from '../support/special.ts'
import { chiSquarePValue, FALSE_ALARM, ksPValue } from '../support/statistics.ts'

afterEach(() => vi.restoreAllMocks())

const OPTIONS = {
  groups: [
    { values: [2, 4, 6], epsilon: 1 },
    { values: [1, 9], epsilon: 0.1 },
  ],
  variance: 4,
  range: [-5, 10],
  adjacency: 'replace-one',
  rule: 'min',
} as const

function laplaceCdf(scale: number): (x: number) => number {
  return x => (x < 0 ? Math.exp(x / scale) / 2 : 1 - Math.exp(-x / scale) / 2)
}

test('without private groups the estimate is the plain mean', () => {
  const groups = [
    { values: [0.1, 0.2], epsilon: Infinity },
    { values: [0.7], epsilon: Infinity },
  ]
  for (const rule of ['min', 'max', 'optimal'] as const) {
    const result = personalizedMean({ ...OPTIONS, groups, rule })
    expect(result).toMatchObject({ threshold: Infinity, kept: 3 })
    expect(Math.abs(result.estimate / (1 / 3) - 1)).toBeLessThan(1e-15)
  }
})

test('a threshold of Infinity keeps public values alone, without noise', () => {
  const groups = [{ values: [5, 7], epsilon: Infinity }, ...OPTIONS.groups]
  const result = personalizedMean({ ...OPTIONS, groups, rule: 'max' })
  expect(result).toEqual({ estimate: 6, threshold: Infinity, kept: 2 })
})

test.each<[Adjacency, number, number]>([
  ['replace-one', 15, 10],
  ['add-remove', 10, 15],
])('the noise under %s has scale %d/t (false alarm 1e-6)', (adjacency, sensitivity, other) => {
  const rng = stream('personalized-mean', adjacency)
  const noise = Array.from(
    { length: 20_000 },
    () => personalizedMean({ ...OPTIONS, adjacency, rng }).estimate * 5 - 22,
  )
  expect(ksPValue(noise, laplaceCdf(sensitivity / 0.1))).toBeGreaterThan(FALSE_ALARM)
  // Twin: the other adjacency's scale.
  expect(ksPValue(noise, laplaceCdf(other / 0.1))).toBeLessThan(FALSE_ALARM)
})

test('a range on one side of zero has its far end as the sensitivity under add-remove (false alarm 1e-6)', () => {
  const rng = stream('personalized-mean', 'negative')
  const groups = [{ values: [-8, -9], epsilon: 0.5 }]
  const options = { ...OPTIONS, groups, range: [-10, -7], adjacency: 'add-remove' } as const
  const noise = Array.from({ length: 20_000 }, () => personalizedMean({ ...options, rng }).estimate * 2 + 17)
  expect(ksPValue(noise, laplaceCdf(20))).toBeGreaterThan(FALSE_ALARM)
  expect(ksPValue(noise, laplaceCdf(6))).toBeLessThan(FALSE_ALARM)
})

test('people above the threshold are kept, the others with the chance that gives them their ε (false alarm 1e-6)', () => {
  const rng = stream('personalized-mean', 'kept')
  const groups = [
    { values: [1, 2, 3], epsilon: 2 },
    { values: new Array(20).fill(5), epsilon: 0.7 },
  ]
  const trials = 20_000
  const observed = new Float64Array(21)
  for (let i = 0; i < trials; i++) {
    observed[personalizedMean({ ...OPTIONS, groups, rule: 'max', rng }).kept - 3]++
  }
  const expected = (p: number) =>
    observed.map((_, k) => trials * (binomialCdf(k, 20, p) - binomialCdf(k - 1, 20, p)))
  // (e^ε − 1)/(c (e^t − e^ε) + e^ε − 1) beside three people, where c = 4/3.
  const chance = Math.expm1(0.7) / ((4 / 3) * (Math.exp(2) - Math.exp(0.7)) + Math.expm1(0.7))
  expect(chiSquarePValue(observed, expected(chance))).toBeGreaterThan(FALSE_ALARM)
  // Twin: the published chance, which leaves out that the number kept is known.
  expect(chiSquarePValue(observed, expected(Math.expm1(0.7) / Math.expm1(2)))).toBeLessThan(FALSE_ALARM)
})

test('under replace-one a person kept by chance beside n sure ones spends at most ε', () => {
  const [low, high] = [0, 1]
  let overspent = 0
  for (const [epsilon, t] of [
    [0.1, 1],
    [0.5, 0.6],
    [1, 3],
  ]) {
    const density = (total: number, count: number, y: number) =>
      count * Math.exp(-t * Math.abs(y * count - total))
    for (let n = 1; n <= 4; n++) {
      const worst = (p: number) => {
        let loss = 0
        for (let others = 0; others <= n; others++) {
          for (let y = -3; y <= 4; y += 1 / 64) {
            const mixed = (x: number) => p * density(others + x, n + 1, y) + (1 - p) * density(others, n, y)
            loss = Math.max(loss, Math.abs(Math.log(mixed(low) / mixed(high))))
          }
        }
        return loss
      }
      expect(worst(inclusionInMean(epsilon, t, n))).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
      if (worst(inclusionProbability(epsilon, t)) > epsilon * 1.01) overspent++
    }
  }
  // A twin with the published chance: ε is exceeded.
  expect(overspent).toBeGreaterThan(0)
})

test('values outside the range are refused by group and index, or clamped if asked for', () => {
  const groups = [{ values: [5, 7, -6], epsilon: Infinity }, ...OPTIONS.groups]
  const options = { ...OPTIONS, groups, rule: 'max' } as const
  expect(() => personalizedMean(options)).toThrow('groups[0].values[2] must be from -5 to 10')
  expect(personalizedMean({ ...options, clamp: true }).estimate).toBe((5 + 7 - 5) / 3)
})

test('randomness comes from the operating system’s generator by default', () => {
  const source = vi.spyOn(globalThis.crypto, 'getRandomValues')
  expect(personalizedMean(OPTIONS).estimate).not.toBe(personalizedMean(OPTIONS).estimate)
  expect(source).toHaveBeenCalled()
})

test.each<[string, object]>([
  ...BAD_VALUE_GROUPS,
  ['groups[0].values', { groups: [{ values: [], epsilon: 1 }] }],
  ['groups[0].values[1]', { groups: [{ values: [1, Number.NaN], epsilon: 1 }], clamp: true }],
  ['groups[0].values[0]', { groups: [{ values: [null], epsilon: 1 }] }],
  ['groups[0].values[0]', { groups: [{ values: ['1'], epsilon: 1 }] }],
  ['groups[0].values[0]', { groups: [{ values: [Infinity], epsilon: 1 }], clamp: true }],
  ['groups[0].epsilon', { groups: [{ values: [1], epsilon: 0 }] }],
  ['range', { range: [-1e50, 1e50] }],
  ['groups[1].epsilon', { groups: [OPTIONS.groups[0], { values: [1], epsilon: Infinity }], rule: 'mean' }],
  ['range', { range: [1, 1] }],
  ['range[1]', { range: [1, Infinity] }],
  ['adjacency', { adjacency: 'swap' }],
  ['variance', { variance: -1 }],
  ['rule', { rule: 'median' }],
])('a bad %s is refused by name', (name, change) => {
  const bad = () => personalizedMean({ ...OPTIONS, ...change } as never)
  expect(bad).toThrow(RangeError)
  expect(bad).toThrow(`${name} must be`)
})
