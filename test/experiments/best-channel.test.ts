import { expect, test } from 'vitest'
import { bestChannel } from '../../experiments/support/best-channel.ts'
import { type Candidate, srrCandidate, subsetSelectionCandidate } from '../../src/design/candidate.ts'
import { designCandidates } from '../../src/design/candidates.ts'
import { ExpectedDistance } from '../../src/design/expected-distance.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { descendingOrder } from '../../src/simplex/order.ts'
import { randomTheta } from '../support/tally.ts'

const USERS = 5000

function distanceOf(candidate: Candidate, theta: Float64Array, epsilon: number): number {
  const information = new Float64Array(theta.length ** 2)
  candidate.addInformation(theta, USERS, information)
  expect(candidate.mechanism().epsilon).toBeLessThan(epsilon + 1e-9)
  return new ExpectedDistance(theta.length).at(theta, information)
}

/** A channel of random columns of ones and e^ε, scaled so that no category's sum is above one. */
function randomChannelDistance(rng: SeededRng, theta: Float64Array, epsilon: number): number {
  const K = theta.length
  const columns = Array.from({ length: 4 * K }, () =>
    Float64Array.from({ length: K }, () => 1 + Math.expm1(epsilon) * Number(rng.uniform() < 0.5)),
  )
  const most = Math.max(...theta.map((_, x) => columns.reduce((sum, column) => sum + column[x], 0)))
  const information = new Float64Array(K * K)
  for (const column of columns) {
    const likelihood = column.reduce((sum, value, x) => sum + value * theta[x], 0)
    for (let i = 0; i < K; i++) {
      for (let j = 0; j <= i; j++) {
        information[i * K + j] += (USERS * (column[i] - 1) * (column[j] - 1)) / likelihood / most
      }
    }
  }
  return new ExpectedDistance(K).at(theta, information)
}

function randomCase(rng: SeededRng) {
  return { theta: randomTheta(rng, 3 + rng.integer(5), 5), epsilon: 0.3 + 4 * rng.uniform() }
}

test('no channel gets below the bound, and the best one is near it', () => {
  const rng = stream(1, 'best channel')
  for (let trial = 0; trial < 25; trial++) {
    const { theta, epsilon } = randomCase(rng)
    const best = bestChannel({ theta, epsilon, users: USERS })
    expect(best.distance / best.bound).toBeGreaterThan(1 - 1e-9)
    expect(best.distance / best.bound).toBeLessThan(1.021)
    for (const candidate of designCandidates(epsilon, descendingOrder(theta), rng)) {
      // Those of subset selection are right to second order.
      const slack = candidate.mechanism().name === 'subset-selection' ? 1.01 : 1.000001
      expect(distanceOf(candidate, theta, epsilon) * slack).toBeGreaterThan(best.bound)
    }
    expect(randomChannelDistance(rng, theta, epsilon)).toBeGreaterThan(best.bound)
  }
})

test('channels that spend half as much again get below it', () => {
  const rng = stream(1, 'overspent')
  for (let trial = 0; trial < 25; trial++) {
    const { theta, epsilon } = randomCase(rng)
    const { bound } = bestChannel({ theta, epsilon, users: USERS })
    const K = theta.length
    const overspent = [srrCandidate(K, 1.5 * epsilon), subsetSelectionCandidate(K, 1.5 * epsilon)]
    const least = Math.min(...overspent.map(one => distanceOf(one, theta, 1.5 * epsilon)))
    expect(least).toBeLessThan(bound)
  }
})

test('for two categories SRR is the best channel', () => {
  const theta = Float64Array.of(0.3, 0.7)
  const { bound } = bestChannel({ theta, epsilon: 1, users: USERS, gap: 1e-4 })
  expect(distanceOf(srrCandidate(2, 1), theta, 1) / bound).toBeGreaterThan(1 - 1e-9)
  expect(distanceOf(srrCandidate(2, 1), theta, 1) / bound).toBeLessThan(1.0002)
})

test('for a uniform law subset selection is the best channel', () => {
  const theta = new Float64Array(8).fill(1 / 8)
  const { bound } = bestChannel({ theta, epsilon: 1, users: USERS, gap: 1e-4 })
  expect(distanceOf(subsetSelectionCandidate(8, 1), theta, 1) / bound).toBeLessThan(1.0002)
})

test('more categories than can be gone through are refused', () => {
  const theta = new Float64Array(21).fill(1 / 21)
  expect(() => bestChannel({ theta, epsilon: 1, users: USERS })).toThrow(
    /^theta must have at most 20 entries; got 21$/,
  )
})
