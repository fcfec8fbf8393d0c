import { expect, test } from 'vitest'
import { expectedDistance } from '../../src/design/expected-distance.ts'
import { stream } from '../../src/random/stream.ts'

test('is ½ √(2/π) Σ √C_xx, with C the covariance of independent normals whose errors sum to zero', () => {
  const rng = stream('expected distance')
  for (const K of [2, 3, 7]) {
    const weights = Float64Array.from({ length: K }, () => 0.1 + rng.uniform())
    const sum = weights.reduce((one, other) => one + other)
    const theta = weights.map(weight => weight / sum)
    const precision = theta.map(() => 50 * rng.uniform())
    const perResponse = theta.map(() => 2 * rng.uniform())
    const n = 300
    const variances = theta.map((t, x) => t ** 2 / (t ** 2 * (precision[x] + n * perResponse[x]) + 1 / 2))
    const total = variances.reduce((sum, value) => sum + value)
    const matrix = Array.from(variances, (a, x) =>
      Array.from(variances, (b, z) => (x === z ? a : 0) - (a * b) / total),
    )
    // Its rows sum to zero, as errors do.
    for (const row of matrix) expect(Math.abs(row.reduce((sum, value) => sum + value))).toBeLessThan(1e-15)
    const expected = matrix.reduce((sum, row, x) => sum + Math.sqrt(row[x]), 0) * Math.sqrt(2 / Math.PI) * 0.5
    expect(expectedDistance(theta, precision, perResponse, n) / expected).toBeCloseTo(1, 12)
  }
})
