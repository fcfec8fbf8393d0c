import { expect, test } from 'vitest'
import { exchangeableMetric } from '../../../src/posterior/hierarchical/exchangeable-metric.ts'
import { createMetric, invertFactor } from '../../../src/posterior/moves/metric.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import { stream } from '../../../src/random/stream.ts'

/** Three classes of two parameters each, of which the second ones come last, and two others between. */
const layout = {
  classes: 3,
  ofClass: (h: number) => Int32Array.of(h, 5 + h),
  shared: Int32Array.of(3, 4),
}
const N = 8

/** A positive definite matrix that says different things of different classes. */
function matrixOf(rng: ReturnType<typeof stream>): Float64Array {
  const rows = Array.from({ length: N }, () => Float64Array.from({ length: N }, () => drawNormal(rng)))
  const matrix = new Float64Array(N * N)
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      matrix[i * N + j] = (i === j ? 1 : 0) + rows[i].reduce((sum, value, k) => sum + value * rows[j][k], 0)
    }
  }
  return matrix
}

/** The mean of a matrix over all ways of naming the classes. */
function averageOf(matrix: Float64Array): Float64Array {
  const average = new Float64Array(N * N)
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]
  for (const order of orders) {
    const place = (i: number) => (i < 3 ? order[i] : i < 5 ? i : 5 + order[i - 5])
    for (let i = 0; i < N; i++) {
      for (let j = 0; j < N; j++) average[i * N + j] += matrix[place(i) * N + place(j)] / orders.length
    }
  }
  return average
}

test('velocities are those of the dense matrix, averaged over all permutations of the classes', () => {
  const rng = stream('exchangeable-metric')
  for (let run = 0; run < 50; run++) {
    const matrix = matrixOf(rng)
    const fast = exchangeableMetric(layout, matrix)
    const dense = createMetric(N, invertFactor(N, averageOf(matrix)))
    const vector = Float64Array.from({ length: N }, () => drawNormal(rng))
    const [white, whiteDense, out, expected] = Array.from({ length: 4 }, () => new Float64Array(N))
    fast.whitenGradient(vector, white)
    fast.unwhitenVelocity(white, out)
    dense.whitenGradient(vector, whiteDense)
    dense.unwhitenVelocity(whiteDense, expected)
    for (let i = 0; i < N; i++)
      expect(Math.abs(out[i] - expected[i])).toBeLessThan(1e-9 * (1 + Math.abs(expected[i])))
    // Whitened momenta have the same size, in whatever axes.
    const size = (p: Float64Array) => p.reduce((sum, value) => sum + value * value, 0)
    expect(size(white) / size(whiteDense)).toBeCloseTo(1, 9)
  }
})
