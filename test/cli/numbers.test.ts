import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { stream } from '../../src/random/stream.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const RANGE = ['--from', '0', '--to', '40', '--bins', '8']
const at = testFolder({
  'people.csv': `age\n${Array.from({ length: 300 }, (_, i) => `${10 + (i % 20)}\n`).join('')}""\n99\n`,
  'words.csv': 'age\n1\n2\nten\n',
})

const estimate = (...args: string[]) =>
  runCli(['estimate', at('people.csv'), '--column', 'age', '--epsilon', '3', '--draws', '50', ...args])

test('a column of numbers is estimated beside its truth', async () => {
  const found = JSON.parse((await estimate(...RANGE, '--json')).stdout)
  expect(found.users).toBe(301)
  expect(found.dropped).toBe(1)
  const [law, ...others] = found.laws
  expect(others).toEqual([])
  expect(law).toMatchObject({ about: 'age', people: 301 })
  expect(law.labels[9]).toBe('> 40')
  expect(law.estimate).toHaveLength(10)
  expect(law.truth[9]).toBeCloseTo(1 / 301, 12)
  expect(law.quantiles.map(({ p }: { p: number }) => p)).toEqual([0.1, 0.25, 0.5, 0.75, 0.9])
  expect(law.expectation.lower).toBeLessThan(law.expectation.upper)
  expect(found.wasserstein).toBeGreaterThan(0)
  const { stdout } = await estimate(...RANGE)
  expect(stdout).toContain('301 people, numbers from 0 to 40 in 8 bins, 1 row without a value left out')
  expect(stdout).toMatch(/share above +[\d.e-]+ +[\d.e-]+ +[\d.e-]+ +0.0033223/)
})

test('a question about a number is answered in the units of the range', async () => {
  const found = JSON.parse((await estimate(...RANGE, '--goal', 'median(age) +- 20', '--json')).stdout)
  expect(found.decision.goal).toBe('median ± 20')
  expect(found.decision.answer).toBeGreaterThan(0)
  expect((await estimate(...RANGE, '--goal', 'mean ± 20')).stdout).toContain('goal mean ± 20: ')
})

test.each([
  [['--from', '0', '--to', '40'], '--bins: expected with --from'],
  [['--edges', '0,1,2', '--bins', '4'], '--bins: expected without --edges'],
  [['--from', '40', '--to', '0', '--bins', '4'], '--to: expected a number above 40; got "0"'],
  [[...RANGE, '--goal', 'association ± .1'], '--goal: goal must have '],
  [[...RANGE, '--confidence', '0.9'], '--confidence: expected only with --goal'],
])('%j is refused in one line', async (args, line) => {
  const { status, stderr } = await estimate(...args)
  expect(status).toBe(2)
  expect(stderr).toContain(line)
})

test('a word among the numbers is refused, and named', async () => {
  const { status, stderr } = await runCli([
    'estimate',
    at('words.csv'),
    '--column',
    'age',
    '--epsilon',
    '1',
    ...RANGE,
  ])
  expect(status).toBe(2)
  expect(stderr).toContain('data row 3, column "age": expected a finite number, found "ten"')
})

test('answers about numbers are decoded, and a stream of them is estimated', async () => {
  const question = { from: 0, to: 40, bins: 8 }
  const request = createEstimator({ question, epsilon: 3, seed: 1 }).request()
  const respondent = createRespondent({ question, epsilon: 3, rng: stream(1, 'answers') })
  const answers = Array.from({ length: 40 }, (_, i) => respondent.respond(request, i % 40))
  writeFileSync(at('answers.csv'), `response\n${answers.map(y => `"${JSON.stringify(y)}"\n`).join('')}`)
  writeFileSync(at('request.json'), JSON.stringify(request))
  const decode = ['decode', at('answers.csv'), '--request', `@${at('request.json')}`, '--draws', '50']
  const found = JSON.parse((await runCli([...decode, ...RANGE, '--json'])).stdout)
  expect(found.users).toBe(40)
  expect(found.laws[0].estimate).toHaveLength(10)
  expect(found.laws[0].people).toBe(40)
  expect(found.auditedEpsilon).toBeCloseTo(3, 12)
  expect((await runCli([...decode, ...RANGE, '--robust', '0.1'])).stderr).toContain(
    '--robust: expected only for one question of categories',
  )
  const live = await runCli(
    ['stream', ...RANGE, '--epsilon', '3', '--run-length', 'none'],
    `{"ask":1}\n{"answer":${JSON.stringify(answers[0])},"id":0}\n{"estimate":1}\n`,
  )
  expect(JSON.parse(live.stdout.trim().split('\n')[2]).laws[0].estimate).toHaveLength(10)
})

test('strategies are compared on a column of numbers, by the distance W1', async () => {
  const args = ['compare', at('people.csv'), '--column', 'age', ...RANGE, '--epsilon', '4', '--runs', '1']
  const { status, stdout } = await runCli([...args, '--strategies', 'arcs', '--json'])
  expect(status).toBe(0)
  const found = JSON.parse(stdout)
  expect(found).toMatchObject({
    users: 301,
    dropped: 1,
    categories: 10,
    question: { from: 0, to: 40, bins: 8 },
  })
  expect(found.results[0].wasserstein.mean).toBeGreaterThan(0)
  expect(found.results[0].wasserstein.mean).toBeLessThan(10)
  const asked = await runCli([...args, '--goal', 'share(>= 20) > .3'])
  expect(asked.stdout).toContain('numbers from 0 to 40 in 8 bins, 301 people, age (people.csv)')
  expect(asked.stdout).toMatch(/ratio ± SE: people, divided by those of arcs/)
  for (const strategy of ['auto', 'arcs', 'threshold']) expect(asked.stdout).toContain(`4  ${strategy}`)
})

test.each([
  [['--goal', 'share(1) ± .1'], /--goal: goal must have a comparison such as >= 10/],
  [['--goal', 'share(>= 21) > .3'], /--goal: goal must have an edge of the bins/],
  [['--strategies', 'fisher'], /strategy/],
  [['--categories', '10'], /--categories/],
])('a comparison of numbers refuses %j in one line', async (args, line) => {
  const all = ['compare', at('people.csv'), '--column', 'age', ...RANGE, '--epsilon', '1', ...args]
  const { status, stderr } = await runCli(all)
  expect(status).toBe(2)
  expect(stderr.split('\n').find(each => each.startsWith('error: '))).toMatch(line)
})
