import { expect, test } from 'vitest'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { readStrategy } from '../../src/loop/strategy/strategy-names.ts'
import { ALL_STRATEGIES, compareStrategies } from '../../src/sweep/comparison.ts'

const OPTIONS = {
  setting: { categories: 3, truth: { dirichlet: 1 }, users: 100, sampler: 'sgld' },
  strategies: ['srr', 'fisher'],
  epsilons: [2, 1],
  runs: 2,
  seed: 1,
} as const

test('there is a row for every run, level and strategy', async () => {
  const rows = await compareStrategies(OPTIONS)
  expect(rows.map(({ run, epsilon, strategy }) => [run, epsilon, strategy])).toEqual([
    [1, 2, 'srr'],
    [1, 2, 'fisher'],
    [1, 1, 'srr'],
    [1, 1, 'fisher'],
    [2, 2, 'srr'],
    [2, 2, 'fisher'],
    [2, 1, 'srr'],
    [2, 1, 'fisher'],
  ])
  for (const row of rows) expect(row).toMatchObject({ categories: 3, users: 100 })
})

test('more runs change nothing about the first ones', async () => {
  const without = ({ seconds, ...row }: Awaited<ReturnType<typeof compareStrategies>>[0]) => row
  const two = await compareStrategies(OPTIONS)
  const three = await compareStrategies({ ...OPTIONS, runs: 3 })
  expect(three.slice(0, two.length).map(without)).toEqual(two.map(without))
})

test('progress goes from 0 to 1 and never back', async () => {
  const shares: number[] = []
  await compareStrategies({ ...OPTIONS, onProgress: share => shares.push(share) })
  expect(shares.at(-1)).toBe(1)
  for (let i = 1; i < shares.length; i++) expect(shares[i]).toBeGreaterThanOrEqual(shares[i - 1])
  expect(shares[0]).toBeGreaterThanOrEqual(0)
})

test('a bad strategy or level is refused before anything is run', async () => {
  let started = false
  const onProgress = () => {
    started = true
  }
  for (const bad of [{ strategies: ['srr', 'guess'] }, { epsilons: [1, -1] }, { runs: 0 }]) {
    await expect(compareStrategies({ ...OPTIONS, onProgress, ...bad })).rejects.toThrow(RangeError)
  }
  expect(started).toBe(false)
})

test('all strategies are strategies, without repeats', () => {
  for (const strategy of ALL_STRATEGIES) readStrategy(strategy, builtIn)
  expect(new Set(ALL_STRATEGIES).size).toBe(ALL_STRATEGIES.length)
})

test.each<[object, string]>([
  [{ epsilon: 1 }, 'each name in options must be one of setting, strategies, epsilons'],
  [{ epsilons: 1 }, 'epsilons must be a list of privacy levels; got 1'],
  [{ strategies: 'srr' }, 'strategies must be a list of names; got "srr"'],
  [{ setting: undefined }, 'setting must be the options of simulate; got undefined'],
])('options of the wrong form are named: %j', async (bad, says) => {
  await expect(compareStrategies({ ...OPTIONS, ...bad })).rejects.toThrow(says)
})
