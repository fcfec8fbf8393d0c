import { expect, test } from 'vitest'
import { cellOfEachView, pageTables, questionsByTruth } from '../../src/report/page-tables.ts'
import { requirePlan } from '../../src/sweep/plan.ts'

const KEY = {
  strategy: 'srr',
  categories: 16,
  users: 10,
  truthName: 'dirichlet:1',
  rho: 1,
  epsilon: 1,
  sampler: 'auto',
  prior: 'joint',
  groupSize: 1,
  memory: 'all',
  goal: 'none',
}
const QUESTIONS = { x: ['a', 'b'], y: 2, z: 3 }

test('a page has each table of a run, with the names of its categories', () => {
  const law = (about: string[], from: number, to: number) => {
    const values = Array.from({ length: to - from }, (_, i) => from + i)
    const cramersV = { mean: 0.2, lower: 0.1, upper: 0.4, truth: 0.25 }
    return {
      about,
      people: 10,
      truth: values,
      estimate: values,
      lower: values,
      upper: values,
      separate: null,
      cramersV,
    }
  }
  const { tables } = pageTables(
    { ...KEY, run: 1, laws: [law(['x', 'y'], 0, 4), law(['x', 'z'], 4, 10)] },
    QUESTIONS,
    value => value + 100,
  )
  expect(tables[1].categories).toEqual([
    ['a', 'b'],
    ['0', '1', '2'],
  ])
  expect(tables.map(({ estimate }) => estimate)).toEqual([
    [100, 101, 102, 103],
    [104, 105, 106, 107, 108, 109],
  ])
  expect(tables[1].cramersV).toEqual({ mean: 100.2, lower: 100.1, upper: 100.4, truth: 100.25 })
})

test('each view has a channel of its own; with a question there is one view', () => {
  const sizes = (cell: typeof KEY) => cellOfEachView(cell, QUESTIONS).map(({ categories }) => categories)
  expect(sizes(KEY)).toEqual([4, 6, 6])
  expect(sizes({ ...KEY, categories: 6, goal: 'association(x, z) > 0.1' })).toEqual([6])
  expect(cellOfEachView(KEY, undefined)).toEqual([KEY])
  expect(cellOfEachView(KEY, QUESTIONS, 'singles').map(({ categories }) => categories)).toEqual([2, 2, 3])
})

test('questions are found by the name of the truth', async () => {
  const truth = [{ dirichlet: 1 }, { dirichlet: 2 }]
  const fields = { users: 10, epsilon: 1, strategies: 'srr', runs: 1, seed: 1 }
  const plan = await requirePlan({ questions: QUESTIONS, truth, ...fields }, 'plan.json')
  expect(questionsByTruth(plan).get('dirichlet:2')).toEqual(QUESTIONS)
  expect(questionsByTruth({ ...plan, questions: undefined } as never).size).toBe(0)
})
