import { expect, test } from 'vitest'
import { addInformation } from '../../experiments/support/channel-information.ts'
import { ExpectedDistance } from '../../experiments/support/expected-distance.ts'
import { evenCandidates, hashingCandidates } from '../../src/design/candidates.ts'
import { chooseDesign } from '../../src/design/choose-design.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { stream } from '../../src/random/stream.ts'
import { descendingOrder } from '../../src/simplex/order.ts'

const K = 20
const USERS = 10_000

function candidatesAt(epsilon: number, theta: Float64Array) {
  const order = descendingOrder(theta)
  return [...evenCandidates(theta.length, epsilon), ...hashingCandidates(epsilon, order, stream(1, 'choice'))]
}

/** What is chosen at the beginning, where θ is one of the draws. */
function choice(epsilon: number, draws: Float64Array[]): Mechanism {
  const precision = new Float64Array(draws[0].length)
  return chooseDesign(candidatesAt(epsilon, draws[0]), { draws, precision, remaining: USERS }).mechanism()
}

const uniform = (categories: number) => new Float64Array(categories).fill(1 / categories)
/** Nearly all of the mass on the first categories. */
const sparse = (categories: number, few: number) =>
  Float64Array.from({ length: categories }, (_, x) => (x < few ? 0.99 / few : 0.01 / (categories - few)))

test.each([
  [20, 5, 'srr'],
  [20, 0.5, 'block-design'],
  [20, 1, 'block-design'],
  [20, 2, 'subset-selection'],
  [42, 1, 'block-design'],
  [100, 7, 'srr'],
  [100, 2, 'block-design'],
  [1000, 1, 'block-design'],
  [1000, 3, 'block-design'],
  [1000, 10, 'srr'],
])('of %i categories that are as likely, at ε = %d, the channel is %s', (categories, epsilon, name) => {
  expect(choice(epsilon, [uniform(categories)]).name).toBe(name)
})

test('where few are likely, they are hashed into about as many buckets', () => {
  for (const epsilon of [0.5, 1, 2]) {
    const request = choice(epsilon, [sparse(K, 2)]).toRequest()
    expect(request).toMatchObject({ mechanism: 'local-hashing' })
    expect(request.buckets).toBeLessThanOrEqual(4)
  }
})

test('draws that do not agree are all taken into account: one of them alone would have had another channel', () => {
  const alone = choice(1, [sparse(K, 2)])
  const together = choice(1, [sparse(K, 2), uniform(K), uniform(K), uniform(K)])
  expect(together.name).not.toEqual(alone.name)
})

test('the choice is nearly the best by the whole information matrix; the worst one, and one that ignores θ, are not', () => {
  const worthOf = (mechanism: Mechanism, theta: Float64Array) => {
    const information = new Float64Array(K * K)
    addInformation(mechanism, USERS, theta, information)
    return new ExpectedDistance(K).at(theta, information)
  }
  const chosen: number[] = []
  const worst: number[] = []
  for (const epsilon of [0.5, 1, 3, 5]) {
    for (const theta of [uniform(K), sparse(K, 2), sparse(K, 6)]) {
      const worths = candidatesAt(epsilon, theta).map(candidate => worthOf(candidate.mechanism(), theta))
      const least = Math.min(...worths)
      chosen.push(worthOf(choice(epsilon, [theta]), theta) / least)
      worst.push(Math.max(...worths) / least)
    }
    const blind = worthOf(choice(epsilon, [uniform(K)]), sparse(K, 2))
    if (epsilon <= 1)
      expect(blind / worthOf(choice(epsilon, [sparse(K, 2)]), sparse(K, 2))).toBeGreaterThan(1.1)
  }
  const mean = (ratios: number[]) => ratios.reduce((sum, ratio) => sum + ratio) / ratios.length
  expect(Math.max(...chosen)).toBeLessThan(1.2)
  expect(mean(chosen)).toBeLessThan(1.08)
  expect(mean(worst)).toBeGreaterThan(1.4)
})
