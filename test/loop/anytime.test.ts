import { expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { canonicalJSON, digestOf } from '../../src/loop/snapshot.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'
import { confidenceSequence } from '../../src/sequence/confidence-sequence.ts'

const OPTIONS = { categories: 4, epsilon: 2, strategy: 'fisher', seed: 1, anytime: true } as const

/** An estimator after so many answers, with the sequence that has seen the same. */
function collected(answers: number) {
  const estimator = createEstimator(OPTIONS)
  const sequence = confidenceSequence({ categories: 4 })
  answerOn(estimator, sequence, answers, 0)
  return { estimator, sequence }
}

function answerOn(
  estimator: ReturnType<typeof createEstimator>,
  sequence: ReturnType<typeof confidenceSequence>,
  answers: number,
  from: number,
) {
  for (let t = from; t < from + answers; t++) {
    const rng = stream(t, 'person')
    const mechanism = mechanismFromRequest(estimator.request())
    const response = mechanism.respond(rng.integer(2), rng)
    estimator.observe(response)
    sequence.observe(mechanism, response)
  }
}

test('an estimate carries the intervals that hold at every look, where they were asked for', () => {
  const { estimator, sequence } = collected(300)
  const { anytime, mean } = estimator.estimate()
  expect(anytime).toEqual({ answers: 300, lower: sequence.lower, upper: sequence.upper })
  expect(mean).toHaveLength(4)
  const { anytime: _, ...plain } = OPTIONS
  expect(createEstimator(plain).estimate()).not.toHaveProperty('anytime')
})

test.each([
  { goal: 'share(0) > share(1)', confidence: 0.8 },
  { goal: 'top(1)', confidence: 0.8 },
  { goal: 'share(0) ± .1', confidence: 0.99 },
] as const)('they are of 95 % beside a goal with a level of its own: %j', question => {
  const asked = { ...question, guarantee: 'anytime', strategy: 'srr' } as const
  const estimator = createEstimator({ ...OPTIONS, ...asked })
  const sequence = confidenceSequence({ categories: 4 })
  answerOn(estimator, sequence, 200, 0)
  expect(estimator.estimate().anytime).toEqual({
    answers: 200,
    lower: sequence.lower,
    upper: sequence.upper,
  })
})

test('decisions are made at the level of the goal', () => {
  const decided = (confidence: number) => {
    const goal = 'share(0) ± .2'
    const estimator = createEstimator({ ...OPTIONS, goal, guarantee: 'anytime', confidence, strategy: 'srr' })
    const sequence = confidenceSequence({ categories: 4 })
    answerOn(estimator, sequence, 150, 0)
    const { lower, upper } = sequence.at({ level: confidence })
    return { settled: estimator.decision().settled, isNarrow: upper[0] - lower[0] <= 0.4 }
  }
  expect(decided(0.6)).toEqual({ settled: true, isNarrow: true })
  expect(decided(0.9999)).toEqual({ settled: false, isNarrow: false })
})

test('a restored estimator goes on with the very same intervals', () => {
  const { estimator, sequence } = collected(100)
  const restored = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())))
  answerOn(restored, sequence, 100, 100)
  expect(restored.estimate().anytime).toEqual({ answers: 200, lower: sequence.lower, upper: sequence.upper })
})

test('a tally is refused, as it does not say which channels were answered', () => {
  const { estimator } = collected(1)
  expect(() => estimator.observeMany(createTally(4))).toThrow(
    'answers must be given one by one, because of the option anytime',
  )
  const { anytime: _, ...plain } = OPTIONS
  const decided = createEstimator({ ...plain, goal: 'top(1)', guarantee: 'anytime' })
  expect(() => decided.observeMany(createTally(4))).toThrow(
    'answers must be given one by one, because of the option guarantee',
  )
})

test('a snapshot whose intervals are not those of its answers is refused', () => {
  const { digest: _, ...snapshot } = collected(10).estimator.snapshot()
  for (const [anytime, argument] of [
    [null, "the snapshot's anytime"],
    [{ ...snapshot.anytime!, answers: 11 }, "number of answers of the snapshot's anytime"],
    [confidenceSequence({ categories: 3 }).toJSON(), "categories of the snapshot's anytime"],
  ] as const) {
    const changed = { ...snapshot, anytime }
    const digest = digestOf(canonicalJSON(changed))
    expect(() => restoreEstimator({ ...changed, digest } as never)).toThrow(argument)
  }
})

test('anytime is true or false', () => {
  expect(() => createEstimator({ ...OPTIONS, anytime: 1 } as never)).toThrow('anytime must be true or false')
})
