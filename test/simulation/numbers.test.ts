import { expect, test } from 'vitest'
import type { SeededRng } from '../../src/random/rng.ts'
import { simulate } from '../../src/simulation/simulate.ts'

const question = { from: 0, to: 10, bins: 10 }
const base = { question, epsilon: 2, seed: 1, strategies: ['arcs'], users: 400, groupSize: 20, draws: 50 }

test('people who are drawn one by one hold their own distribution', () => {
  const draw = (rng: SeededRng) => 4 + 3 * rng.uniform()
  const { truth, users, runs } = simulate({ ...base, truth: draw })
  expect(users).toBe(400)
  expect(truth.slice(5, 8).reduce((sum, share) => sum + share)).toBeCloseTo(1, 12)
  const [run] = runs
  expect(run.auditedEpsilon).toBeCloseTo(2, 12)
  expect(run.wasserstein).toBeGreaterThan(0)
  // The standard error of the mean of the clamped values is below 0.3 at this level.
  expect(Math.abs(run.posterior.expectation.mean - 5.5)).toBeLessThan(1.5)
})

test('numbers outside of the range are below and above', () => {
  const { truth } = simulate({ ...base, users: undefined as never, data: [-1, 0, 10, 10.5, 99_999] })
  expect(truth[0]).toBe(0.2)
  expect(truth[1]).toBe(0.2)
  expect(truth[10]).toBe(0.2)
  expect(truth[11]).toBe(0.4)
})

test('a law of the cells may be given, and may move', () => {
  const before = Array.from({ length: 12 }, (_, x) => Number(x === 3))
  const after = Array.from({ length: 12 }, (_, x) => Number(x === 8))
  const { truth } = simulate({
    ...base,
    truth: {
      steps: [
        { at: 0, truth: before },
        { at: 200, truth: after },
      ],
    },
  })
  expect(truth[3]).toBe(0.5)
  expect(truth[8]).toBe(0.5)
})

test('a run with a question about a number ends when it is settled, and says whether it is right', () => {
  const { runs } = simulate({
    ...base,
    users: 20_000,
    groupSize: 100,
    truth: (rng: SeededRng) => 5 * (rng.uniform() + rng.uniform()),
    strategies: ['auto'],
    goal: 'median ± 1',
  })
  const [{ decision, answers, correct, truth }] = runs
  expect(decision!.settled).toBe(true)
  expect(answers).toBeLessThan(20_000)
  expect(correct).toBe(true)
  expect(truth.length).toBe(12)
})

test('what is no number among the data is refused, with its place', () => {
  expect(() => simulate({ ...base, users: undefined as never, data: [1, NaN] })).toThrow('data[1]')
  expect(() => simulate({ ...base, truth: () => Infinity })).toThrow('a value that truth drew')
  expect(() => simulate({ ...base, truth: [1, 1] })).toThrow('truth')
})
