import { expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'
import { changeDetector } from '../../src/sequence/change-detector.ts'
import { simulate } from '../../src/simulation/simulate.ts'

const OPTIONS = { categories: 3, epsilon: 3, strategy: 'srr', prior: 1, runLength: 500, seed: 1 } as const

/** Has people answer whose category moves from 0 to 1 at the 200th. */
function collect(estimator: ReturnType<typeof createEstimator>, from: number, to: number) {
  const told = []
  for (let t = from; t < to; t++) {
    const request = estimator.request()
    const mechanism = mechanismFromRequest(request)
    const change = estimator.observe(mechanism.respond(t < 200 ? 0 : 1, stream(1, 'answers', t)))
    if (change) told.push(change)
  }
  return told
}

test('an estimator tells a change when an answer shows it, and remembers it', () => {
  const estimator = createEstimator(OPTIONS)
  const told = collect(estimator, 0, 300)
  const detector = changeDetector({ categories: 3, runLength: 500 })
  const mechanism = mechanismFromRequest(estimator.request())
  for (let t = 0; t < 300; t++) {
    detector.observe(mechanism, mechanism.respond(t < 200 ? 0 : 1, stream(1, 'answers', t)))
  }
  expect(told).toHaveLength(1)
  expect(told[0].at).toBeGreaterThan(200)
  expect(told[0].categories).toEqual([0, 1])
  expect(told).toEqual(detector.changes)
  expect(estimator.changes()).toEqual(told)
  expect(estimator.estimate({ draws: 10 }).changes).toEqual(told)
})

test('a snapshot goes on looking by the very same numbers', () => {
  const whole = createEstimator(OPTIONS)
  const told = collect(whole, 0, 300)
  const first = createEstimator(OPTIONS)
  collect(first, 0, 205)
  const second = restoreEstimator(JSON.parse(JSON.stringify(first.snapshot())))
  expect(collect(second, 205, 300)).toEqual(told)
  expect(second.snapshot()).toEqual(whole.snapshot())
})

test('without a run length there are no changes to ask for, and with one no tally is taken', () => {
  const { runLength, ...rest } = OPTIONS
  expect(() => createEstimator(rest).changes()).toThrow('runLength must be given, for changes')
  expect(createEstimator(rest).estimate({ draws: 10 }).changes).toBeUndefined()
  const estimator = createEstimator(OPTIONS)
  expect(estimator.changes()).toEqual([])
  expect(() => estimator.observeMany(createTally(3))).toThrow('because of the option runLength')
  expect(() => createEstimator({ ...OPTIONS, runLength: 5 })).toThrow('runLength must be')
})

test('a state that is not of the options is refused', () => {
  const good = createEstimator(OPTIONS).snapshot()
  expect(() => restoreEstimator({ ...good, change: null })).toThrow('digest')
})

test.each([1, 20])('a simulated run in groups of %i has the changes of its answers', groupSize => {
  const { runs } = simulate({
    truth: { swap: { truth: [0.8, 0.1, 0.1], at: 400 } },
    users: 800,
    groupSize,
    strategies: ['srr', 'subset-selection'],
    epsilon: 3,
    prior: 1,
    runLength: 2000,
    draws: 10,
    seed: 1,
  })
  for (const { changes } of runs) {
    expect(changes).toHaveLength(1)
    expect(changes![0].at).toBeGreaterThan(400)
    expect(changes![0].at % 20).toBe(0)
    expect(changes![0].categories).toContain(0)
  }
})
