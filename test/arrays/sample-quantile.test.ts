import { expect, test } from 'vitest'
import { sampleQuantile } from '../../src/arrays/sample-quantile.ts'

test('a quantile between two values is between them in proportion', () => {
  const sorted = Float64Array.of(1, 2, 4, 8)
  const quantiles = [0, 1 / 6, 1 / 3, 0.5, 2 / 3, 0.9, 1].map(p => sampleQuantile(sorted, p))
  for (const [i, expected] of [1, 1.5, 2, 3, 4, 6.8, 8].entries())
    expect(quantiles[i]).toBeCloseTo(expected, 12)
  expect(sampleQuantile(Float64Array.of(7), 0.3)).toBe(7)
})

test('an infinite value leaves those below it as they are', () => {
  expect(sampleQuantile(Float64Array.of(1, 2, Infinity), 0.5)).toBe(2)
})
