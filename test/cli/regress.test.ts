import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { srr } from '../../src/mechanism/srr.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { survey } from '../support/surveys.ts'

const mechanism = srr({ categories: 2, epsilon: 2 })
const answers = survey(mechanism, 600, { regions: 3 })
const request = JSON.stringify(mechanism.toRequest())
const table = (rows: readonly (readonly (string | number)[])[]) =>
  `${rows.map(row => row.map(cell => (String(cell).includes(',') ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(',')).join('\n')}\n`

const at = testFolder({
  'people.csv': table([
    ['age', 'sex', 'region', 'ill'],
    ...answers.map(({ age, sex, region, response }) => [age, sex, region, response === 1 ? 'yes' : 'no']),
  ]),
  'answers.csv': table([
    ['age', 'sex', 'response', 'request'],
    ...answers.map(({ age, sex, response }) => [age, sex, response as number, request]),
  ]),
  'holes.csv': 'age,sex,ill\n20,male,yes\n30,,no\n40,female,no\n25,male,no\n',
  'euros.csv': table([
    ['income', 'ill'],
    ...answers.map(({ age, response }) => [1000 * age, response === 1 ? 'yes' : 'no']),
  ]),
  'odd.csv': 'age,response\n20,1\n30,7\n',
})

const few = ['--draws', '20', '--seed', '1']

test('answers that were collected are regressed on their covariates, and summed up as text', async () => {
  const { status, stdout, stderr } = await runCli([
    'regress',
    at('answers.csv'),
    '--formula',
    'ill ~ age + sex',
    '--request-column',
    'request',
    '--seed',
    '1',
  ])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(
    /^ Family: bernoulli, logit against 0\nFormula: ill ~ age \+ sex\n {3}Data: 600 answers, \d+ covariate patterns\n/,
  )
  expect(stdout).toMatch(/\nsex\[male\] +-\d\.\d+ /)
  expect(stdout).toContain('Average change in the probability of each category:')
})

test('raw categories are answered privately first; the same seed gives the same document, and a figure is drawn', async () => {
  const command = [
    'regress',
    at('people.csv'),
    '--formula',
    'ill ~ age + (1 | region)',
    '--epsilon',
    '1',
    '--json',
    ...few,
  ]
  const [first, second] = [await runCli([...command, '--out', at('figures')]), await runCli(command)]
  const found = JSON.parse(first.stdout)
  expect(first.status).toBe(0)
  expect(found).toMatchObject({
    people: 600,
    labels: ['no', 'yes'],
    epsilon: 1,
    mechanisms: ['srr'],
    seed: 1,
    dropped: 0,
  })
  expect(found.coefficients.map(({ name }: { name: string }) => name)).toEqual(['Intercept', 'age'])
  expect(found.random.effects).toHaveLength(3)
  expect({ ...found, files: [] }).toEqual(JSON.parse(second.stdout))
  expect(readFileSync(join(at('figures'), 'coefficients.svg'), 'utf8')).toContain('Log odds')
  expect(existsSync(join(at('figures'), 'coefficients.png'))).toBe(true)
})

test('rows that miss a value are left out where that was asked for', async () => {
  const { status, stdout } = await runCli([
    'regress',
    at('holes.csv'),
    '--formula',
    'ill ~ age',
    '--epsilon',
    '1',
    '--json',
    ...few,
  ])
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ people: 4, dropped: 0 })
  const dropping = await runCli([
    'regress',
    at('holes.csv'),
    '--formula',
    'ill ~ sex',
    '--epsilon',
    '1',
    '--missing',
    'drop',
    '--json',
    ...few,
  ])
  expect(JSON.parse(dropping.stdout)).toMatchObject({ people: 3, dropped: 1 })
})

test.each<[string, string[], RegExp]>([
  [
    'a missing covariate',
    ['holes.csv', '--formula', 'ill ~ sex', '--epsilon', '1'],
    /holes\.csv, data row 2, column "sex": expected a value, found nothing; --missing drop leaves such rows out\n$/,
  ],
  [
    'a formula',
    ['people.csv', '--formula', 'ill ~ log(age)', '--epsilon', '1'],
    /^error: --formula: formula at "log" must be without functions/,
  ],
  [
    'no level',
    ['people.csv', '--formula', 'ill ~ age'],
    /^error: --epsilon: expected a privacy level; or --request/,
  ],
  [
    'a response that cannot be',
    ['odd.csv', '--formula', 'y ~ age', '--request', request],
    /odd\.csv, data row 2: response must be/,
  ],
  [
    'a column that is not there',
    ['people.csv', '--formula', 'ill ~ shoe', '--epsilon', '1'],
    /people\.csv: no column "shoe"/,
  ],
  [
    'labels without answers',
    ['people.csv', '--formula', 'ill ~ age', '--epsilon', '1', '--labels', 'x'],
    /^error: --labels: expected only with answers that were collected/,
  ],
  [
    'two requests',
    ['answers.csv', '--formula', 'ill ~ age', '--request-column', 'request', '--request', request],
    /expected one of them/,
  ],
  [
    'a reference that is no category',
    ['people.csv', '--formula', 'ill ~ age', '--epsilon', '1', '--reference', 'Yes'],
    /^error: --reference: reference must be one of no, yes; got "Yes"\. Did you mean "yes"\?\n$/,
  ],
  [
    'a factor that is no covariate',
    ['people.csv', '--formula', 'ill ~ age', '--epsilon', '1', '--factors', 'sex'],
    /^error: --factors: expected covariates of the formula, found "sex"/,
  ],
])('%s is refused in one line, with status 2', async (_, [file, ...options], line) => {
  const { status, stdout, stderr } = await runCli(['regress', at(file), ...options])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(line)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

test('a small average change has its digits, and the reference may be chosen', async () => {
  const { status, stdout } = await runCli([
    ...[
      'regress',
      at('euros.csv'),
      '--formula',
      'ill ~ income',
      '--epsilon',
      '2',
      '--reference',
      'yes',
      ...few,
    ],
  ])
  expect(status).toBe(0)
  expect(stdout).toContain(' Family: bernoulli, logit against yes\n')
  const [, change] = /\nincome +no +(\S+)/.exec(stdout) ?? []
  expect(Math.abs(Number(change))).toBeGreaterThan(1e-7)
  expect(Math.abs(Number(change))).toBeLessThan(5e-5)
})
