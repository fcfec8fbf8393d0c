import { describe, expect, test } from 'vitest'
import { InputError } from '../../src/data/input-error.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { readPlan } from '../../src/sweep/plan.ts'
import { tinyPlan } from '../support/sweep.ts'

const names = (runs: readonly { name: string }[]) => runs.map(run => run.name).sort()

test("the paper's grid has 5,400 runs: nine settings, twelve strategies, fifty times", async () => {
  const runs = expandPlan(await readPlan('experiments/plans/paper-grid.json'))
  expect(new Set(names(runs)).size).toBe(5400)
  expect(new Set(runs.map(run => run.strategy)).size).toBe(12)
  expect(new Set(runs.map(run => run.seed)).size).toBe(9 * 50)
  for (const { setting } of runs) {
    expect(setting).toMatchObject({ categories: 20, users: 10_000, sampler: 'sgld', prior: 1, groupSize: 1 })
  }
})

test.each([
  [{ runs: 1e9 }, '6,000,000,000'],
  [{ runs: 2147483647 }, '12,884,901,882'],
  [{ epsilon: Array.from({ length: 5000 }, (_, i) => i + 1), runs: 34 }, '1,020,000'],
])('a plan of too many runs is refused before there is any, and says why: %j', async (changes, found) => {
  const plan = await tinyPlan(changes)
  expect(() => expandPlan(plan)).toThrow(InputError)
  expect(() => expandPlan(plan)).toThrow(
    `plan: expected at most 1,000,000 runs, found ${found}: every combination of its settings`,
  )
})

test('the small plan has 48 runs', async () => {
  expect(expandPlan(await readPlan('experiments/plans/small.json'))).toHaveLength(48)
})

test('a name says all that decides the numbers', async () => {
  const [run] = expandPlan(await tinyPlan({ truth: { dirichlet: 0.5 }, seed: 'a' }))
  expect(run.name).toBe(
    'seed="a" categories=3 users=60 truth=dirichlet:0.5 epsilon=1 sampler=sgld prior=1 groupSize=1 run=1 strategy=srr',
  )
})

test('a setting that is left out is named as what it stands for', async () => {
  const truth = { dirichlet: 1 }
  expect(names(expandPlan(await tinyPlan({ truth })))).toEqual(
    names(expandPlan(await tinyPlan({ truth, prior: 1, groupSize: 1 }))),
  )
  const [run] = expandPlan(await tinyPlan({ truth, sampler: undefined }))
  expect(run.setting).toMatchObject({ sampler: 'auto', prior: 'learned', groupSize: 1 })
})

test('vectors are told apart, and have categories of their own', async () => {
  const truth = [
    [0.5, 0.5],
    [0.1, 0.2, 0.7],
  ]
  const runs = expandPlan(await tinyPlan({ truth, categories: [2, 3], runs: 1, strategies: ['srr'] }))
  expect(runs.map(run => run.setting.categories)).toEqual([2, 3])
  expect(new Set(names(runs)).size).toBe(2)
})

test('all strategies of a setting and a number have the same seed, others have others', async () => {
  const runs = expandPlan(await tinyPlan({ epsilon: [1, 2] }))
  const cell = ({ setting, run }: (typeof runs)[number]) => JSON.stringify([setting, run])
  const pairs = new Set(runs.map(run => `${run.seed} ${cell(run)}`))
  expect(pairs.size).toBe(runs.length / 2)
  expect(new Set(runs.map(run => run.seed)).size).toBe(pairs.size)
  expect(new Set(runs.map(cell)).size).toBe(pairs.size)
})

test('names and seeds do not depend on what else is in the plan, nor on the order', async () => {
  const few = expandPlan(await tinyPlan({ epsilon: [2], strategies: ['fisher'], runs: 2 }))
  const many = expandPlan(
    await tinyPlan({ epsilon: [1, 2, 3], strategies: ['fisher', 'mse', 'srr'], runs: 5 }),
  )
  for (const run of few) expect(many).toContainEqual(run)
})

describe('shards', () => {
  test.each([2, 3, 7, 12])('%i of them hold every run once', async count => {
    const plan = await tinyPlan({ runs: 5 })
    const shards = Array.from({ length: count }, (_, i) => expandPlan(plan, { index: i + 1, count }))
    expect(names(shards.flat())).toEqual(names(expandPlan(plan)))
  })

  test('share the work of every strategy evenly', async () => {
    const plan = await readPlan('experiments/plans/paper-grid.json')
    for (const count of [2, 3, 8, 12, 50]) {
      for (const index of [1, count]) {
        const shard = expandPlan(plan, { index, count })
        for (const strategy of plan.strategies) {
          const mine = shard.filter(run => run.strategy === strategy).length
          expect(Math.abs(mine - 450 / count)).toBeLessThan(2)
        }
      }
    }
  })
})

test('a plan that has a run twice is refused', async () => {
  const plan = await tinyPlan({ truth: [{ dirichlet: 1 }, { dirichlet: [1, 2] }] })
  expect(() => expandPlan(plan)).toThrow(InputError)
  expect(() => expandPlan(plan)).toThrow(/found twice: seed=1 categories=3/)
})
