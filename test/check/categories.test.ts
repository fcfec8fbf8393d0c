import { describe, expect, test } from 'vitest'
import * as adobest from '../../src/index.ts'
import { compareStrategies } from '../../src/sweep/comparison.ts'

const { createEstimator, createRespondent, power, restoreEstimator, simulate, srr, stream } = adobest

const library: Readonly<Record<string, unknown>> = adobest
const names = ['red', 'green', 'blue']
const truth = [0.5, 0.3, 0.2]
const setting = { truth, users: 60, epsilon: 2, strategies: ['auto'], draws: 20, seed: 1 }

const goals = [
  ['share(green) ± .2', 'share(1) ± .2'],
  ['share(red) > .3', 'share(0) > .3'],
  ['share(red) > share(blue)', 'share(0) > share(2)'],
] as const

/** A decision with the numbers of categories in the place of their names. */
const withNumbers = (decision: object | undefined) =>
  names.reduce(
    (text, name, x) => text.replaceAll(`"${name}"`, `${x}`).replaceAll(name, `${x}`),
    JSON.stringify(decision),
  )

describe('categories by their names are those by their number:', () => {
  test.each([
    ['srr', {}],
    ['rrrr', { subset: [1] }],
    ['subsetSelection', {}],
    ['unaryEncoding', {}],
    ['hadamard', {}],
    ['localHashing', { buckets: 2, partitions: [[0, 1, 1]] }],
    ['blockDesign', {}],
    ['staircase', { groups: [[0]], sets: [[0], [1]], weights: [1, 1] }],
    ['confidenceSequence', {}],
    ['changeDetector', { runLength: 1000 }],
    ['minimaxSampler', { form: 'linear' }],
  ] as const)('%s', (name, rest) => {
    const epsilon = name === 'confidenceSequence' || name === 'changeDetector' ? {} : { epsilon: 1 }
    const make = library[name] as (options: object) => object
    const [named, counted] = [names, 3].map(categories => make({ categories, ...epsilon, ...rest }))
    expect(JSON.stringify(named)).toBe(JSON.stringify(counted))
    expect((named as { toRequest?(): unknown }).toRequest?.()).toEqual(
      (counted as { toRequest?(): unknown }).toRequest?.(),
    )
  })

  test('createTally', () => {
    expect(adobest.createTally(names).categories).toBe(3)
    const refusal = /^categories.*a list of at least two different names/
    for (const wrong of [Array(2 ** 32 - 1), ['a'], ['a', 'a'], ['a', ''], ['a', 1]]) {
      expect(() => adobest.createTally(wrong as string[])).toThrow(refusal)
    }
  })

  test('simulate', () => {
    const named = simulate({ ...setting, categories: names })
    expect(named.categories).toEqual(names)
    expect(named.runs[0].estimate).toEqual(simulate(setting).runs[0].estimate)
    expect(named.runs[0].toInferenceData().coords.category).toEqual(names)
  })

  test('simulate with people by name', () => {
    const { truth: _, users: __, ...rest } = setting
    const named = simulate({ ...rest, categories: names, data: ['blue', 'red', 'red'] })
    expect(Array.from(named.truth)).toEqual([2 / 3, 0, 1 / 3])
  })

  test.each(goals)('simulate with the goal %j', (named, counted) => {
    const [a, b] = [
      simulate({ ...setting, categories: names, goal: named }),
      simulate({ ...setting, goal: counted }),
    ]
    expect(withNumbers(a.runs[0].decision)).toEqual(withNumbers(b.runs[0].decision))
  })

  test('simulate with groups', () => {
    const groups = {
      by: ['n', 's'],
      truth: [truth, truth],
      strategies: ['srr'],
      users: 30,
      epsilon: 2,
      draws: 20,
      seed: 1,
    }
    const named = simulate({ ...groups, categories: names, goal: 'share(blue | group = s) ± .2' })
    const counted = simulate({ ...groups, categories: 3, goal: 'share(2 | group = s) ± .2' })
    expect(withNumbers(named.runs[0].decision)).toEqual(withNumbers(counted.runs[0].decision))
  })

  test('createEstimator and its snapshot', () => {
    const goal = 'share(blue) ± .2'
    const estimator = createEstimator({ categories: names, epsilon: 1, goal, seed: 1 })
    const respondent = createRespondent({ categories: names, epsilon: 1, rng: stream(1, 'people') })
    estimator.observe(respondent.respond(estimator.request(), 'blue'))
    const snapshot = estimator.snapshot()
    expect(snapshot.options).toMatchObject({ categories: 3, goal: 'share(blue) ± 0.2', labels: names })
    expect(restoreEstimator(snapshot).toInferenceData().coords.category).toEqual(names)
    const counted = createEstimator({
      categories: 3,
      epsilon: 1,
      goal: 'share(2) ± .2',
      seed: 1,
    })
    const other = createRespondent({ categories: 3, epsilon: 1, rng: stream(1, 'people') })
    counted.observe(other.respond(counted.request(), 2))
    expect(estimator.estimate().mean).toEqual(counted.estimate().mean)
  })

  test('power', () => {
    const plan = { truth, epsilon: 1 }
    const named = power({ ...plan, categories: names, goal: 'share(green) ± .1' })
    const counted = power({ ...plan, goal: 'share(1) ± .1' })
    expect(named).toEqual({ ...counted, statement: counted.statement.replace('category 1', '“green”') })
  })

  test('compareStrategies', async () => {
    const plan = { strategies: ['srr'], epsilons: [1], runs: 1, seed: 1 }
    const people = { truth, users: 20, draws: 20 }
    const [named] = await compareStrategies({ ...plan, setting: { ...people, categories: names } })
    const [counted] = await compareStrategies({ ...plan, setting: people })
    expect({ ...named, seconds: 0 }).toEqual({ ...counted, seconds: 0 })
  })
})

describe('names of categories', () => {
  test.each([[['a']], [['a', 'a']], [['a', 3]], [['a', '']]])('%j are refused', categories => {
    const says =
      /^categories must be a whole number at least 2, or a list of at least two different names; got/
    expect(() => createEstimator({ categories: categories as never, epsilon: 1, seed: 1 })).toThrow(says)
    expect(() => srr({ categories: categories as never, epsilon: 1 })).toThrow(says)
  })

  test('that there are not are refused with what was meant', () => {
    const make = () => createEstimator({ categories: names, epsilon: 1, goal: 'share(bleu) ± .1', seed: 1 })
    expect(make).toThrow(
      'goal must have one of the levels red, green, blue where it has "bleu"; did you mean "blue"?',
    )
  })

  test('that a person holds are secrets', () => {
    const respondent = createRespondent({ categories: names, epsilon: 1 })
    const answer = () => respondent.respond(srr({ categories: 3, epsilon: 1 }).toRequest(), 'bleu')
    expect(answer).toThrow(/^category must be a category, a whole number from 0 to 2$/)
  })
})
