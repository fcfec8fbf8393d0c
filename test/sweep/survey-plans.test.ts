import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { readPlan, requirePlan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { testFolder } from '../support/folder.ts'
import { expectRefusal } from '../support/sweep.ts'

const SURVEY = { title: 'Work', epsilon: 2, confidence: 0.9 }
const ONE = {
  ...SURVEY,
  questions: { way: { text: '?', categories: ['car', 'bus'], optional: true } },
  public: { department: ['north', 'south'] },
  goals: ['share(way = bus | department = south) > .2', 'share(car) ± .1'],
}
const SEVERAL = {
  ...SURVEY,
  strategy: 'srr',
  questions: {
    mood: { text: '?', ordered: ['bad', 'fair', 'good'] },
    uses: { text: '?', items: ['phone', 'car'] },
  },
  goals: ['mean(mood) ± 1.9', 'share(uses: phone) ± .9'],
}
const NUMBER = { ...SURVEY, questions: { income: { text: '?', from: 0, to: 10, bins: 5, unit: 'EUR' } } }
const PLAN = { survey: 'survey.json', users: 200, truth: { dirichlet: 1 }, runs: 1, seed: 1 }
const at = testFolder({ 'people.csv': 'way\ncar\n', 'empty.json': '{}' })

const planOf = (survey: object, changes: object = {}) => {
  writeFileSync(at('survey.json'), JSON.stringify(survey))
  return requirePlan({ ...PLAN, ...changes }, at('plan.json'))
}

test('a survey says what people hold, the groups, the level, the strategy and the goals', async () => {
  expect(await planOf(ONE)).toMatchObject({
    categories: [3],
    by: ['north', 'south'],
    epsilon: [2],
    strategies: ['auto'],
    confidence: [0.9],
    goal: [['share(1 | group = south) > 0.2', 'share(0) ± 0.1']],
  })
  expect(await planOf(SEVERAL)).toMatchObject({
    questions: { mood: { ordered: ['bad', 'fair', 'good'] }, uses: { items: ['phone', 'car'] } },
    strategies: ['srr'],
    goal: [['mean(mood) ± 1.9', 'share(uses: phone) ± 0.9']],
  })
  expect(await planOf(NUMBER)).toMatchObject({ question: { from: 0, to: 10, bins: 5 }, categories: [7] })
})

test('a run of such a plan is settled as the survey wants it', async () => {
  const [run] = expandPlan(await planOf(SEVERAL))
  const { decisions } = playRun(run)
  expect(decisions.map(({ goal, settled }) => [goal, settled])).toEqual([
    ['mean(mood) ± 1.9', true],
    ['share(uses: phone) ± 0.9', true],
  ])
})

test('what a plan says of levels, strategies and goals wins; a survey may be named beside the plan', async () => {
  const own = { epsilon: [0.5, 1], strategies: ['oue'], goal: 'share(0) ± .2', confidence: 0.8 }
  const plan = await planOf(ONE, own)
  expect(plan).toMatchObject({ epsilon: [0.5, 1], strategies: ['oue'], goal: ['share(0) ± .2'] })
  const { survey: _, ...without } = PLAN
  writeFileSync(at('plan.json'), JSON.stringify(without))
  expect(await readPlan(at('plan.json'), [], undefined, at('survey.json'))).toMatchObject({
    categories: [3],
    epsilon: [2],
  })
})

test('what a survey says is refused beside it, and so are files with types of their own, and what is no survey', async () => {
  await expectRefusal(planOf(ONE, { categories: 3 }), /plan.json: categories must be left out: survey says/)
  const truth = { file: 'people.csv', column: 'way' }
  await expectRefusal(planOf(ONE, { truth }), /plan.json: truth must be drawn, with survey/)
  await expectRefusal(planOf(ONE, { survey: 'empty.json' }), /empty.json: title must be/)
  await expectRefusal(planOf(ONE, { survey: 'none.json' }), /none.json: no such file; expected a survey$/)
  const rest = { categories: 3, epsilon: 1, strategies: 'srr' }
  await expectRefusal(planOf(ONE, { ...rest, survey: 3 }), /survey must be a non-empty string; got 3$/)
})
