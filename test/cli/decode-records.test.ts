import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { stream } from '../../src/random/stream.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const QUESTIONS = { smokes: ['no', 'yes'], age: 3 }
const at = testFolder({})
const GIVEN = ['--questions', JSON.stringify(QUESTIONS), '--draws', '30', '--seed', '2']

/** Collects answers of people whose age decides whether they smoke, and writes them down. */
function collected(ask: 'pairs' | 'singles', users: number) {
  const estimator = createEstimator({ questions: QUESTIONS, ask, epsilon: 4, strategy: 'srr', seed: 1 })
  const rng = stream('people')
  const rows = Array.from({ length: users }, () => {
    const age = rng.integer(3)
    const request = estimator.request()
    const record = { smokes: Number(age === 2), age }
    const response = createRespondent({ questions: QUESTIONS, epsilon: 4, rng }).respond(request, record)
    estimator.observe(response, request)
    return { request, response }
  })
  const file = at(`${ask}.ndjson`)
  writeFileSync(file, rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  return { file, rows, estimator }
}

test('answers that name what they are about give frequencies, tables and associations, and files of them', async () => {
  const { file, estimator } = collected('pairs', 400)
  const { status, stdout } = await runCli(['decode', file, ...GIVEN, '--json', '--out', at('tables')])
  expect(status).toBe(0)
  const found = JSON.parse(stdout)
  expect(found).toMatchObject({ users: 400, dropped: 0, auditedEpsilon: expect.closeTo(4, 10) })
  const [smokes, age, table] = found.laws
  expect([smokes.labels, age.labels]).toEqual([
    ['no', 'yes'],
    ['0', '1', '2'],
  ])
  // The library's estimate from the same answers; its chains are others.
  const estimate = estimator.estimate({ draws: 30 })
  estimate.marginal('smokes').mean.forEach((share, x) => {
    expect(Math.abs(smokes.estimate[x] - share)).toBeLessThan(0.03)
  })
  expect(table.about).toEqual(['smokes', 'age'])
  expect(table.cramersV.lower).toBeGreaterThan(0.7)
  expect(found.files.map((name: string) => name.split('/').at(-1))).toContain('table.svg')
  expect(readFileSync(`${at('tables')}/associations.csv`, 'utf8')).toMatch(/^first,second,measure,/)
  const text = await runCli(['decode', file, ...GIVEN])
  expect(text.stdout).toMatch(/^400 answers, 2 questions; seed: 2\n\nsmokes:\ncategory +estimate/)
  expect(text.stdout).toContain('how two questions go together:\n')
  expect(text.stdout).toMatch(/\naudited epsilon of the whole record: 4\.0000\n$/)
})

test('one question each gives frequencies; counted rows are people', async () => {
  const { rows } = collected('singles', 200)
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) + 1)
  const counted = Array.from(counts, ([row, count]) => `${JSON.stringify({ ...JSON.parse(row), count })}\n`)
  writeFileSync(at('counted.ndjson'), counted.join(''))
  const decoded = async (name: string, ...more: string[]) =>
    JSON.parse((await runCli(['decode', at(name), ...GIVEN, '--json', ...more])).stdout)
  const found = await decoded('counted.ndjson', '--count-column', 'count')
  expect(found).toMatchObject({ users: 200, laws: [{ about: 'smokes' }, { about: 'age' }] })
  expect(found.laws).toHaveLength(2)
  expect(found).toEqual(await decoded('singles.ndjson'))
  const { stderr } = await runCli(['decode', at('singles.ndjson'), ...GIVEN, '--out', at('none')])
  expect(stderr).toContain('--out: expected only where people are asked about two questions')
})

test('requests that are about nothing or something else are refused with their row', async () => {
  const { rows } = collected('pairs', 1)
  const [{ request, response }] = rows
  const refusal = async (...more: object[]) => {
    writeFileSync(at('bad.ndjson'), [...rows, ...more].map(row => `${JSON.stringify(row)}\n`).join(''))
    const { status, stderr } = await runCli(['decode', at('bad.ndjson'), ...GIVEN])
    expect(status).toBe(2)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    return stderr
  }
  const { about: _, ...plain } = request
  expect(await refusal({ request: plain, response })).toContain(
    "data row 2: the request's about must be a list",
  )
  expect(await refusal({ request: { ...request, about: ['age', 'smokes'] }, response })).toContain(
    'one question, or two in the order of the questions; got ["age", "smokes"]',
  )
  expect(await refusal({ request: { ...request, about: ['smokes', 'wealth'] }, response })).toContain(
    "data row 2: the request's about[1] must be one of the questions smokes, age",
  )
  expect(await refusal({ request, response: 6 })).toContain('data row 2: ')
})

test.each([
  [['--labels', 'x.csv'], '--labels: expected only for one question of categories'],
  [['--robust', '0.1'], '--robust: robust must be left out with questions'],
  [['--design', 'warner,p=0.7'], '--design: expected only for one question'],
  [['--design-columns', 'kind=model,p=p1'], '--design-columns: expected only for one question'],
  [['--from', '0', '--to', '1', '--bins', '4'], '--questions: expected without a range or a scale'],
  [['--prior', '1'], '--prior: prior must be left out with questions'],
  [['--table', 'age'], '--table: expected two of the columns smokes,age; got age'],
])('%j is refused in a line', async (more, sentence) => {
  const { status, stderr } = await runCli(['decode', at('none.ndjson'), ...GIVEN, ...more])
  expect(status).toBe(2)
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('options of questions are refused without them, and levels above the limit', async () => {
  const { file } = collected('pairs', 3)
  expect((await runCli(['decode', file, '--table', 'smokes,age'])).stderr).toContain(
    '--table: expected only with --questions',
  )
  expect((await runCli(['decode', file, ...GIVEN, '--epsilon', '3'])).stderr).toContain(
    "the request's audited level must be at most 3",
  )
})
