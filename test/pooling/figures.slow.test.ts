import { describe, expect, test } from 'vitest'
import { meanSquare } from '../../experiments/support/moments.ts'
import type { Adjacency } from '../../src/pooling/adjacency.ts'
import { mixing } from '../../src/pooling/mixing.ts'
import { personalizedMean } from '../../src/pooling/personalized-mean.ts'
import { personalizedQuantile } from '../../src/pooling/personalized-quantile.ts'
import { personalizedThreshold } from '../../src/pooling/personalized-threshold.ts'
import { pooledMean } from '../../src/pooling/pooled-mean.ts'
import { pooledQuantile } from '../../src/pooling/pooled-quantile.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { FALSE_ALARM, normalTail } from '../support/statistics.ts'

describe('figure 1 at n = 1000 with values within ±15', () => {
  const counts = [1000, 100, 500, 1000, 5000, 10_000]
  const epsilons = [10, 0.05, 0.1, 0.01, 0.25, 0.15]
  const design = { counts, epsilons, variance: 25, sensitivity: 15 }
  const rng = stream('figures', 'means')
  const draw = () => {
    return counts.map((count, i) => ({
      values: Float64Array.from({ length: count }, () => Math.min(15, Math.max(-15, 5 * drawNormal(rng)))),
      epsilon: epsilons[i],
    }))
  }
  const p = (errors: number[], variance: number) => {
    const { value, error } = meanSquare(errors)
    return normalTail((value - variance) / error)
  }

  test('the mixture’s errors have the variance of the formula (1,000 trials, false alarm 1e-6)', () => {
    const errors = Array.from({ length: 1000 }, () => {
      const groups = draw().map(({ values, epsilon }) => {
        return { count: values.length, sum: values.reduce((a, b) => a + b), epsilon }
      })
      return pooledMean({ variance: 25, sensitivity: 15, groups, rng }).estimate
    })
    const { variance } = mixing(design)
    expect(p(errors, variance)).toBeGreaterThan(FALSE_ALARM)
    // Twin: half as much again.
    expect(p(errors, variance * 1.5)).toBeLessThan(FALSE_ALARM)
  })

  test.each(['min', 'mean', 'max', 'optimal'] as const)(
    'under the rule %s the errors have the plug-in variance (1,000 trials, false alarm 1e-6)',
    rule => {
      const errors = Array.from({ length: 1000 }, () => {
        return personalizedMean({
          variance: 25,
          groups: draw(),
          range: [-15, 15],
          adjacency: 'add-remove',
          rule,
          rng,
        }).estimate
      })
      const { variance } = personalizedThreshold({ ...design, rule })
      expect(p(errors, variance)).toBeGreaterThan(FALSE_ALARM)
      // Twin: half as much again.
      expect(p(errors, variance * 1.5)).toBeLessThan(FALSE_ALARM)
    },
  )
})

/** RMSE over 500 trials of 1001 standard normal values within ±10, as measured by others: mixed, then PE. */
const MEDIANS: [number, number, Adjacency, [number, number, number][]][] = [
  [
    0.1,
    1,
    'replace-one',
    [
      [0.1, 0.042, 0.066],
      [0.5, 0.055, 0.083],
      [0.9, 0.083, 0.084],
    ],
  ],
  [
    0.1,
    1,
    'add-remove',
    [
      [0.1, 0.042, 0.046],
      [0.5, 0.054, 0.055],
      [0.9, 0.065, 0.05],
    ],
  ],
  [
    0.01,
    10,
    'replace-one',
    [
      [0.1, 0.041, 0.087],
      [0.5, 0.057, 1.42],
      [0.9, 0.13, 4.8],
    ],
  ],
  [
    0.01,
    10,
    'add-remove',
    [
      [0.1, 0.041, 0.053],
      [0.5, 0.057, 0.196],
      [0.9, 0.129, 0.379],
    ],
  ],
]

describe.each(MEDIANS)('figure 2 with levels %f and %f under %s', (high, low, adjacency, rows) => {
  test.each(rows)(
    'at a share of %f the errors are %f and %f (1,000 trials, false alarm 1e-6)',
    (share, mixed, pe) => {
      const careful = Math.floor(share * 1001)
      const rng = stream('figures', 'medians', high, adjacency, share)
      const errors: [number[], number[]] = [[], []]
      for (let trial = 0; trial < 1000; trial++) {
        const values = Float64Array.from({ length: 1001 }, () => drawNormal(rng))
        const groups = [
          { values: values.subarray(0, careful), epsilon: high },
          { values: values.subarray(careful), epsilon: low },
        ]
        const options = { groups, probability: 0.5, range: [-10, 10], adjacency, rng } as const
        errors[0].push(pooledQuantile({ ...options, variance: 1 }).estimate)
        errors[1].push(personalizedQuantile(options).estimate)
      }
      const p = (errors: number[], rmse: number) => {
        const { value, error } = meanSquare(errors)
        // Theirs are half of the trials, so √2 times the error; and two digits or three, so 1.2 % of rounding.
        return normalTail((value - rmse ** 2) / (Math.sqrt(3) * error + 0.024 * rmse ** 2))
      }
      expect(p(errors[0], mixed)).toBeGreaterThan(FALSE_ALARM)
      expect(p(errors[1], pe)).toBeGreaterThan(FALSE_ALARM)
      // Twin: errors twice as large.
      expect(p(errors[0], mixed * 2)).toBeLessThan(FALSE_ALARM)
      expect(p(errors[1], pe * 2)).toBeLessThan(FALSE_ALARM)
    },
  )
})
