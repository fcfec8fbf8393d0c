import { describe, expect, test } from 'vitest'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { createPopulation } from '../../src/simulation/population.ts'
import { type SimulateOptions, simulate } from '../../src/simulation/simulate.ts'
import { PAPER } from '../support/loop.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

const FIRST = [0.5, 0.3, 0.15, 0.05]
const SWAPPED = [0.3, 0.5, 0.15, 0.05]

const people = (truth: SimulateOptions['truth'], users: number, groupSize = 1) =>
  createPopulation({ truth: truth!, users, seed: 1 }, groupSize)

/** How many of the people from one number to another hold each category, as they come. */
function countPeople(truth: SimulateOptions['truth'], users: number, from: number, to: number) {
  const arrivals = people(truth, users).arrivals()
  const counts = new Float64Array(4)
  for (let t = 0; t < users; t++) {
    const x = arrivals.next()
    if (t >= from && t < to) counts[x]++
  }
  return counts
}

describe('a swap', () => {
  const truth = { swap: { truth: FIRST, at: 1000 } }

  test('has the two likeliest categories change places, and no other time', () => {
    const expected = (law: number[], n: number) => law.map(value => value * n)
    expect(chiSquarePValue(countPeople(truth, 4000, 0, 1000), expected(FIRST, 1000))).toBeGreaterThan(
      FALSE_ALARM,
    )
    expect(chiSquarePValue(countPeople(truth, 4000, 1000, 4000), expected(SWAPPED, 3000))).toBeGreaterThan(
      FALSE_ALARM,
    )
    // The twin for which nothing has moved.
    expect(chiSquarePValue(countPeople(truth, 4000, 1000, 4000), expected(FIRST, 3000))).toBeLessThan(
      FALSE_ALARM,
    )
  })

  test('has a mean in proportion to the people on either side, and a truth now', () => {
    const population = people(truth, 4000)
    population.truth.forEach((value, x) => {
      expect(value).toBeCloseTo(FIRST[x] / 4 + (3 * SWAPPED[x]) / 4, 12)
    })
    const arrivals = population.arrivals()
    for (let t = 0; t < 1000; t++) arrivals.next()
    expect(Array.from(arrivals.now)).toEqual(FIRST)
    arrivals.next()
    expect(Array.from(arrivals.now)).toEqual(SWAPPED)
    expect(arrivals.mean[1]).toBeCloseTo((1000 * 0.3 + 0.5) / 1001, 12)
  })

  test('in the middle of a group splits it', () => {
    const arrivals = people({ swap: { truth: [1, 0], at: 6 } }, 20, 10).arrivals()
    expect(Array.from(arrivals.batch(10))).toEqual([6, 4])
    expect(arrivals.mean[0]).toBeCloseTo(0.6, 12)
  })
})

test('steps hold from their person on', () => {
  const truth = {
    steps: [
      { at: 0, truth: [1, 0, 0] },
      { at: 3, truth: [0, 1, 0] },
      { at: 5, truth: [0, 0, 1] },
    ],
  }
  const arrivals = people(truth, 8).arrivals()
  expect(Array.from({ length: 8 }, () => arrivals.next())).toEqual([0, 0, 0, 1, 1, 2, 2, 2])
  expect(Array.from(people(truth, 8).truth)).toEqual([3 / 8, 2 / 8, 3 / 8])
})

test('a walk moves by its step an answer, by the root of that a group, and every strategy meets the same', () => {
  const spread = (groupSize: number) => {
    let squares = 0
    for (let seed = 0; seed < 200; seed++) {
      const start = [0.5, 0.5]
      const arrivals = createPopulation(
        { truth: { walk: { start, step: 0.01 } }, users: 64, seed },
        groupSize,
      ).arrivals()
      for (let t = 0; t < 64; t += groupSize) arrivals.batch(groupSize)
      // The law of the last group is that after all groups before it.
      squares += Math.log(arrivals.now[0] / arrivals.now[1]) ** 2 / (2 * (64 - groupSize)) / 200
    }
    return Math.sqrt(squares)
  }
  // The mean of 200 squares of normals is within 60 % of its own with a chance beyond 1 − 10⁻⁶.
  for (const size of [1, 16]) {
    expect(spread(size)).toBeGreaterThan(0.007)
    expect(spread(size)).toBeLessThan(0.013)
  }
  const population = people({ walk: { start: FIRST, step: 0.05 } }, 100)
  const [one, other] = [population.arrivals(), population.arrivals()]
  for (let t = 0; t < 100; t++) expect(one.next()).toBe(other.next())
  expect(one.now).toEqual(other.now)
  expect(one.mean).toEqual(population.truth)
})

test('data come in their own order where that is asked for', () => {
  const data = Array.from({ length: 3000 }, (_, t) => Number(t >= 2900))
  const arrivals = createPopulation({ data, order: 'given', seed: 1 }, 1).arrivals()
  expect(data.map(() => arrivals.next())).toEqual(data)
  expect(arrivals.now[1]).toBeCloseTo(1 / 3, 12)
  expect(arrivals.mean[1]).toBeCloseTo(1 / 30, 12)
  const shuffled = createPopulation({ data, seed: 1 }, 1).arrivals()
  expect(data.map(() => shuffled.next())).not.toEqual(data)
})

const OPTIONS: SimulateOptions = {
  ...PAPER,
  truth: { swap: { truth: FIRST, at: 300 } },
  users: 600,
  strategies: ['srr', 'fisher'],
  epsilon: 3,
  checkpoints: 4,
  anytime: true,
  seed: 1,
}

test.each([1, 50])(
  'a run in groups of %i tells its distance to the truth now and to the mean, with bands',
  groupSize => {
    const { truth, runs } = simulate({ ...OPTIONS, groupSize })
    for (const { estimate, trajectory, anytime, ...run } of runs) {
      expect(run.totalVariationNow).toBeCloseTo(totalVariation(estimate, Float64Array.from(SWAPPED)), 12)
      expect(run.totalVariationMean).toBeCloseTo(totalVariation(estimate, truth), 12)
      expect(run.totalVariation).toBe(run.totalVariationMean)
      const last = trajectory.at(-1)!
      expect(last.totalVariationNow).toBe(run.totalVariationNow)
      expect(last.anytime).toEqual(anytime)
      expect(anytime!.answers).toBe(600)
      for (const { truthMean, mean, anytime: band, ...checkpoint } of trajectory) {
        expect(checkpoint.totalVariationMean).toBe(totalVariation(mean, truthMean))
        for (let x = 0; x < 4; x++) {
          expect(truthMean[x]).toBeGreaterThanOrEqual(band!.lower[x])
          expect(truthMean[x]).toBeLessThanOrEqual(band!.upper[x])
        }
      }
    }
  },
)

test('bands change nothing else', () => {
  const [plain] = simulate({ ...OPTIONS, anytime: false }).runs
  const [banded] = simulate(OPTIONS).runs
  expect(plain.anytime).toBeUndefined()
  expect(banded.posterior.draws).toEqual(plain.posterior.draws)
})

test('a walk of the largest steps that are allowed stays a distribution', () => {
  const arrivals = people({ walk: { start: FIRST, step: 1e100 } }, 400, 20).arrivals()
  for (let group = 0; group < 20; group++) arrivals.batch(20)
  for (const law of [arrivals.now, arrivals.mean]) {
    expect(law.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12)
  }
})

test.each([
  [{ steps: [] }, 'truth.steps'],
  [{ steps: [{ at: 1, truth: FIRST }] }, 'truth.steps\\[0\\].at'],
  [
    {
      steps: [
        { at: 0, truth: FIRST },
        { at: 5, truth: [0.5, 0.5] },
      ],
    },
    'truth.steps\\[1\\].truth',
  ],
  [
    {
      steps: [
        { at: 0, truth: FIRST },
        { at: 0, truth: FIRST },
      ],
    },
    'truth.steps\\[1\\].at',
  ],
  // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested
  [{ steps: [{ at: 0, truth: FIRST }, , { at: -5, truth: FIRST }] }, 'truth.steps\\[1\\]'],
  [{ steps: 'now' }, 'truth.steps'],
  [{ swap: { truth: FIRST, at: 0 } }, 'truth.swap.at'],
  [{ swap: { truth: FIRST } }, 'truth.swap.at'],
  [{ walk: { start: FIRST, step: -1 } }, 'truth.walk.step'],
  [{ walk: { start: FIRST, step: 1e308 } }, 'truth.walk.step'],
  [{ walk: { start: { dirichlet: 1 }, step: 1 } }, 'categories'],
  [{ walk: { start: FIRST, step: 1 }, swap: 1 }, 'truth'],
])('%j is refused', (truth, argument) => {
  expect(() => simulate({ ...OPTIONS, truth } as never)).toThrow(new RegExp(`${argument} must be`))
})

test('an order is refused without data, and any other than the given one', () => {
  expect(() => simulate({ ...OPTIONS, order: 'given' })).toThrow('order must be left out')
  expect(() => createPopulation({ data: [0, 1], order: 'date' as never, seed: 1 }, 1)).toThrow(
    'order must be one of given',
  )
})
