import { expect, test } from 'vitest'
import { type SimulateOptions, simulate } from '../../src/simulation/simulate.ts'
import { figuresOf } from '../support/figures.ts'
import { PAPER } from '../support/loop.ts'

const OPTIONS: SimulateOptions = {
  ...PAPER,
  truth: [0.5, 0.3, 0.1, 0.05, 0.05],
  users: 200,
  strategies: ['srr', 'entropy', 'semi:0.8', 'subset-selection'],
  epsilon: 2,
  seed: 1,
}

const figures = (options: SimulateOptions) => simulate(options).runs.map(figuresOf)

test('groups of one are people who come one by one', () => {
  expect(figures({ ...OPTIONS, groupSize: 1 })).toEqual(figures(OPTIONS))
})

test('a group larger than the crowd is the crowd', () => {
  expect(figures({ ...OPTIONS, groupSize: 1e12 })).toEqual(figures({ ...OPTIONS, groupSize: 200 }))
})

test('in one group, all people are asked with the subset that the prior’s mean gives', () => {
  const [, , semi] = simulate({ ...OPTIONS, groupSize: 200 }).runs
  // Of five equal shares, four are the shortest prefix of mass 0.8.
  expect(semi.meanSubsetSize).toBe(4)
})

test('the last group is as large as the people that are left', () => {
  // Five people in groups of two, two, one.
  const data = [0, 1, 2, 3, 4]
  const told: number[] = []
  const { runs, users } = simulate({
    ...PAPER,
    data,
    strategies: ['srr'],
    epsilon: 2,
    seed: 1,
    groupSize: 2,
    onProgress: done => told.push(done),
  })
  expect([users, told.at(-1), runs.length]).toEqual([5, 10, 1])
})

test.each(['gibbs', 'hmc', 'slice', 'delayed-acceptance'] as const)(
  'a million people in ten groups are estimated to 0.02, by %s',
  sampler => {
    const { runs, truth } = simulate({ ...OPTIONS, users: 1e6, groupSize: 1e5, sampler })
    expect(truth).toHaveLength(5)
    // Groups of 10,000 to a million people gave 0.0006 to 0.0073.
    for (const { totalVariation } of runs) expect(totalVariation).toBeLessThan(0.02)
  },
)
