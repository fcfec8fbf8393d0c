import { describe, expect, test } from 'vitest'
import { mechanismFromRequest } from '../../../src/catalogue/requests.ts'
import { createEstimator, restoreEstimator, simulate } from '../../../src/index.ts'
import { createAlias } from '../../../src/random/categorical.ts'
import { stream } from '../../../src/random/stream.ts'

const truth = [0.5, 0.2, 0.12, 0.1, 0.05, 0.03]
const options = { truth, users: 4000, groupSize: 50, epsilon: 1.5, prior: 1, draws: 4, seed: 1 } as const

const GOALS: [string, string, unknown][] = [
  ['one category', 'share(1) ± .06', undefined],
  ['some categories', 'share({1, 2}) ± .06', undefined],
  ['a threshold', 'share(0) > .35', true],
  ['a comparison', 'share(0) > share(1)', 0],
  ['a difference', 'share(0) - share(1) ± .1', undefined],
  ['a share among some', 'share(0 | {0, 1, 2}) > .45', true],
  ['the top', 'top(1) by .02', [0]],
]

describe.each(GOALS)('a run with the goal of %s', (_, goal, answer) => {
  const { runs } = simulate({ ...options, goal, strategies: ['auto', 'subset-selection'] })

  test('stops when it is settled, and says what it found', () => {
    for (const run of runs) {
      expect(run.decision).toMatchObject({ settled: true, answers: run.answers })
      expect(run.answers).toBeLessThan(4000)
      expect(run.correct).toBe(true)
      if (answer !== undefined) expect(run.decision?.answer).toEqual(answer)
    }
  })

  test('keeps its level', () => {
    for (const run of runs) expect(run.auditedEpsilon).toBeLessThanOrEqual(1.5 * (1 + 1e-12))
  })
})

test('for every truth, a goal is settled by intervals that hold at every look, later', () => {
  const goal = 'share(0) > .35'
  const [early] = simulate({ ...options, goal, strategies: ['auto'] }).runs
  const [late] = simulate({ ...options, goal, guarantee: 'anytime', strategies: ['auto'] }).runs
  expect(late.decision).toMatchObject({ settled: true, answer: true })
  expect(late.answers).toBeGreaterThan(early.answers)
})

test('an answer is right or wrong for the people who answered, whatever the truth becomes later', () => {
  const moving = { swap: { truth, at: 600 } }
  const [run] = simulate({
    ...options,
    truth: moving,
    goal: 'share(0) > share(1)',
    strategies: ['auto'],
  }).runs
  expect(run.decision).toMatchObject({ settled: true, answer: 0 })
  expect(run.answers).toBeLessThanOrEqual(600)
  expect(Array.from(run.truth, value => value.toFixed(6))).toEqual(truth.map(value => value.toFixed(6)))
  expect(run.correct).toBe(true)
})

test('a run without a goal says nothing of one', () => {
  const [run] = simulate({ ...options, users: 100, strategies: ['srr'] }).runs
  expect(run).not.toHaveProperty('decision')
  expect(run).not.toHaveProperty('correct')
  expect(run.answers).toBe(100)
})

test.each([['posterior'], ['anytime']] as const)(
  'an estimator decides, and goes on from its snapshot with the same requests and decisions: %s',
  guarantee => {
    const goal = 'top(1)'
    const people = createAlias(truth)
    const rng = stream(7, 'people')
    const made = { categories: 6, epsilon: 2, prior: 1, goal, guarantee, seed: 3 } as const
    let estimator = createEstimator(made)
    const plain = createEstimator(made)
    for (let t = 0; t < 260; t++) {
      const request = estimator.request()
      expect(plain.request()).toEqual(request)
      const response = mechanismFromRequest(request).respond(people.draw(rng), rng)
      estimator.observe(response)
      plain.observe(response)
      if (t % 110 === 0) estimator = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())))
    }
    expect(estimator.decision()).toEqual(plain.decision())
    expect(estimator.decision().answers).toBe(260)
  },
)

test.each([
  [{ confidence: 0.9 }, /^confidence must be left out without a goal/],
  [{ guarantee: 'anytime' }, /^guarantee must be left out without a goal/],
  [{ goal: 'top(1)', confidence: 0.5 }, /^confidence must be a number above 0.5 and below 1/],
  [{ goal: 'top(1)', guarantee: 'always' }, /^guarantee must be one of posterior, anytime/],
  [{ goal: 'top(6)' }, /^goal must have a whole number from 1 to 5/],
  [{ goals: [] }, /^goals must be a list of 1 to 64 goals/],
  [{ goals: ['top(1)', 'top( 1 )'] }, /^goals must be goals that differ/],
  [{ goal: 'top(1)', goals: ['top(2)'] }, /^goal must be left out with goals/],
  [{ goal: 'share({0, 1}) > .2', guarantee: 'anytime' }, /^guarantee must be 'posterior', for a goal/],
  [{ goals: ['top(1)', 'top(2)'], guarantee: 'anytime' }, /^guarantee must be 'posterior', with several/],
  [{ goal: 'top(1)', memory: { halfLife: 50 } }, /^memory must be 'all', with a goal/],
  [{ goal: 'top(1)', robust: { share: 0.1 } }, /^robust must be left out with a goal/],
])('options that do not fit are refused before anything is run: %j', (given, message) => {
  const bad = { ...options, strategies: ['auto'], ...given } as never
  expect(() => simulate(bad)).toThrow(message)
  expect(() => createEstimator({ categories: 6, epsilon: 1, seed: 1, ...given } as never)).toThrow(message)
})

test('more categories than can be told apart are refused, of the top before anything is asked', () => {
  const many = { categories: 5000, epsilon: 1, seed: 1 }
  expect(() => createEstimator({ ...many, goal: 'top(1)' })).toThrow(
    /^categories must be at most 4096, for a goal of the top k/,
  )
  const goal = 'share(0) ± .1'
  expect(createEstimator({ ...many, goal }).decision().settled).toBe(false)
  const told = createEstimator({ ...many, goal, strategy: 'srr' })
  for (let y = 0; y < 700; y++) {
    told.request()
    told.observe(y)
  }
  expect(() => told.decision()).toThrow(/^categories must be at most 4096 that the answers tell apart/)
})

test('without a goal there is nothing to decide', () => {
  expect(() => createEstimator({ categories: 3, epsilon: 1, seed: 1 }).decision()).toThrow(
    /^goal must be given/,
  )
})

describe('several goals of one question', () => {
  const goals = ['share(0) ± .06', 'share(1) > share(4)', 'share(2) > .25']
  const [run] = simulate({ ...options, users: 20_000, goals, strategies: ['auto'] }).runs

  test('are all settled, each by its text', () => {
    expect(run.decisions?.map(({ goal }) => goal)).toEqual([
      'share(0) ± 0.06',
      'share(1) > share(4)',
      'share(2) > 0.25',
    ])
    expect(run.decisions?.every(({ settled }) => settled)).toBe(true)
    expect(run.decisions?.slice(1).map(({ answer }) => answer)).toEqual([1, false])
    expect(run.decision).toEqual(run.decisions?.[0])
    expect(run.correct).toBe(true)
  })

  test('go on from a snapshot with the same requests', () => {
    const people = createAlias(truth)
    const rng = stream(8, 'people')
    const made = { categories: 6, epsilon: 2, prior: 1, goals, seed: 3 } as const
    let estimator = createEstimator(made)
    const plain = createEstimator(made)
    for (let t = 0; t < 260; t++) {
      const request = estimator.request()
      expect(plain.request()).toEqual(request)
      const response = mechanismFromRequest(request).respond(people.draw(rng), rng)
      estimator.observe(response)
      plain.observe(response)
      if (t % 90 === 0) estimator = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())))
    }
    expect(estimator.decisions()).toEqual(plain.decisions())
  })
})

test('answers that are all alike settle what each of them tells, though they do not tell all categories apart', () => {
  // At ε = 4 few answers are flipped: of 200 people who all hold the first, none was here.
  const made = { categories: 3, epsilon: 4, goals: ['share(0) > .3', 'share(2) > .5'], seed: 1 } as const
  const estimator = createEstimator(made)
  const rng = stream(5)
  for (let t = 0; t < 200; t++) {
    const request = estimator.request()
    estimator.observe(mechanismFromRequest(request).respond(0, rng))
  }
  expect(estimator.decisions().map(({ settled, answer }) => [settled, answer])).toEqual([
    [true, true],
    [true, false],
  ])
})

test('labels name answers', () => {
  const categories = ['cook', 'baker', 'smith', 'miller', 'tailor', 'none']
  const asked = { ...options, categories, strategies: ['auto'] } as const
  const [compared] = simulate({ ...asked, goal: 'share(baker) > share(cook)' }).runs
  expect(compared.decision).toMatchObject({ settled: true, answer: 'cook' })
  const [top] = simulate({ ...asked, goal: 'top(1) by .02' }).runs
  expect(top.decision).toMatchObject({ settled: true, answer: ['cook'] })
})
