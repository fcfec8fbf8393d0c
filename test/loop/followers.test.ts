import { expect, test } from 'vitest'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { Followers } from '../../src/loop/followers.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { RobustMeans } from '../../src/risk/robust-means.ts'
import { changeDetector } from '../../src/sequence/change-detector.ts'
import { confidenceSequence } from '../../src/sequence/confidence-sequence.ts'
import { simulate } from '../../src/simulation/simulate.ts'

/** With so many categories, the scores of the public-prior channel are not computed. */
const K = 600
const WIDE = {
  categories: K,
  epsilon: 1,
  strategy: 'public-prior',
  publicPrior: Array.from({ length: K }, (_, x) => x + 1),
  seed: 1,
} as const

test.each([
  ['anytime', { anytime: true }],
  ['runLength', { runLength: 1000 }],
  ['goal', { goal: 'top(1)', guarantee: 'anytime' }],
  ['memory', { memory: 'learned' }],
  // Robust intervals go through the scores of merged categories, one by one.
  ['robust', { robust: { share: 0.1 } }],
] as const)('nobody is asked by a channel whose answers would be refused: %s', (_, options) => {
  const estimator = createEstimator({ ...WIDE, ...options })
  // Each time, and not only the first.
  for (let time = 0; time < 2; time++) expect(() => estimator.request()).toThrow('mechanism must be')
  const restored = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())))
  expect(() => restored.request()).toThrow('mechanism must be')
  expect(createEstimator(WIDE).request().mechanism).toBe('public-prior')
})

test('a simulation stops at such a channel before anybody has answered', () => {
  const { seed, categories, publicPrior, epsilon } = WIDE
  const setting = {
    truth: publicPrior.map(weight => weight / 180_300),
    publicPrior,
    users: 10,
    epsilon,
    seed,
  }
  expect(() => simulate({ ...setting, categories, strategies: ['public-prior'], anytime: true })).toThrow(
    'mechanism must be',
  )
})

/** All that follows answers about two categories, and is not asked for by a memory. */
function followed() {
  const parts = {
    sequence: confidenceSequence({ categories: 2 }),
    detector: changeDetector({ categories: 2, runLength: 1000 }),
    robust: new RobustMeans(2, { share: 0 }),
  }
  return { ...parts, followers: new Followers({ ...parts, memory: undefined, sequenceOption: 'anytime' }) }
}

const mechanism = srr({ categories: 2, epsilon: 1 })

test('of a batch each follower counts all people, also where they have all said the same', () => {
  const { sequence, detector, robust, followers } = followed()
  followers.observe(mechanism, [[0, 1]], 1)
  followers.observe(mechanism, [[1, 50]], 50)
  followers.observe(
    mechanism,
    [
      [0, 7],
      [1, 3],
    ],
    10,
  )
  expect([sequence.answers, detector.answers, robust.answers.size]).toEqual([61, 61, 61])
})

test('robust intervals of a level reach as many standard errors as a normal number keeps within with that probability', () => {
  const { followers } = followed()
  followers.observe(
    mechanism,
    [
      [0, 600],
      [1, 400],
    ],
    1000,
  )
  const width = (level: number) => {
    const [lower, upper] = followers.interval!(level)
    return upper[0] - lower[0]
  }
  expect(width(0.95) / width(0.5)).toBeCloseTo(1.959964 / 0.67449, 4)
  expect(width(0.6826895) / width(0.9973002)).toBeCloseTo(1 / 3, 4)
})
