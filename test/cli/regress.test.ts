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
  'census.csv': 'region,age,share\nr0,58,.5\nr1,55,.5\n',
  'bad-census.csv': 'region,age,share\nr0,58,.5\nr1,old,.5\n',
  'incomes.csv': table([
    ['age', 'region', 'income', 'children', 'mood'],
    ...answers
      .slice(0, 80)
      .map(({ age, region }, i) => [
        age,
        region,
        40 * age + 7 * (i % 90),
        i % 4,
        ['bad', 'fair', 'good'][i % 3],
      ]),
  ]),
  'weighted.csv': table([
    ['age', 'response', 'request', 'w'],
    ...answers.map(({ age, response }, i) => [age, response as number, request, 1 + (i % 2)]),
  ]),
  'persons.csv': 'age,region\n25,r0\n55,r1\n',
  'not-all-numbers.csv': table([
    ['age', 'sex', 'ill'],
    ...answers.map(({ age, sex, response }) => [age, sex, response === 1 ? 'yes' : 'no']),
    ['NA', 'male', 'NA'],
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
  expect(stdout).toContain('Average change:')
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
  expect(found.random[0].effects).toHaveLength(3)
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
  const [, change] = /\nincome +share\(no\) +(\S+)/.exec(stdout) ?? []
  expect(Math.abs(Number(change))).toBeGreaterThan(1e-7)
  expect(Math.abs(Number(change))).toBeLessThan(5e-5)
})

test('a table of a population gives the shares of its people, and their queries', async () => {
  const command = [
    'regress',
    at('people.csv'),
    '--formula',
    'ill ~ age + (age | region)',
    '--epsilon',
    '1',
    ...few,
  ]
  const show = ['--show', 'share(ill = yes)', '--json']
  const [all, some] = [
    await runCli([...command, ...show]),
    await runCli([...command, ...show, '--shares', at('census.csv')]),
  ].map(({ stdout }) => JSON.parse(stdout))
  expect(some.population.map(({ category }: { category: string }) => category)).toEqual(['no', 'yes'])
  const [yes] = some.queries
  expect(some.population[1].mean).toBeCloseTo(yes.mean, 12)
  expect(yes.truth).toBeUndefined()
  // The population is older than those who answered, and age makes ill.
  expect(yes.mean).toBeGreaterThan(all.queries[0].mean + 0.02)
  const { stdout } = await runCli([...command, '--shares', at('census.csv')])
  expect(stdout).toContain('Shares in the population:')
  const { status, stderr } = await runCli([...command, '--shares', at('bad-census.csv')])
  expect([status, stderr.trim()]).toEqual([
    2,
    'error: --shares: expected a number in column age of row 2; got "old"',
  ])
})

test('numbers, whole numbers and scales are regressed as categories are, on the mean, the median and what is shown', async () => {
  const run = async (formula: string, ...options: string[]) => {
    const command = ['regress', at('incomes.csv'), '--formula', formula, '--epsilon', '4', '--json', ...few]
    const { status, stdout, stderr } = await runCli([...command, ...options])
    return { status, stderr, found: status === 0 ? JSON.parse(stdout) : undefined }
  }
  const range = ['--from', '0', '--to', '4000', '--bins', '8', '--clamp']
  const shown = ['--show', 'share(income >= 2000)', '--show', 'mean(income)', '--predict', at('persons.csv')]
  const { found } = await run('income ~ age + (1 | region)', ...range, ...shown)
  expect(found).toMatchObject({ people: 80, question: { from: 0, to: 4000, bins: 8, outside: 'clamp' } })
  expect(found.reference).toBeUndefined()
  const changes = Object.fromEntries(
    found.effects.map(({ on, mean }: { on: string; mean: number }) => [on, mean]),
  )
  expect(Object.keys(changes).slice(0, 2)).toEqual(['mean', 'median'])
  expect(Object.keys(changes).at(-1)).toBe('share(>= 2000)')
  // Forty more a year, as far as the bins of 500 show it.
  expect(changes.mean).toBeGreaterThan(20)
  expect(changes.mean).toBeLessThan(60)
  expect(found.queries[1].truth).toBeCloseTo(found.queries[1].mean, -3)
  expect(found.predictions.map(({ row, on }: { row: number; on: string }) => [row, on]).slice(5, 8)).toEqual([
    [1, 'quantile(0.9)'],
    [2, 'mean'],
    [2, 'quantile(0.1)'],
  ])
  expect(found.predictions[6].mean).toBeGreaterThan(found.predictions[0].mean + 500)

  const census = ['--shares', at('census.csv')]
  const children = await run('children ~ age + region', '--whole', '0:3', '--factors', 'region', ...census)
  expect(children.found.population[0]).toMatchObject({ on: 'mean' })
  const mood = await run('mood ~ age', '--ordered', 'bad,fair,good')
  expect(mood.found.effects.map(({ on }: { on: string }) => on)).toEqual([
    ...['mean', 'median', 'share(bad)', 'share(fair)', 'share(good)'],
  ])
  const refusals = [
    [['--reference', 'fair'], '--reference: reference must be left out with a scale or a number'],
    [['--prior', 'flat'], "prior must be 'default' with a scale or a number"],
    [['--labels', 'x.csv', '--request', request], '--labels: expected without a range or a scale'],
    [['--request', request, '--response-column', 'age'], 'categories must be 3'],
  ] as const
  for (const [options, sentence] of refusals) {
    const { status, stderr } = await run('mood ~ age', '--ordered', 'bad,fair,good', ...options)
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)])
  }
})

test('a column of weights is said, and goes with what decode and regress have but robust intervals', async () => {
  const found = async (...command: string[]) => {
    const { status, stdout, stderr } = await runCli([...command, '--json', '--seed', '1'])
    return status === 0 ? JSON.parse(stdout) : stderr
  }
  const file = at('weighted.csv')
  const weight = ['--weight', 'w', '--draws', '20']
  // Σ w = 900, Σ w² = 1500: of 600 answers.
  expect(await found('decode', file, ...weight)).toMatchObject({ users: 600, effective: 540 })
  const byAge = await found('decode', file, ...weight, '--by', 'w')
  expect(byAge).toMatchObject({ effective: 600, shares: { 1: 300, 2: 600 } })
  const formula = ['regress', file, '--formula', 'ill ~ age', '--request-column', 'request']
  const { people, effective } = await found(...formula, ...weight)
  expect(people).toBe(600)
  expect(effective).toBeLessThan(600)
  expect(await found('decode', file, ...weight, '--robust', '.1')).toMatch(
    /^error: --robust: robust must be left out with weights: robust intervals count all answers alike/,
  )
  expect(await found('decode', file, '--weight', 'request')).toMatch(
    /data row 1, column "request": expected a number from 0 to 1e\+100, found/,
  )
})

test('codes of missing values among numbers and outcomes are warned about, once each', async () => {
  const run = async (...more: string[]) => {
    const options = ['--formula', 'ill ~ age + sex', '--epsilon', '2', '--draws', '4', ...more]
    const { stderr } = await runCli(['regress', at('not-all-numbers.csv'), ...options])
    return stderr.split('\n').filter(line => line.includes('"NA"'))
  }
  const hint = 'if it stands for a missing value, --missing-values NA says so'
  const outcome = `warning: column "ill": "NA" is taken as a category; ${hint}`
  expect(await run()).toEqual([
    expect.stringMatching(
      new RegExp(`^warning: column "age": a factor of \\d+ levels, because "NA" is no number; ${hint}$`),
    ),
    outcome,
  ])
  expect(await run('--factors', 'age')).toEqual([outcome.replace('ill', 'age'), outcome])
  expect(await run('--missing-values', 'NA', '--missing', 'drop')).toEqual([])
})
