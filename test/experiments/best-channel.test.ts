import { expect, test } from 'vitest'
import { bestChannel } from '../../experiments/support/best-channel.ts'
import { addInformation } from '../../experiments/support/channel-information.ts'
import { ExpectedDistance } from '../../experiments/support/expected-distance.ts'
import { evenCandidates, hashingCandidates } from '../../src/design/candidates.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { descendingOrder } from '../../src/simplex/order.ts'
import { randomTheta } from '../support/tally.ts'

const USERS = 5000

function distanceOf(mechanism: Mechanism, theta: Float64Array, epsilon: number): number {
  const information = new Float64Array(theta.length ** 2)
  addInformation(mechanism, USERS, theta, information)
  expect(mechanism.epsilon).toBeLessThan(epsilon + 1e-9)
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
    const candidates = [
      ...evenCandidates(theta.length, epsilon),
      ...hashingCandidates(epsilon, descendingOrder(theta), rng),
    ]
    for (const candidate of candidates) {
      const mechanism = candidate.mechanism()
      // Those of subset selection are right to second order.
      const slack = mechanism.name === 'subset-selection' ? 1.01 : 1.000001
      expect(distanceOf(mechanism, theta, epsilon) * slack).toBeGreaterThan(best.bound)
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
    const setting = { categories: K, epsilon: 1.5 * epsilon }
    const overspent = [srr(setting), subsetSelection(setting)]
    const least = Math.min(...overspent.map(one => distanceOf(one, theta, 1.5 * epsilon)))
    expect(least).toBeLessThan(bound)
  }
})

test('for two categories SRR is the best channel', () => {
  const theta = Float64Array.of(0.3, 0.7)
  const { bound } = bestChannel({ theta, epsilon: 1, users: USERS, gap: 1e-4 })
  expect(distanceOf(srr({ categories: 2, epsilon: 1 }), theta, 1) / bound).toBeGreaterThan(1 - 1e-9)
  expect(distanceOf(srr({ categories: 2, epsilon: 1 }), theta, 1) / bound).toBeLessThan(1.0002)
})

test('for a uniform law subset selection is the best channel', () => {
  const theta = new Float64Array(8).fill(1 / 8)
  const { bound } = bestChannel({ theta, epsilon: 1, users: USERS, gap: 1e-4 })
  expect(distanceOf(subsetSelection({ categories: 8, epsilon: 1 }), theta, 1) / bound).toBeLessThan(1.0002)
})

test('more categories than can be gone through are refused', () => {
  const theta = new Float64Array(21).fill(1 / 21)
  expect(() => bestChannel({ theta, epsilon: 1, users: USERS })).toThrow(
    /^theta must have at most 20 entries; got 21$/,
  )
})
