import { expect, test } from 'vitest'
import { type PoolInput, poolMean, samplePeopleMean } from '../../src/cli/pool-methods.ts'
import { sumSensitivity } from '../../src/pooling/adjacency.ts'
import { pooledMean } from '../../src/pooling/pooled-mean.ts'
import { stream } from '../../src/random/stream.ts'
import { FALSE_ALARM, ksPValue } from '../support/statistics.ts'

const GROUPS = [
  { name: 'open', values: Float64Array.of(4, 6), epsilon: Infinity },
  { name: 'shy', values: Float64Array.of(1, 9, 2, 8), epsilon: 0.5 },
]

function input(changes: Partial<PoolInput> = {}): PoolInput {
  const rng = stream(1, 'pool methods')
  return { groups: GROUPS, range: [-2, 10], adjacency: 'replace-one', clamp: false, rng, ...changes }
}

test.each(['replace-one', 'add-remove'] as const)(
  'under %s the noise of a pooled mean is Laplace noise of the sensitivity over epsilon (10,000 draws, false alarm 1e-6)',
  adjacency => {
    const [, shy] = GROUPS
    const rng = stream(2, 'noise', adjacency)
    const noise = Array.from({ length: 10_000 }, () => {
      const { estimate } = poolMean(input({ groups: [shy], adjacency, rng }), 3)
      return (estimate - 5) * 4
    })
    const scale = sumSensitivity({ range: [-2, 10], adjacency }) / 0.5
    const cdf = (scale: number) => (z: number) =>
      z < 0 ? Math.exp(z / scale) / 2 : 1 - Math.exp(-z / scale) / 2
    expect(ksPValue(noise, cdf(scale))).toBeGreaterThan(FALSE_ALARM)
    // Twin: the other adjacency's scale.
    const other = adjacency === 'replace-one' ? 'add-remove' : 'replace-one'
    const wrong = sumSensitivity({ range: [-2, 10], adjacency: other }) / 0.5
    expect(ksPValue(noise, cdf(wrong))).toBeLessThan(FALSE_ALARM)
  },
)

test('weights and variances of a pooled mean are those of the library', () => {
  const { columns, facts } = poolMean(input(), 3)
  const groups = GROUPS.map(({ values, epsilon }) => ({ count: values.length, sum: 0, epsilon }))
  const mixed = pooledMean({ groups, variance: 3, sensitivity: 12, noise: [0, 0] })
  expect(columns).toEqual({ weight: mixed.weights, variance: mixed.groupVariances })
  expect(facts).toEqual({ variance: mixed.variance, sensitivity: 12 })
})

test('values are clamped before they are summed', () => {
  const wild = [{ name: 'open', values: Float64Array.of(-50, 4, 50), epsilon: Infinity }]
  expect(poolMean(input({ groups: wild, clamp: true }), 3).estimate).toBe(4)
  expect(() => poolMean(input({ groups: wild }), 3)).toThrow(RangeError)
})

test('who is kept by chance is told that the level is a little above epsilon; who is never kept is not', () => {
  const shy = { name: 'shy', values: new Float64Array(1000).fill(5), epsilon: 0.5 }
  const groups = [{ ...GROUPS[1], name: 'bold', epsilon: 1 }, shy]
  const [note] = samplePeopleMean(input({ groups }), 3, 'max').notes
  expect(note).toContain('(group "shy")')
  expect(note).toContain('at most 1 + 1/4 times')
  expect(samplePeopleMean(input({ groups }), 3, 'min').notes).toEqual([])
  expect(samplePeopleMean(input(), 3, 'max').notes).toEqual([])
})
