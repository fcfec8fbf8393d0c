import { expect, test } from 'vitest'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'
import { ratioOfMeans } from '../../src/report/mean-with-error.ts'

test('a ratio of means has the standard error that it varies by, and none where all pairs agree', () => {
  expect(
    ratioOfMeans([
      [1, 2],
      [3, 6],
    ]),
  ).toEqual({ mean: 0.5, standardError: 0 })
  expect(ratioOfMeans([[1, 4]])).toEqual({ mean: 0.25, standardError: null })
  const rng = stream(1, 'pairs')
  const found = Array.from({ length: 2000 }, () =>
    ratioOfMeans(
      Array.from({ length: 40 }, () => {
        const shared = 10 + 2 * drawNormal(rng)
        return [0.4 * shared + 0.3 * drawNormal(rng), shared + 0.5 * drawNormal(rng)] as const
      }),
    ),
  )
  const of = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const mean = of(found.map(({ mean }) => mean))
  const spread = Math.sqrt(of(found.map(ratio => (ratio.mean - mean) ** 2)))
  const claimed = of(found.map(({ standardError }) => standardError!))
  // The spread of 2,000 is known to 1.6 %: five of these are 0.08, a false alarm in 6e-7.
  expect(Math.abs(claimed / spread - 1)).toBeLessThan(0.08)
  // The twin that forgets that the pairs share a part.
  expect(Math.sqrt(0.4 ** 2 * 2 * 4.25 + 0.09) / 10 / Math.sqrt(40) / spread).toBeGreaterThan(1.5)
})
