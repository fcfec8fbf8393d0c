import { expect, test } from 'vitest'
import { detectLiars } from '../../src/loop/detect-liars.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { simulate } from '../../src/simulation/simulate.ts'

const request = srr({ categories: 4, epsilon: 1 }).toRequest()
const answers = [0, 1, 2, 3].map(response => ({ request, response, count: [460, 460, 40, 40][response] }))

test('answers that are missing elsewhere are noticed, the same whether counted or one by one', () => {
  const signs = detectLiars({ answers, seed: 1 })
  expect(signs.pValue).toBeCloseTo(1 / 1800, 12)
  expect(signs.strongest).toBe('belowZero')
  const spelled = answers.flatMap(({ count, ...answer }) => Array.from({ length: count }, () => answer))
  expect(detectLiars({ answers: spelled, seed: 1 })).toEqual(signs)
})

test('answers as they should be raise no alarm, and truths of a law may be taken for granted', () => {
  const honest = [0, 1, 2, 3].map(response => ({ request, response, count: [475, 175, 175, 175][response] }))
  expect(detectLiars({ answers: honest, seed: 1 }).pValue).toBeGreaterThan(0.2)
  expect(detectLiars({ answers: honest, prior: 0.1, seed: 1 }).pValue).toBeGreaterThan(0.05)
  expect(detectLiars({ answers, prior: 0.1, seed: 1 }).pValue).toBeLessThan(0.01)
})

test('an estimator that reckons with liars says so in its estimate, after a restart too', () => {
  const estimator = createEstimator({
    categories: 4,
    epsilon: 1,
    strategy: 'srr',
    prior: 1,
    seed: 1,
    robust: { share: 0.1 },
  })
  const draws = { draws: 20 }
  for (let i = 0; i < 499; i++) {
    estimator.request()
    estimator.observe(i % 10 < 7 ? 0 : 1 + (i % 3))
  }
  expect(estimator.estimate(draws).liars).toBe(undefined)
  estimator.request()
  estimator.observe(0)
  const { liars } = estimator.estimate(draws)
  expect(liars!.pValue).toBeLessThan(0.01)
  const again = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())))
  expect(again.estimate(draws).liars).toEqual(liars)
})

test('runs of simulations say so too, where they are robust, and honest ones raise no alarm', () => {
  const play = (robust?: { share: number }) =>
    simulate({
      truth: [0.7, 0.2, 0.1, 0],
      users: 500,
      groupSize: 100,
      strategies: ['srr'],
      prior: 1,
      epsilon: 1,
      draws: 20,
      seed: 1,
      ...(robust && { robust }),
    }).runs
  for (const { liars } of play({ share: 0.05 })) expect(liars!.pValue).toBeGreaterThan(0.05)
  for (const run of play()) expect(run.liars).toBe(undefined)
})

test.each<[object, RegExp]>([
  [{ answers: [], seed: 1 }, /^answers must be at least one answer/],
  [{ answers: [{ request, response: 4 }], seed: 1 }, /^answers\[0\]: response must be a category/],
  [
    { answers: [{ request, response: 1, count: 499 }], seed: 1 },
    /^answers must be at least 500 over at most 256 categories; got "499 over 4 categories"/,
  ],
  [
    { answers: [{ request: { ...request, categories: 300 }, response: 1, count: 500 }], seed: 1 },
    /^answers must be at least 500 over at most 256/,
  ],
  [
    { answers: [{ request, response: 1, count: -1 }], seed: 1 },
    /^answers\[0\]: count must be a whole number/,
  ],
  [{ answers, seed: 1, prior: 0 }, /^prior must be a number above 0/],
  [{ answers, seed: Number.NaN }, /^seed must be a string or a finite number/],
  [{ answers, seed: 1, level: 0.05 }, /^each name in options/],
])('what cannot be looked at is refused in a sentence: %#', (options, message) => {
  expect(() => detectLiars(options as never)).toThrow(message)
})
