import { expect, test } from 'vitest'
import { parseGoal } from '../../src/query/parse-goal.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { compareStrategies, numericStrategies } from '../../src/sweep/comparison.ts'

const NUMERIC = { from: 0, to: 8, bins: 8 }
const LAW = [0, 0.3, 0.3, 0.2, 0.1, 0.05, 0.05, 0, 0, 0]
const SETTING = { question: NUMERIC, truth: LAW, users: 120, draws: 20, groupSize: 20 } as const
const PLAYED = { setting: SETTING, strategies: ['arcs'], epsilons: [2], runs: 1, seed: 1 } as const

test('a row about numbers has the distance W1 of the same simulation, in the units of the range', async () => {
  const [row] = await compareStrategies(PLAYED)
  const { runs } = simulate({ ...SETTING, strategies: ['arcs'], epsilon: 2, seed: '1 run 1' })
  expect(row).toMatchObject({ categories: 10, users: 120, wasserstein: runs[0].wasserstein })
  const scaled = { ...SETTING, question: { from: 0, to: 80, bins: 8 } }
  const [wide] = await compareStrategies({ ...PLAYED, setting: scaled })
  expect(wide.wasserstein).toBeCloseTo(10 * row.wasserstein!, 9)
})

test('categories have no such distance', async () => {
  const setting = { categories: 3, truth: { dirichlet: 1 }, users: 50, sampler: 'sgld' } as const
  const [row] = await compareStrategies({ ...PLAYED, setting, strategies: ['srr'] })
  expect(row).not.toHaveProperty('wasserstein')
})

test.each([
  ['median ± 3', /^[\d.]+$/],
  ['mean ± 3', /^[\d.]+$/],
  ['share(>= 4) > .7', /^not above$/],
] as const)('a run with the goal %o ends with a decision', async (goal, decision) => {
  const setting = { ...SETTING, users: 900, goal }
  const [row] = await compareStrategies({ ...PLAYED, setting, epsilons: [4] })
  expect(row.settlement).toMatchObject({ settled: true, correct: true })
  expect(row.settlement!.decision).toMatch(decision)
  expect(row.settlement!.answers).toBeLessThan(900)
})

/** What numbers can be compared with, beside the usual: `works`, or the sentence that refuses it. */
const COMBINATIONS: Record<string, { also: object; outcome: 'works' | RegExp }> = {
  "prior: 'smooth'": { also: { prior: 'smooth' }, outcome: 'works' },
  'a Dirichlet prior': { also: { prior: 1 }, outcome: 'works' },
  "a Dirichlet prior, sampler: 'gibbs'": { also: { prior: 1, sampler: 'gibbs' }, outcome: 'works' },
  "sampler: 'gibbs'": { also: { sampler: 'gibbs' }, outcome: /^sampler must be left out/ },
  'a window': { also: { memory: { window: 60 } }, outcome: 'works' },
  anytime: { also: { anytime: true }, outcome: 'works' },
  runLength: { also: { runLength: 1000 }, outcome: 'works' },
  robust: { also: { robust: { share: 0.05 } }, outcome: /^robust must be left out/ },
  checkpoints: { also: { checkpoints: 2 }, outcome: 'works' },
  'a goal': { also: { goal: 'median ± 2' }, outcome: 'works' },
  'a goal within more than the range': {
    also: { goal: 'median ± 100' },
    outcome: /^goal must have a width above 0 and below/,
  },
  'a goal about a category': {
    also: { goal: 'share(1) ± .1' },
    outcome: /^goal must have a comparison such as >= 10/,
  },
  "a goal, guarantee: 'anytime'": {
    also: { goal: 'median ± 2', guarantee: 'anytime' },
    outcome: /^guarantee must be/,
  },
  "a goal about a share, guarantee: 'anytime'": {
    also: { goal: 'share(>= 4) > .7', guarantee: 'anytime' },
    outcome: /^guarantee must be/,
  },
  'a goal, with a memory': {
    also: { goal: 'mean ± 2', memory: 'learned' },
    outcome: /^memory must be/,
  },
  'a truth that moves': { also: { truth: { swap: { truth: LAW, at: 60 } } }, outcome: 'works' },
  'a truth that is drawn': { also: { truth: { dirichlet: 1 } }, outcome: 'works' },
  'the numbers of people': {
    also: { truth: undefined, users: undefined, data: [1, 2, -1, 9] },
    outcome: 'works',
  },
  'a law of other cells': { also: { truth: [0.5, 0.5] }, outcome: /must be/ },
  categories: { also: { categories: 4 }, outcome: /^categories/ },
}

test.each(Object.entries(COMBINATIONS))('numbers with %s', async (_, { also, outcome }) => {
  const setting = Object.fromEntries(
    Object.entries({ ...SETTING, ...also }).filter(([, value]) => value !== undefined),
  ) as never
  const played = compareStrategies({ ...PLAYED, setting })
  if (outcome === 'works') expect((await played)[0].wasserstein).toBeGreaterThanOrEqual(0)
  else await expect(played).rejects.toThrow(outcome)
})

test.each([
  ['auto', undefined, 'works'],
  ['arcs', undefined, 'works'],
  ['srr', undefined, 'works'],
  ['subset-selection', undefined, 'works'],
  ['threshold', undefined, /^strategy must be another one, without a goal/],
  ['threshold', 'mean ± 2', /^strategy must be another one, without a goal/],
  ['threshold', 'median ± 2', 'works'],
  ['fisher', undefined, /^strategy must be one that needs no draws/],
  ['semi:0.8', undefined, /^strategy must be one that needs no draws/],
] as const)('numbers with the strategy %s and the goal %o', async (strategy, goal, outcome) => {
  const setting = { ...SETTING, ...(goal && { goal }) }
  const played = compareStrategies({ ...PLAYED, setting, strategies: [strategy] })
  if (outcome === 'works') expect((await played)[0].wasserstein).toBeGreaterThanOrEqual(0)
  else await expect(played).rejects.toThrow(outcome)
})

test('all that suit numbers depend on the question', () => {
  const suited = (...goals: string[]) =>
    numericStrategies(goals.map(goal => parseGoal(goal, { question: SETTING.question })))
  expect(suited()).toEqual(['arcs', 'srr'])
  expect(suited('mean ± 1')).toEqual(['auto', 'arcs'])
  expect(suited('median ± 1')).toEqual(['auto', 'arcs', 'threshold'])
  expect(suited('share(>= 4) > .3')).toEqual(['auto', 'arcs', 'threshold'])
  for (const odd of ['median > 4', 'share(>= 4) > share(>= 8)', 'share(>= 4) - share(>= 8) > .1'])
    expect(suited(odd)).toEqual(['auto', 'arcs'])
})
