import { expect, test } from 'vitest'
import { MeanCovariance } from '../../../src/posterior/hierarchical/block-metric.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import { stream } from '../../../src/random/stream.ts'

test('velocities are the mean of the inverse curvatures of each block, times the gradient', () => {
  const blocks = [Int32Array.of(0, 3), Int32Array.of(1), Int32Array.of(4, 2)]
  const n = 5
  const rng = stream('block-metric')
  const mean = new MeanCovariance(blocks)
  const covariance = new Float64Array(n * n)
  const places = 3
  for (let place = 0; place < places; place++) {
    const rows = Array.from({ length: n }, () => Float64Array.from({ length: n }, () => drawNormal(rng)))
    const information = Float64Array.from({ length: n * n }, (_, at) =>
      rows[Math.floor(at / n)].reduce((sum, value, k) => sum + value * rows[at % n][k], 0),
    )
    mean.add(information, n)
    for (const [a, b = -1] of blocks) {
      const at = (i: number, j: number) => information[i * n + j] + Number(i === j)
      if (b < 0) covariance[a * n + a] += 1 / at(a, a) / places
      else {
        const determinant = at(a, a) * at(b, b) - at(a, b) ** 2
        covariance[a * n + a] += at(b, b) / determinant / places
        covariance[b * n + b] += at(a, a) / determinant / places
        covariance[a * n + b] -= at(a, b) / determinant / places
        covariance[b * n + a] -= at(a, b) / determinant / places
      }
    }
  }
  const metric = mean.metric()
  const gradient = Float64Array.from({ length: n }, () => drawNormal(rng))
  const [white, velocity] = [new Float64Array(n), new Float64Array(n)]
  metric.whitenGradient(gradient, white)
  metric.unwhitenVelocity(white, velocity)
  for (let i = 0; i < n; i++) {
    const expected = gradient.reduce((sum, value, j) => sum + covariance[i * n + j] * value, 0)
    expect(velocity[i]).toBeCloseTo(expected, 10)
  }
})
