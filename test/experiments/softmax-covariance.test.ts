import { expect, test } from 'vitest'
import { addInformation } from '../../experiments/support/channel-information.ts'
import { ExpectedDistance } from '../../experiments/support/expected-distance.ts'
import { covarianceAt, inverseFactorAt, symmetric } from '../../experiments/support/softmax-covariance.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { stream } from '../../src/random/stream.ts'
import { randomTheta } from '../support/tally.ts'

function randomCase(trial: number) {
  const rng = stream(1, 'covariance', trial)
  const K = 2 + rng.integer(9)
  const epsilon = 0.3 + 4 * rng.uniform()
  const theta = randomTheta(rng, K, 5)
  const lower = new Float64Array(K * K)
  const mechanism = (trial % 2 === 0 ? srr : subsetSelection)({ categories: K, epsilon })
  addInformation(mechanism, 1000, theta, lower)
  return { K, theta, lower, information: symmetric(lower) }
}

test('the distance to be expected is that of the covariance’s standard deviations', () => {
  for (let trial = 0; trial < 200; trial++) {
    const { K, theta, lower, information } = randomCase(trial)
    const covariance = covarianceAt(theta, information)
    const deviations = Array.from({ length: K }, (_, x) => Math.sqrt(covariance[x * K + x]))
    const expected = deviations.reduce((sum, value) => sum + value) / Math.sqrt(2 * Math.PI)
    expect(Math.abs(new ExpectedDistance(K).at(theta, lower) / expected - 1)).toBeLessThan(1e-9)
  }
})

test('the covariance is symmetric, and its rows sum to zero: so do the errors of a distribution', () => {
  for (let trial = 0; trial < 50; trial++) {
    const { K, theta, information } = randomCase(trial)
    const covariance = covarianceAt(theta, information)
    const largest = Math.max(...covariance)
    for (let i = 0; i < K; i++) {
      const row = covariance.subarray(i * K, (i + 1) * K)
      expect(Math.abs(row.reduce((sum, value) => sum + value))).toBeLessThan(1e-12 * largest)
      row.forEach((value, j) => {
        expect(Math.abs(value - covariance[j * K + i])).toBeLessThan(1e-12 * largest)
      })
    }
  }
})

test('without information the precision is that of the prior alone', () => {
  const factor = inverseFactorAt(Float64Array.of(0.2, 0.8), new Float64Array(4))
  expect(Array.from(factor)).toEqual([Math.SQRT2, 0, 0, Math.SQRT2].map(value => expect.closeTo(value, 12)))
})
