import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { InputError } from '../../src/data/input-error.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { readPlan } from '../../src/sweep/plan.ts'
import { createPlanSchema } from '../../src/sweep/plan-schema.ts'
import { testFolder } from '../support/folder.ts'
import { TINY, tinyPlan } from '../support/sweep.ts'

const at = testFolder({
  'plans/good.json': JSON.stringify(TINY),
  'plans/good.mjs': `export default ${JSON.stringify(TINY)}`,
  'plans/people.json': JSON.stringify({
    truth: { file: '../people.csv', column: 'job' },
    epsilon: 1,
    strategies: ['srr'],
    runs: 2,
    seed: 'x',
  }),
  'plans/cut.json': '{ "categories": [3',
  'plans/empty.mjs': 'export const plan = 1',
  'people.csv': 'job\ncook\nbaker\ncook\n',
})

async function refusal(changes: Record<string, unknown>): Promise<string> {
  const error = await tinyPlan(changes).catch(error => error)
  expect(error).toBeInstanceOf(InputError)
  expect(error.message).not.toContain('\n')
  return error.message
}

describe('a mistake is told in one line, with its path in the plan:', () => {
  test.each<[changes: Record<string, unknown>, says: string]>([
    [{ epsilon: [1, -1] }, 'epsilon[1] must be a number above 0; got -1'],
    [{ epsilon: 0 }, 'epsilon must be a number above 0; got 0'],
    [{ epsilon: [] }, 'epsilon must be a list of one value or more; got []'],
    [{ epsilon: undefined }, 'epsilon must be a number above 0; got undefined'],
    [{ epsilon: ['1'] }, 'epsilon[0] must be a number above 0; got "1"'],
    [{ categories: [3, 1] }, 'categories[1] must be a whole number from 2 to 100000; got 1'],
    [{ categories: 1e9 }, 'categories must be a whole number from 2 to 100000; got 1000000000'],
    [{ users: [60, 70, 60] }, 'users must be a list without repeats; got [60, 70, 60]'],
    [{ users: new Array(5000).fill(60) }, 'users must be a list without repeats; got [60, 60,'],
    [{ users: 1.5 }, 'users must be a whole number at least 1; got 1.5'],
    [
      { truth: 'uniform' },
      'truth must be a vector, { "dirichlet": … }, { "file": …, "column": … }, { "file": …, "columns": … }, { "laws": … }, { "classes": … }, { "steps": … }, { "swap": … } or { "walk": … }; got "uniform"',
    ],
    [{ truth: { dirichlet: [1, 0] } }, 'truth.dirichlet[1] must be a number above 0; got 0'],
    [{ truth: [[0.5, 0.4, 0.2]] }, 'truth[0] must be probabilities that sum to one, not 1.1'],
    [{ truth: [[0.5, -0.5, 1]] }, 'truth[0][1] must be a finite number, not negative; got -0.5'],
    [{ truth: [1] }, 'truth must be a vector of two numbers or more; got [1]'],
    [{ truth: { file: 'x.csv' } }, 'truth.column must be a non-empty string; got undefined'],
    [{ truth: { dirichlet: 1, rho: 2 } }, 'truth: no setting is called rho'],
    [
      { truth: [0.25, 0.25, 0.25, 0.125, 0.125] },
      'truth[0] must have as many numbers as categories says, 3 or 4; got 5',
    ],
    [{ strategies: ['srr', 'guess'] }, 'strategies[1] must be one of srr, '],
    [{ strategies: ['public-prior'] }, 'strategies[0] must be another: a plan has no public prior'],
    [
      { sampler: 'x' },
      'sampler must be one of auto, gibbs, hmc, slice, delayed-acceptance, sequence, sgld, sgrld; got "x"',
    ],
    [{ prior: [1, 'flat'] }, 'prior[1] must be a number from 1e-100 to 1e+100; got "flat"'],
    [{ prior: 1e-300 }, 'prior must be a number from 1e-100 to 1e+100; got 1e-300'],
    [{ prior: 'learned' }, 'prior must be a number above 0, for the sampler sgld; got "learned"'],
    [{ groupSize: 0 }, 'groupSize must be a whole number at least 1; got 0'],
    [{ runs: 0 }, 'runs must be a whole number at least 1; got 0'],
    [{ seed: null }, 'seed must be a string or a finite number; got null'],
    [{ epsilons: 1 }, 'no setting is called epsilons'],
    [{ users: undefined }, 'users must be given, unless all truths are files'],
    [{ categories: undefined }, 'categories must be given, for a truth that is drawn'],
    [{ truth: { file: 'x.csv', column: 'x' }, categories: undefined }, 'users must be left out'],
    [{ truth: { file: 'x.csv', column: 'x' }, users: undefined }, 'categories must be left out'],
  ])('%j', async (changes, says) => {
    expect(await refusal(changes)).toContain(`tiny.json: ${says}`)
  })
})

test('of thousands of mistakes some are told', async () => {
  const message = await refusal({ epsilon: Array.from({ length: 4000 }, (_, i) => -i) })
  expect(message).toMatch(/epsilon\[3\] must be a number above 0; got -3; and 3996 more mistakes$/)
})

test('every mistake is told', async () => {
  const message = await refusal({ runs: 0, epsilon: [-1, 1, -2], seed: 1, extra: 1 })
  expect(message).toMatch(/epsilon\[0\].*; epsilon\[2\].*; runs .*; no setting is called extra$/)
})

describe('a plan that cannot be read is told by its name:', () => {
  test.each([
    ['none.json', 'no such file; expected a plan'],
    ['none.mjs', 'no such file; expected a plan'],
    ['cut.json', 'expected a plan, as JSON'],
    ['empty.mjs', 'a plan must be an object with categories, users, epsilon, '],
  ])('%s', async (name, says) => {
    const error = await readPlan(at(`plans/${name}`)).catch(error => error)
    expect(error).toBeInstanceOf(InputError)
    expect(error.message).toContain(`${name}: ${says}`)
  })
})

test('JSON and a module say the same', async () => {
  expect(await readPlan(at('plans/good.mjs'))).toEqual(await readPlan(at('plans/good.json')))
})

test('a value may stand for the list of it alone', async () => {
  expect(await tinyPlan({ epsilon: 1, groupSize: 2, prior: 1, truth: { dirichlet: 0.5 } })).toEqual(
    await tinyPlan({ epsilon: [1], groupSize: [2], prior: [1], truth: [{ dirichlet: [0.5] }] }),
  )
})

test('people are read from a file beside the plan, as counts of their categories', async () => {
  const { truth } = await readPlan(at('plans/people.json'))
  expect(truth).toEqual([{ file: '../people.csv', column: 'job', counts: [1, 2], names: ['baker', 'cook'] }])
})

test('the guide lists every setting of a plan, and no other', () => {
  const guide = readFileSync('site/guides/command-line.md', 'utf8')
  const listed = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(Object.keys(createPlanSchema(builtIn).shape).sort())
})

test('the plans of this project are good', async () => {
  const names = readdirSync('experiments/plans')
  expect(names).toContain('paper-grid.json')
  expect(names).toContain('small.json')
  for (const name of names) await readPlan(`experiments/plans/${name}`)
})
