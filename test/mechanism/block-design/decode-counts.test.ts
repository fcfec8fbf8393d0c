import { expect, test } from 'vitest'
import { blockDesign } from '../../../src/mechanism/block-design/block-design.ts'
import { chooseParameters, countVariance } from '../../../src/mechanism/block-design/choose-parameters.ts'
import { decodeCounts } from '../../../src/mechanism/block-design/decode-counts.ts'
import { drawDirichlet } from '../../../src/random/dirichlet.ts'
import { drawMultinomial } from '../../../src/random/multinomial.ts'
import { stream } from '../../../src/random/stream.ts'

test.each([
  [7, 1, undefined],
  [20, 1, 3],
  [60, 2, undefined],
  [400, 1, 9],
])(
  'of the answers that are expected of %d categories the estimate is θ itself',
  (categories, epsilon, seed) => {
    const design = blockDesign({ categories, epsilon, ...(seed !== undefined && { seed }) })
    const theta = drawDirichlet(
      stream('truth'),
      new Float64Array(categories).fill(0.3),
      new Float64Array(categories),
    )
    const total = design.blockSize * Math.exp(epsilon) + design.points - design.blockSize
    const expected = Float64Array.from({ length: design.points }, (_, y) =>
      theta.reduce((sum, value, x) => sum + value * (design.pattern.holds(y, x) ? Math.exp(epsilon) : 1), 0),
    ).map(value => (1000 * value) / total)
    const found = decodeCounts(design, expected)
    theta.forEach((value, x) => {
      expect(Math.abs(found[x] - value)).toBeLessThan(1e-12)
    })
  },
)

test('its error is that of the formula, and not that of another level', () => {
  // The mean of K squared errors over their variance is 1, to five of its standard errors, √(2/K) each.
  const [categories, epsilon, people] = [5000, 1, 100_000]
  const design = blockDesign({ categories, epsilon })
  const rng = stream('errors')
  const truth = new Float64Array(categories)
  truth[3] = 0.6
  truth[4] = 0.4
  const counts = design.respondMany!(drawMultinomial(rng, people, truth, new Float64Array(categories)), rng)
  const found = decodeCounts(design, counts)
  const ratio = (level: number) => {
    const variance =
      countVariance(chooseParameters(categories, epsilon), level) / Math.expm1(-level) ** 2 / people
    return found.slice(5).reduce((sum, value) => sum + value * value, 0) / (categories - 5) / variance
  }
  expect(Math.abs(ratio(epsilon) - 1)).toBeLessThan(5 * Math.sqrt(2 / categories))
  expect(Math.abs(ratio(1.1 * epsilon) - 1)).toBeGreaterThan(5 * Math.sqrt(2 / categories))
  expect(Math.abs(found[3] - 0.6)).toBeLessThan(0.05)
})

test.each([0.5, 1, 2, 3])(
  'from 1,000 categories on the variance is within 3 %% of subset selection’s, with v ≤ 8K, at ε = %d',
  epsilon => {
    // For large K subset selection's best is 4e^ε/(e^ε − 1)² (1 − 1/K) or so: never less than what K → ∞ has by more than 1/K.
    for (const categories of [1000, 3000, 10_000, 97_656]) {
      const design = chooseParameters(categories, epsilon)
      const variance = countVariance(design, epsilon) / Math.expm1(-epsilon) ** 2
      const best = (4 * Math.exp(epsilon)) / Math.expm1(epsilon) ** 2
      expect(design.points).toBeLessThanOrEqual(8 * categories)
      expect(variance / best).toBeLessThan(1.03)
      expect(variance / best).toBeGreaterThan(0.99)
    }
  },
)

test('counts of other answers are refused, and so are no answers', () => {
  const design = blockDesign({ categories: 7, epsilon: 1 })
  for (const bad of [[], [1, 2], new Float64Array(design.points), new Float64Array(design.points).fill(-1)]) {
    expect(() => decodeCounts(design, bad)).toThrow(RangeError)
  }
})
