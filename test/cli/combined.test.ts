import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { stream } from '../../src/random/stream.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

/** What people hold and the groups they belong to, by options that go together. */

const ROWS = Array.from({ length: 240 }, (_, t) => {
  const region = t % 2 === 0 ? 'north' : 'south'
  const job = ['cook', 'baker', 'smith'][t % 3]
  return {
    id: t,
    region,
    job,
    tea: (job === 'cook') === t % 8 > 0 ? 'yes' : 'no',
    age: region === 'north' ? 25 : 55,
  }
})
const csv = (rows: typeof ROWS) =>
  `id,region,job,tea,age\n${rows.map(row => `${Object.values(row).join()}\n`).join('')}`
const at = testFolder({ 'people.csv': csv(ROWS), 'turned.csv': csv(ROWS.toReversed()) })

const LEVEL = ['--epsilon', '4', '--draws', '10', '--strategy', 'srr']
async function json(args: readonly string[], input = '') {
  const { status, stdout, stderr } = await runCli(args, input)
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}
const estimate = (file: string, ...more: string[]) =>
  json(['estimate', at(file), ...LEVEL, ...more, '--json'])

test.each([
  [['--column', 'job', '--by', 'region']],
  [['--columns', 'job,tea']],
  [['--columns', 'job,tea', '--by', 'region']],
])('%j: people come in the order of --order-by, whatever that of the file', async held => {
  const ordered = await estimate('people.csv', ...held, '--order-by', 'id')
  expect(await estimate('turned.csv', ...held, '--order-by', 'id')).toEqual(ordered)
  expect((await estimate('people.csv', ...held)).laws).not.toEqual(ordered.laws)
})

test('numbers of groups are estimated together', async () => {
  const range = ['--column', 'age', '--from', '0', '--to', '80', '--bins', '4', '--by', 'region']
  const { laws, isPooled, pooling, wasserstein } = await estimate('people.csv', ...range)
  expect(isPooled).toBe(true)
  expect(pooling.mean).toBeGreaterThan(0)
  for (const [g, mean] of [30, 50].entries()) {
    expect(laws[g]).toMatchObject({ about: 'age', group: ['north', 'south'][g], people: 120 })
    // The bins are 20 years wide, and everybody of a group is in one of them.
    expect(Math.abs(laws[g].expectation.mean - mean)).toBeLessThan(5)
    expect(laws[g].truth).toContain(1)
    expect(laws[g].separate).toBeUndefined()
  }
  expect(wasserstein).toBeLessThan(5)
  const { stdout } = await runCli(['estimate', at('people.csv'), ...LEVEL, ...range])
  expect(stdout).toMatch(/^group +people +mean[^\n]*median[^\n]*\n[^\n]*\nsouth +120 [^\n]*\nnorth +120 /m)
  expect(stdout).toContain('Wasserstein distance to the truth, mean over groups: ')
})

test.each([
  ['association(job, tea) > 0.1', true],
  ['share(job = cook, tea = yes) ± 0.2', undefined],
])('a question about two of the columns ends the collection: %s', async (goal, answer) => {
  const found = await estimate('people.csv', '--columns', 'job,tea,region', '--goal', goal)
  expect(found).toMatchObject({ decision: { goal, settled: true }, correct: true })
  if (answer !== undefined) expect(found.decision.answer).toBe(answer)
  // Everybody is asked about these two.
  expect(found.laws.at(-1)).toMatchObject({ about: ['job', 'tea'], people: found.decision.answers })
})

test.each([
  [
    'median(age | region = south) > median(age | region = north)',
    'south',
    ['--column', 'age', '--whole', '20:60'],
  ],
  ['association(job, tea | region = north) > 0.1', true, ['--columns', 'job,tea']],
])('a goal about numbers or columns by group is answered: %s', async (goal, answer, columns) => {
  const found = await estimate('people.csv', ...columns, '--by', 'region', '--goal', goal)
  expect(found).toMatchObject({ decision: { answer }, correct: true, by: 'region' })
  expect(found.decisions).toEqual([found.decision])
})

test('questions are decoded by group', async () => {
  const questions = { smokes: ['no', 'yes'], age: 3 } as const
  const by = ['north', 'south']
  const estimator = createEstimator({ questions, by, epsilon: 4, strategy: 'srr', seed: 1 })
  const rng = stream('people')
  const rows = Array.from({ length: 200 }, (_, t) => {
    const group = by[t % 2]
    const record = { smokes: t % 2, age: rng.integer(3) }
    const request = estimator.request(group)
    const response = createRespondent({ questions, epsilon: 4, rng }).respond(request, record)
    return `${JSON.stringify({ request, response, region: group })}\n`
  })
  writeFileSync(at('answers.ndjson'), rows.join(''))
  const args = ['--questions', JSON.stringify(questions), '--by', 'region', '--draws', '10', '--json']
  const { laws, users } = await json(['decode', at('answers.ndjson'), ...args])
  expect(users).toBe(200)
  expect(laws.map(({ group, about }: Record<string, unknown>) => `${group}: ${about}`)).toEqual(
    by.flatMap(group => ['smokes', 'age', 'smokes,age'].map(about => `${group}: ${about}`)),
  )
  // Nobody smokes in the north, and everybody in the south.
  expect(laws[0].estimate[1]).toBeLessThan(0.3)
  expect(laws[3].estimate[1]).toBeGreaterThan(0.7)
  expect(laws[3].people).toBe(100)
})

test.each([
  [['--questions', '{"smokes":["no","yes"],"age":3}'], 3],
  [['--whole', '0:3'], 1],
  [['--from', '0', '--to', '10', '--bins', '4'], 1],
])('stream takes groups with %j', async (held, perGroup) => {
  const { stdout } = await runCli(
    ['stream', ...held, '--by', 'north,south', ...LEVEL],
    '{"ask":1,"group":"north"}\n{"answer":0,"id":0,"group":"north"}\n{"estimate":1}\n',
  )
  const [asked, counted, { laws }] = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect([asked.id, counted]).toEqual([0, { answers: 1 }])
  expect(laws.map(({ group, people }: Record<string, unknown>) => [group, people])).toEqual([
    ...Array.from({ length: perGroup }, () => ['north', 1]),
    ...Array.from({ length: perGroup }, () => ['south', 0]),
  ])
})

test.each([
  [['--column', 'id'], '--column: expected only without --columns'],
  [['--from', '0', '--to', '1', '--bins', '4'], '--columns: expected without a range or a scale'],
  [['--categories', '4'], '--categories: expected only without a file'],
  [['--users', '40'], '--users: expected only without a file'],
  [['--group-size', '4'], '--group-size: groupSize must be left out with questions'],
])('a comparison of columns refuses %j', async (more, sentence) => {
  const { status, stderr } = await runCli([
    'compare',
    at('people.csv'),
    '--columns',
    'job,tea',
    '--epsilon',
    '1',
    ...more,
  ])
  expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)])
})
