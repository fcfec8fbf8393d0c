import { expect, test } from 'vitest'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
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
  ['goal', { goal: { top: 1 }, guarantee: 'anytime' }],
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
