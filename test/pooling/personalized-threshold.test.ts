import { describe, expect, test } from 'vitest'
import { inclusionProbability, plugInVariance } from '../../src/pooling/inclusion.ts'
import { mixing } from '../../src/pooling/mixing.ts'
import { personalizedThreshold } from '../../src/pooling/personalized-threshold.ts'
import { stream } from '../../src/random/stream.ts'
import { cases, deviation, type Level, level } from './vectors.ts'

interface Expected {
  t: Level
  inclusion: number[]
  expected_count: number
  variance: number
}

interface Case {
  id: string
  n: number[]
  eps: Level[]
  sigma2: number
  sensitivity: number
  expected: Record<string, Expected | number | null>
}

const RULES = { t_min: 'min', t_avg: 'mean', t_max: 'max', t_opt: 'optimal' } as const

describe.each(cases<Case>('pdp_threshold'))('vector $id', ({ n, eps, sigma2, sensitivity, expected }) => {
  const epsilons = eps.map(level)
  const options = { counts: n, epsilons, variance: sigma2, sensitivity }

  test.each(Object.entries(RULES).filter(([key]) => expected[key]))(
    '%s: threshold to 1e-12 (1e-6 if optimal), inclusion, count and variance to 1e-12',
    (key, rule) => {
      const { t, inclusion, expected_count, variance } = expected[key] as Expected
      const result = personalizedThreshold({ ...options, rule })
      expect(deviation(result.threshold, level(t))).toBeLessThan(rule === 'optimal' ? 1e-6 : 1e-12)
      const tolerance = rule === 'optimal' && !epsilons.includes(level(t)) ? 1e-6 : 1e-12
      inclusion.forEach((p, i) => {
        expect(deviation(result.inclusion[i], p)).toBeLessThan(tolerance)
      })
      expect(deviation(result.expectedCount, expected_count)).toBeLessThan(tolerance)
      expect(deviation(result.variance, variance)).toBeLessThan(1e-12)
    },
  )

  test('the mixture’s variance is right to 1e-12', () => {
    expect(deviation(mixing(options).variance, expected.mixed_joint_variance as number)).toBeLessThan(1e-12)
  })
})

const rng = stream('personalized-threshold')
const between = (low: number, high: number) => 10 ** (low + (high - low) * rng.uniform())

function randomDesign(groups: number, publicGroup: boolean) {
  return {
    counts: Array.from({ length: groups }, () => Math.ceil(between(0, 4))),
    epsilons: Array.from({ length: groups }, (_, i) => (publicGroup && i === 0 ? Infinity : between(-3, 1))),
    variance: between(-2, 2),
    sensitivity: between(-2, 3),
  }
}

test('no threshold on a fine grid has a smaller variance than the optimal one (3,000 random designs)', () => {
  let interior = 0
  let beyond = 0
  for (let i = 0; i < 3000; i++) {
    const design = randomDesign(2 + rng.integer(5), i % 2 === 0)
    const { threshold, variance } = personalizedThreshold({ ...design, rule: 'optimal' })
    const finite = design.epsilons.filter(Number.isFinite)
    const [low, high] = [Math.min(...finite), Math.max(...finite)]
    let least = Infinity
    for (let k = 0; k <= 600; k++) {
      const t = low * ((3 * high + 10) / low) ** (k / 600)
      least = Math.min(least, plugInVariance(design, t))
    }
    expect(least).toBeGreaterThanOrEqual(variance * (1 - 1e-13))
    if (!design.epsilons.includes(threshold)) {
      interior++
      // At the root of the derivative, a step of a millionth to either side does not help.
      for (const step of [1 - 1e-6, 1 + 1e-6]) {
        expect(plugInVariance(design, threshold * step)).toBeGreaterThanOrEqual(variance * (1 - 1e-15))
      }
      if (threshold > high) beyond++
    }
  }
  // Otherwise the levels alone would have passed.
  expect(interior).toBeGreaterThan(100)
  expect(beyond).toBeGreaterThan(10)
})

test('with one public and one private group no threshold beats the mixture (20,000 random designs)', () => {
  for (let i = 0; i < 20_000; i++) {
    const design = randomDesign(2, true)
    const { variance } = personalizedThreshold({ ...design, rule: 'optimal' })
    expect(mixing(design).variance).toBeLessThanOrEqual(variance * (1 + 1e-13))
  }
})

test('with several private groups the optimal threshold beats the mixture in some designs and loses in others', () => {
  let wins = 0
  for (let i = 0; i < 2000; i++) {
    const design = randomDesign(3 + rng.integer(4), false)
    const { variance } = personalizedThreshold({ ...design, rule: 'optimal' })
    if (variance < mixing(design).variance) wins++
  }
  expect(wins).toBeGreaterThan(200)
  expect(wins).toBeLessThan(1800)
})

test('the inclusion probability neither overflows nor loses digits', () => {
  expect(deviation(inclusionProbability(1e-12, 2e-12), 0.5)).toBeLessThan(1e-11)
  expect(deviation(inclusionProbability(900, 901), Math.exp(-1))).toBeLessThan(1e-12)
  expect(inclusionProbability(1, Infinity)).toBe(0)
  expect(inclusionProbability(Infinity, Infinity)).toBe(1)
  expect(inclusionProbability(1e-50, 1e308)).toBe(0)
})

test('equal levels keep everybody under every rule', () => {
  for (const rule of Object.values(RULES)) {
    const options = { counts: [1, 2, 3, 4, 5, 6], epsilons: [0.7, 0.7, 0.7, 0.7, 0.7, 0.7], variance: 1 }
    const result = personalizedThreshold({ ...options, sensitivity: 1, rule })
    expect(result.inclusion).toEqual(new Float64Array(6).fill(1))
  }
})

test('the optimum is found at extreme levels and scales', () => {
  for (const epsilons of [
    [1e-50, 1e-30, Infinity],
    [1, 1e300, Infinity],
    [700, 800, 1e5],
  ]) {
    for (const sensitivity of [1e-50, 1, 1e50]) {
      const options = { counts: [10, 10, 10], epsilons, variance: 1, sensitivity }
      const optimal = personalizedThreshold({ ...options, rule: 'optimal' })
      for (const rule of ['min', 'max'] as const) {
        expect(optimal.variance).toBeLessThanOrEqual(personalizedThreshold({ ...options, rule }).variance)
      }
    }
  }
})

const OPTIONS = { counts: [10, 20], epsilons: [1, 2], variance: 1, sensitivity: 1, rule: 'min' } as const

test.each<[string, object]>([
  ['counts', { counts: [], epsilons: [] }],
  ['counts[1]', { counts: [10, 0] }],
  ['epsilons', { epsilons: [1] }],
  ['epsilons[0]', { epsilons: [0, 1] }],
  ['epsilons[1]', { epsilons: [1, Number.NaN] }],
  ['epsilons[1]', { epsilons: [1, Infinity], rule: 'mean' }],
  ['variance', { variance: 0 }],
  ['sensitivity', { sensitivity: Number.NaN }],
  ['rule', { rule: 'average' }],
])('a bad %s is refused by name', (name, change) => {
  const bad = () => personalizedThreshold({ ...OPTIONS, ...change })
  expect(bad).toThrow(RangeError)
  expect(bad).toThrow(`${name} must be`)
})
