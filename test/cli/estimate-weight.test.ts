import { expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

/** Cooks stand for four people each: 60 rows, Σ w = 120, Σ w² = 360. */
const rows = Array.from({ length: 60 }, (_, i) => {
  const isCook = i % 3 === 0
  return `${isCook ? 'cook' : i % 3 === 1 ? 'baker' : 'smith'},${20 + i},${i % 2 ? 'south' : 'north'},${isCook ? 4 : 1}`
})
const header = 'job,age,region,w'
const at = testFolder({
  'people.csv': [header, ...rows].join('\n'),
  'bad.csv': [header, ...rows.slice(0, 4), 'cook,30,south,-1'].join('\n'),
  'weight.csv': [header.replace('age', 'weight'), ...rows].join('\n'),
  'survey.json': JSON.stringify({
    ...{
      title: 'Jobs',
      epsilon: 2,
      questions: { job: { text: 'Job?', categories: ['cook', 'baker', 'smith'] } },
    },
  }),
})

const run = (file: string, ...options: string[]) =>
  runCli(['estimate', at(file), '--seed', '1', '--draws', '50', '--weight', 'w', ...options])

test.each([
  [['--column', 'job', '--epsilon', '2']],
  [['--column', 'age', '--from', '0', '--to', '100', '--bins', '10', '--epsilon', '2']],
  [['--column', 'job', '--by', 'region', '--epsilon', '2']],
  [['--columns', 'job,region', '--epsilon', '2']],
  [['--survey', at('survey.json')]],
  [['--column', 'job', '--epsilon', '2', '--order-by', 'age']],
])('%j', async options => {
  const { status, stdout } = await run('people.csv', ...options, '--json')
  expect(status).toBe(0)
  const { users, effective } = JSON.parse(stdout)
  expect(users).toBe(60)
  // Each group and view has the worth of its own weights, which differs a little from that of all.
  expect(effective).toBeGreaterThan(39)
  expect(effective).toBeLessThan(42)
})

test('the truth is weighed, and the text says what answers are worth', async () => {
  const options = ['--column', 'job', '--epsilon', '2']
  const { stdout } = await run('people.csv', ...options, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ effective: 40, truth: [1 / 6, 4 / 6, 1 / 6] })
  expect((await run('people.csv', ...options)).stdout).toContain(
    '60 people, worth 40 of equal weight, 3 categories',
  )
})

test.each([
  ['bad.csv', ['--column', 'job'], 'data row 5, column "w": expected a number from 0 to 1e+100, found "-1"'],
  ['people.csv', ['--column', 'job', '--robust', '.1'], 'robust must be left out with weights'],
  ['people.csv', ['--column', 'job', '--goal', 'share(cook) ± .1'], 'goals must be left out with weights'],
  ['weight.csv', ['--columns', 'job,weight'], '--weight: expected no question named "weight"'],
])('%s %j is refused', async (file, options, message) => {
  const { status, stderr } = await run(file, ...options, '--epsilon', '2')
  expect(status).toBe(2)
  expect(stderr).toContain(message)
})
