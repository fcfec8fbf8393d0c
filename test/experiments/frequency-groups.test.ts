import { expect, test } from 'vitest'
import {
  answer,
  byPlugIn,
  bySpread,
  nearestProbabilities,
  together,
} from '../../experiments/support/frequency-groups.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { sum } from '../../src/simplex/probabilities.ts'
import { randomTheta } from '../support/random-theta.ts'

test('no probability vector is nearer than the nearest one, over 2,000 random ones', () => {
  const rng = stream(1, 'projection')
  const distance = (a: Float64Array, b: Float64Array) => Math.hypot(...a.map((value, i) => value - b[i]))
  for (let i = 0; i < 2000; i++) {
    const K = 2 + rng.integer(6)
    const values = Float64Array.from({ length: K }, () => 0.5 * drawNormal(rng))
    const nearest = nearestProbabilities(values)
    expect(Math.min(...nearest)).toBeGreaterThanOrEqual(0)
    expect(sum(nearest)).toBeCloseTo(1, 12)
    // A step towards any vertex, however small, leads away: enough for a convex set.
    for (let x = 0; x < K; x++) {
      const step = nearest.map((value, y) => 0.999 * value + (x === y ? 0.001 : 0))
      expect(distance(step, values)).toBeGreaterThanOrEqual(distance(nearest, values) * (1 - 1e-12))
    }
    expect(distance(randomTheta(rng, K), values)).toBeGreaterThanOrEqual(distance(nearest, values))
  }
})

test('probabilities are their own nearest', () => {
  const theta = Float64Array.of(0.5, 0, 0.25, 0.25)
  expect(nearestProbabilities(theta)).toEqual(theta)
})

test('public people alone are estimated by their frequencies', () => {
  const open = answer(Float64Array.of(3, 0, 5), Infinity, stream(1, 'open'))
  expect(together([open]).size).toBe(8)
  for (const [x, expected] of [3 / 8, 0, 5 / 8].entries())
    expect(byPlugIn([open])[x]).toBeCloseTo(expected, 12)
})

test('the plug-in estimate of one private group is its unbiased one, where that is a probability vector', () => {
  const group = answer(Float64Array.of(40_000, 60_000), 1, stream(1, 'one group'))
  const p = Math.E / (Math.E + 1)
  const share = group.counts[0] / 100_000
  expect(byPlugIn([group])[0]).toBeCloseTo((share - (1 - p)) / (2 * p - 1), 12)
})

test('posterior means are weighted by their inverse variances, category by category', () => {
  const [one, two] = [
    { mean: Float64Array.of(0.2, 0.8), sd: Float64Array.of(0.1, 0.1) },
    { mean: Float64Array.of(0.6, 0.4), sd: Float64Array.of(0.1, 0.2) },
  ]
  // (0.2 + 0.6)/2 = 0.4 and (4·0.8 + 0.4)/5 = 0.72, scaled to sum to one.
  const [first, second] = bySpread([one, two])
  expect(first).toBeCloseTo(0.4 / 1.12, 12)
  expect(second).toBeCloseTo(0.72 / 1.12, 12)
})
