import { expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'
import { changeDetector } from '../../src/sequence/change-detector.ts'
import { confidenceSequence } from '../../src/sequence/confidence-sequence.ts'
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

test.each([false, true])('a snapshot goes on looking by the very same numbers; anytime: %s', anytime => {
  const options = { ...OPTIONS, anytime }
  const whole = createEstimator(options)
  const told = collect(whole, 0, 300)
  for (const end of [1, 205, 250]) {
    const first = createEstimator(options)
    const before = collect(first, 0, end)
    const second = restoreEstimator(JSON.parse(JSON.stringify(first.snapshot())))
    expect([...before, ...collect(second, end, 300)]).toEqual(told)
    expect(second.snapshot()).toEqual(whole.snapshot())
  }
})

test('bands and changes by the same sums are those of a sequence and of a detector by itself, also after a change', () => {
  const estimator = createEstimator({ ...OPTIONS, anytime: true })
  expect(collect(estimator, 0, 300)).toHaveLength(1)
  const [sequence, detector] = [
    confidenceSequence({ categories: 3 }),
    changeDetector({ categories: 3, runLength: 500 }),
  ]
  const mechanism = mechanismFromRequest(estimator.request())
  for (let t = 0; t < 300; t++) {
    const response = mechanism.respond(t < 200 ? 0 : 1, stream(1, 'answers', t))
    sequence.observe(mechanism, response)
    detector.observe(mechanism, response)
  }
  expect(estimator.snapshot().anytime).toEqual(sequence.toJSON())
  expect(estimator.snapshot().change).toEqual(detector.toJSON())
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

test.each([
  [1, false],
  [20, false],
  [20, true],
])('a simulated run in groups of %i has the changes of its answers; anytime: %s', (groupSize, anytime) => {
  const { runs } = simulate({
    truth: { swap: { truth: [0.8, 0.1, 0.1], at: 400 } },
    users: 800,
    groupSize,
    anytime,
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
