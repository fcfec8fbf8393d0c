import { describe, expect, test } from 'vitest'
import { crossing, figure2, worstCases } from '../../experiments/sampling/figure2.ts'

// Means over 60,000 runs that another program measured, with standard errors √200 times smaller than those of 300 runs.
const LONG = {
  tv: {
    'public prior': [0.0389, 0.0451, 0.0529, 0.0621, 0.0752],
    mollifier: [0.0045, 0.0312, 0.1156, 0.2581, 0.461],
  },
  kl: {
    'public prior': [0.016, 0.0175, 0.0212, 0.0297, 0.0923],
    mollifier: [0.0046, 0.0341, 0.1421, 0.3705, 0.9196],
  },
} as const
const FIRSTS = [0.01, 0.25, 0.5, 0.75, 1]

/** Standard errors between a mean of 300 runs and one of 60,000: 20 of them, normal to each at 5.5 alarms at 1e-6 in all. */
const MOST_ERRORS = 5.5
/** The long run's figures have four decimals. */
const ROUNDING = 5e-5

function farthest(epsilon: number): number {
  const points = figure2({ runs: 300, firsts: FIRSTS, epsilon, seed: 'figure2' })
  const distances = (['tv', 'kl'] as const).flatMap(measure =>
    (['public prior', 'mollifier'] as const).flatMap(sampler =>
      points
        .filter(point => point.sampler === sampler)
        .map((point, i) => {
          const { value, error } = point[measure]
          return (Math.abs(value - LONG[measure][sampler][i]) - ROUNDING) / (error * Math.sqrt(1 + 1 / 200))
        }),
    ),
  )
  expect(distances).toHaveLength(20)
  return Math.max(...distances)
}

describe('figure 2', () => {
  test('has the means of a long run of another program, within 5.5 standard errors of 300 runs', () => {
    expect(farthest(8)).toBeLessThan(MOST_ERRORS)
  })

  test('of a twin at ε = 7 has not', () => {
    expect(farthest(7)).toBeGreaterThan(MOST_ERRORS)
  })

  test('has the mollifier cross the public-prior sampler where p₁ is a third or less', () => {
    const firsts = [0.01, 0.1, 0.2, 0.3, 0.4]
    const points = figure2({ runs: 300, firsts, epsilon: 8, seed: 'figure2' })
    expect(crossing(points, 'tv', 'mollifier', 'public prior')).toBeCloseTo(0.31, 1)
    expect(crossing(points, 'kl', 'mollifier', 'public prior')).toBeCloseTo(0.17, 1)
    expect(crossing(points, 'tv', 'public prior', 'mollifier')).toBeUndefined()
  })

  test('says nothing of the worst cases, of which no sampler’s is below a quarter', () => {
    const worst = worstCases({ runs: 300, epsilon: 8, seed: 'figure2' })
    for (const { least, most } of worst) {
      expect(least).toBeGreaterThan(0.25)
      expect(most).toBeGreaterThan(0.98)
    }
  })
})
