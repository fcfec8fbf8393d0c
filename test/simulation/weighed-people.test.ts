import { describe, expect, test } from 'vitest'
import { simulate } from '../../src/simulation/simulate.ts'

/** People of three categories; those of category 0 stand for four people each. */
const HELD = Array.from({ length: 3000 }, (_, i) => (i * 7 + (i % 11)) % 3)
const WEIGHTS = HELD.map(category => (category === 0 ? 4 : 1))
const CATEGORIES = { categories: 3, strategies: ['srr'], epsilon: 2, draws: 400, seed: 'weights' } as const

/** The estimates of every kind of simulation whose people have these weights; `undefined` leaves them out. */
const KINDS: Readonly<Record<string, (weightOf?: (t: number) => number) => Float64Array[]>> = {
  categories(weightOf) {
    const data = weightOf ? HELD.map((category, t) => ({ category, weight: weightOf(t) })) : HELD
    return simulate({ ...CATEGORIES, data }).runs.map(({ estimate }) => estimate)
  },
  names(weightOf) {
    const categories = ['a', 'b', 'c']
    const named = HELD.map(category => categories[category])
    const data = weightOf ? named.map((category, t) => ({ category, weight: weightOf(t) })) : named
    return simulate({ ...CATEGORIES, categories, data }).runs.map(({ estimate }) => estimate)
  },
  numbers(weightOf) {
    const { categories: _, ...options } = CATEGORIES
    const question = { from: 0, to: 3, bins: 3, outside: 'clamp' } as const
    const numbers = HELD.map(category => category + 0.5)
    const data = weightOf ? numbers.map((value, t) => ({ value, weight: weightOf(t) })) : numbers
    return simulate({ ...options, question, data }).runs.map(({ estimate }) => estimate)
  },
  groups(weightOf) {
    const data = HELD.map((category, t) => ({
      ...{ group: t % 2 ? 'south' : 'north', category },
      ...(weightOf && { weight: weightOf(t) }),
    }))
    return simulate({ ...CATEGORIES, by: ['north', 'south'], data }).runs[0].laws.map(({ mean }) => mean)
  },
  records(weightOf) {
    const { categories: _, ...options } = CATEGORIES
    const data = HELD.map((x, t) => ({ x, y: t % 2, ...(weightOf && { weight: weightOf(t) }) }))
    return simulate({ ...options, questions: { x: 3, y: 2 }, data }).runs[0].laws.map(({ mean }) => mean)
  },
}

describe.each(Object.entries(KINDS))('%s', (_, estimates) => {
  test('weights of 1 change nothing', () => {
    expect(estimates(() => 1)).toEqual(estimates())
  })

  test('the unit of weights does not matter', () => {
    const [first] = estimates(t => WEIGHTS[t])
    const [again] = estimates(t => 1024 * WEIGHTS[t])
    expect(again).toEqual(first)
  })

  // The share of category 0 is 2/3 by weight and 1/3 by number; its standard deviation is below .02.
  test('estimates are of the people whom the answers stand for', () => {
    const zeroOf = ([mean]: Float64Array[]) =>
      mean.length === 5 ? mean[1] : mean[0] + (mean.length === 6 ? mean[3] : 0)
    expect(Math.abs(zeroOf(estimates(t => WEIGHTS[t])) - 2 / 3)).toBeLessThan(0.1)
    expect(Math.abs(zeroOf(estimates()) - 1 / 3)).toBeLessThan(0.1)
  })
})

test('the truth is that of the people whom the answers stand for, and answers are worth fewer', () => {
  const data = HELD.map((category, t) => ({ category, weight: WEIGHTS[t] }))
  const { truth, users, runs } = simulate({ ...CATEGORIES, data })
  const zeros = HELD.filter(category => category === 0).length
  const total = 3 * zeros + HELD.length
  expect(truth[0]).toBeCloseTo((4 * zeros) / total, 12)
  expect(users).toBe(3000)
  expect(runs[0].answers).toBe(3000)
  expect(runs[0].effective).toBeCloseTo(total ** 2 / (15 * zeros + HELD.length), 8)
})

test('where the latest people have weight 0, the truth of the moment is that of all people so far', () => {
  const data = HELD.map((category, t) => ({ category, weight: t < 2000 ? 1 : 0 }))
  const [run] = simulate({ ...CATEGORIES, data, order: 'given' }).runs
  expect(run.totalVariationNow).toBe(run.totalVariation)
})

test('a question named weight is a question', () => {
  const data = HELD.map((weight, t) => ({ weight, y: t % 2 }))
  const { truth } = simulate({
    ...{ questions: { weight: 3, y: 2 }, data, strategies: ['srr'], epsilon: 2, draws: 50, seed: 1 },
  })
  expect(truth.marginal('weight').length).toBe(3)
})

test.each([
  [{ goal: 'share(0) > .2' }, 'goals must be left out with weights'],
  [{ robust: { share: 0.1 } }, 'robust must be left out with weights'],
  [{ memory: { halfLife: 100 } }, 'memory must be left out with weights'],
  [{ groupSize: 10 }, 'groupSize must be left out with weights: people answer one by one'],
  [{ checkpoints: 3 }, 'checkpoints must be left out with weights'],
  [{ sampler: 'sgld' }, 'weight must be left out with the option sampler'],
  [{ data: [{ category: 0, weight: -1 }] }, 'data[0].weight must be a number from 0'],
  [{ data: [{ category: 0, weight: Number.NaN }] }, 'data[0].weight must be a number from 0'],
  [{ data: [{ category: 0, weight: 1 }, 2] }, 'data[1] must be a person with a category or a value'],
  [{ data: [{ category: 0, size: 1 }] }, 'data[0] must be a category or a value, and a weight'],
  [
    {
      data: [
        { category: 0, weight: 0 },
        { category: 1, weight: 0 },
      ],
    },
    'data must be a weight above 0 for somebody',
  ],
])('%j is refused', (bad, message) => {
  const data = HELD.map((category, t) => ({ category, weight: WEIGHTS[t] }))
  expect(() => simulate({ ...CATEGORIES, data, ...bad } as never)).toThrow(message)
})
