import { expect, test } from 'vitest'
import { ExpectedDistance } from '../../experiments/support/expected-distance.ts'
import { drawMultinomial } from '../../src/random/multinomial.ts'
import { stream } from '../../src/random/stream.ts'
import { totalVariation } from '../../src/simplex/total-variation.ts'

/** The information of n answers that say the category itself: `n diag(1/θ)`. */
const plainInformation = (theta: Float64Array, n: number) => {
  const K = theta.length
  const F = new Float64Array(K * K)
  for (let x = 0; x < K; x++) F[x * K + x] = n / theta[x]
  return F
}

test('with two categories it is that of a normal law with the precision of answers and prior', () => {
  for (const [p, n] of [
    [0.5, 100],
    [0.1, 1000],
    [0.01, 50],
  ]) {
    const theta = Float64Array.of(p, 1 - p)
    const expected = new ExpectedDistance(2).at(theta, plainInformation(theta, n))
    // In the contrast of the two softmax coordinates: n p (1 − p) from the answers, half of ½ from the prior.
    const sd = (p * (1 - p)) / Math.sqrt(n * p * (1 - p) + 0.25)
    expect(expected).toBeCloseTo(Math.sqrt(2 / Math.PI) * sd, 12)
  }
})

test('it is the mean distance of relative frequencies where the categories are seen, within 2 % and not within 2 of 10', () => {
  // 4,000 distances with a relative standard deviation of 0.4 or so: a standard error of 0.6 %.
  const theta = Float64Array.of(0.4, 0.3, 0.15, 0.1, 0.05)
  const n = 20_000
  const rng = stream(1, 'frequencies')
  let mean = 0
  for (let run = 0; run < 4000; run++) {
    const counts = drawMultinomial(rng, n, theta, new Float64Array(5))
    mean +=
      totalVariation(
        counts.map(count => count / n),
        theta,
      ) / 4000
  }
  const expected = new ExpectedDistance(5).at(theta, plainInformation(theta, n))
  expect(Math.abs(expected / mean - 1)).toBeLessThan(0.03)
  const twin = new ExpectedDistance(5).at(theta, plainInformation(theta, 0.8 * n))
  expect(Math.abs(twin / mean - 1)).toBeGreaterThan(0.08)
})

test('it depends on the lower triangle alone, and not on what the tangent of the simplex does not see', () => {
  const rng = stream(1, 'tangent')
  const K = 6
  const theta = Float64Array.of(0.3, 0.25, 0.2, 0.15, 0.07, 0.03)
  const F = plainInformation(theta, 500)
  const distance = new ExpectedDistance(K)
  const before = distance.at(theta, F)
  const v = Array.from({ length: K }, () => 1000 * rng.uniform())
  for (let i = 0; i < K; i++) for (let j = 0; j <= i; j++) F[i * K + j] += v[i] + v[j]
  expect(distance.at(theta, F)).toBeCloseTo(before, 10)
})
