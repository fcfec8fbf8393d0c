import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { withDatabase } from '../../src/data/duckdb.ts'
import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const JOBS = ['baker', 'cook', 'pilot']
const PEOPLE = [...Array<number>(500).fill(1), ...Array<number>(300).fill(0), ...Array<number>(200).fill(2)]

/** The answers that `adobest estimate --strategy srr --epsilon 2 --seed 7` plays: its people in its order, by its randomness. */
function playedByEstimate(): number[] {
  const mechanism = srr({ categories: 3, epsilon: 2 })
  const order = stream(7, 'people')
  const people: number[] = []
  PEOPLE.forEach((person, t) => {
    const at = order.integer(t + 1)
    people[t] = people[at]
    people[at] = person
  })
  const rng = stream(7, 'responses', 'srr')
  return people.map(person => mechanism.respond(person, rng))
}

/** The cheapest sampler here. */
const CHEAP = ['--sampler', 'gibbs', '--prior', '1']
/** Enough draws to see whether two estimates are the same; without this, they are as many as make it good. */
const FEW = [...CHEAP, '--draws', '500']

/** Answers to three requests by turns. */
const MECHANISMS: Mechanism[] = [
  srr({ categories: 4, epsilon: 1 }),
  subsetSelection({ categories: 4, epsilon: 0.5, size: 2 }),
  rrrr({ categories: 4, subset: [0, 2], epsilon: 1.5 }),
]
const rng = stream(1, 'answers')
const MIXED: { request: Mechanism; response: Response }[] = Array.from({ length: 3000 }, (_, t) => {
  const request = MECHANISMS[t % 3]
  return { request, response: request.respond([0, 0, 0, 1, 1, 2, 3][t % 7], rng) }
})
const texts = MIXED.map(({ request, response }) => [
  JSON.stringify(request.toRequest()),
  JSON.stringify(response),
])
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const SRR = JSON.stringify(MECHANISMS[0].toRequest())
const csv = `id,request,response\n${texts.map((row, t) => `${t},${row.map(quoted)}\n`).join('')}`
const lines = texts.map(([request, response]) => `{"request":${request},"response":${response}}`)

const at = testFolder({
  'people.csv': `job\n${PEOPLE.map(x => `${JOBS[x]}\n`).join('')}`,
  'responses.csv': `response\n${playedByEstimate().join('\n')}\n`,
  'twice.csv': 'category\nred\ngreen\nred\nblue\n',
  'jobs.csv': `category\n${JOBS.join('\n')}\n`,
  'srr.json': JSON.stringify(srr({ categories: 3, epsilon: 2 }).toRequest()),
  'survey.csv': `response\n${'1\n'.repeat(350)}${'0\n'.repeat(650)}`,
  'mixed.csv': csv,
  'mixed.csv.gz': gzipSync(csv),
  'mixed.tsv': `request\tresponse\n${texts.map(row => `${row.map(quoted).join('\t')}\n`).join('')}`,
  'mixed.ndjson': `${lines.join('\n')}\n`,
  'mixed.json': `[${lines.join(',\n')}]`,
  'texts.ndjson': texts.map(([request, response]) => `${JSON.stringify({ request, response })}\n`).join(''),
  'other-names.csv': csv.replace('request,response', 'asked,said'),
  'none.csv': 'request,response\n',
  'no-json.csv': `request,response\n${quoted(SRR)},1\n${quoted(SRR)},one\n`,
  'impossible.csv': `request,response\n${quoted(SRR)},1\n${quoted(SRR)},4\n`,
  'missing.csv': `request,response\n${quoted(SRR)},\n`,
  'no-request.csv': 'request,response\n5,1\n',
  'two-sizes.csv': `request,response\n${quoted(SRR)},1\n${quoted('{"mechanism":"srr","categories":3,"epsilon":1}')},1\n`,
})

let expected: Awaited<ReturnType<typeof decode>>

beforeAll(async () => {
  await withDatabase(async connection => {
    const source = `read_json('${at('mixed.ndjson')}')`
    await connection.run(`COPY (SELECT * FROM ${source}) TO '${at('mixed.parquet')}' (FORMAT parquet)`)
  })
  expected = await decode(at('mixed.ndjson'), ...FEW)
})

async function decode(...args: string[]) {
  const { status, stdout } = await runCli(['decode', ...args, '--json'])
  expect(status).toBe(0)
  return JSON.parse(stdout)
}

test('of the answers that `estimate` plays it makes the very estimate that `estimate` makes of them', async () => {
  const estimated = await runCli([
    'estimate',
    at('people.csv'),
    ...'--column job --epsilon 2 --strategy srr --seed 7 --json'.split(' '),
    ...CHEAP,
  ])
  const { estimate, interval, categories, users, auditedEpsilon } = JSON.parse(estimated.stdout)
  const decoded = await decode(
    at('responses.csv'),
    ...['--request', `@${at('srr.json')}`, '--labels', at('jobs.csv'), '--epsilon', '2'],
    // The name of the stream that the estimate of a simulation draws from.
    ...['--seed', JSON.stringify([7, 'estimate', 'srr'])],
    ...CHEAP,
  )
  expect(decoded).toMatchObject({ estimate, interval, categories, users, auditedEpsilon, epsilon: 2 })
  // Another draw of the same answers is another estimate.
  const other = await decode(at('responses.csv'), '--request', `@${at('srr.json')}`, ...CHEAP)
  expect(other.estimate).not.toEqual(estimate)
})

describe('requests of several mechanisms', () => {
  test.each(['mixed.csv', 'mixed.csv.gz', 'mixed.tsv', 'mixed.json', 'texts.ndjson', 'mixed.parquet'])(
    'give the same from %s as from NDJSON',
    async file => {
      expect(await decode(at(file), ...FEW)).toEqual(expected)
    },
  )

  test('are counted together, and the largest level of all is told', async () => {
    const result = expected
    expect(result).toMatchObject({ users: 3000, categories: ['0', '1', '2', '3'], epsilon: null, seed: 1 })
    expect(result.auditedEpsilon).toBeCloseTo(1.5, 12)
    // The truth is 3/7, 2/7, 1/7, 1/7.
    ;[3, 2, 1, 1].forEach((count, x) => {
      expect(result.interval.lower[x]).toBeLessThan(count / 7)
      expect(result.interval.upper[x]).toBeGreaterThan(count / 7)
    })
  })

  test('come from standard input, and from columns of any name', async () => {
    expect(
      await decode(at('other-names.csv'), '--request-column', 'asked', '--response-column', 'said', ...FEW),
    ).toEqual(expected)
    const { stdout } = await runCli(['decode', '-', ...FEW, '--json'], csv)
    expect(JSON.parse(stdout)).toEqual(expected)
  })
})

test('without --json it prints a table, the likeliest first', async () => {
  const { status, stdout } = await runCli(['decode', at('mixed.csv'), '--top', '2', ...CHEAP])
  expect(status).toBe(0)
  expect(stdout).toContain('3,000 answers, 4 categories; seed: 1\n')
  expect(stdout).toMatch(/\n0 +0\.4\d{3} +0\.\d{4} +0\.\d{4}\n1 .*\n… 2 more categories \(--top\)\n/)
  expect(stdout).toContain('\naudited epsilon: 1.5000\n')
})

test('with --robust its intervals reckon with liars, and it says whether there are signs of them', async () => {
  const args = ['decode', at('mixed.csv'), '--seed', '1', ...FEW]
  const plain = await runCli([...args, '--json'])
  const robust = await runCli([...args, '--robust', '0.05', '--json'])
  const [one, other] = [plain, robust].map(({ stdout }) => JSON.parse(stdout))
  expect(other.robust).toEqual({ share: 0.05 })
  expect(other.estimate).toEqual(one.estimate)
  for (const x of [0, 1, 2, 3]) {
    const width = ({ interval }: typeof one) => interval.upper[x] - interval.lower[x]
    expect(width(other)).toBeGreaterThan(width(one))
  }
  expect(other.liars.pValue).toBeGreaterThan(0.05)
  expect(one.liars).toBe(undefined)
  expect((await runCli([...args, '--robust', '0.05'])).stdout).toMatch(
    /^signs of made-up answers: none \(p = /m,
  )
  expect((await runCli([...args, '--robust', '1'])).status).toBe(2)
})

test('with --design it reads the answers of a survey whose people threw a die', async () => {
  const args = ['decode', at('survey.csv'), '--design', 'forced,truth=2/3,yes=1/6,no=1/6', ...CHEAP]
  const { estimate, auditedEpsilon } = JSON.parse((await runCli([...args, '--seed', '1', '--json'])).stdout)
  // 35 % say yes: (0.35 − 1/6)/(2/3) = 0.275.
  expect(estimate[1]).toBeCloseTo(0.275, 1)
  expect(Math.abs(auditedEpsilon - Math.log(5))).toBeLessThan(1e-12)
  const above = await runCli([...args, '--epsilon', '1'])
  expect(above.stderr).toContain("--design: the request's audited level must be at most 1; got 1.609")
  const both = await runCli([...args, '--request', '{}'])
  expect([both.status, both.stderr]).toEqual([
    2,
    expect.stringContaining('--request, --design and --design-columns: expected one of them'),
  ])
})

describe('is refused in one line, which names the file and the row', () => {
  test.each([
    [
      ['mixed.csv', '--epsilon', '1'],
      "mixed.csv, data row 3: the request's audited level must be at most 1; got 1.5",
    ],
    [['no-json.csv'], 'no-json.csv, data row 2, column "response": expected JSON, such as 0 or 1'],
    [['missing.csv'], 'missing.csv, data row 1, column "response": expected JSON, found nothing'],
    [['impossible.csv'], 'impossible.csv, data row 2: response must be a category'],
    [['no-request.csv'], 'no-request.csv, data row 1: request must be plain data'],
    [['two-sizes.csv'], "two-sizes.csv, data row 2: the request's number of categories must be 4; got 3"],
    [['none.csv'], 'none.csv: expected one row or more, found none'],
    [['jobs.csv'], 'jobs.csv: no column "response"; expected one of "category"'],
    [['responses.csv', '--request', '{'], '--request: expected JSON, or @FILE with it'],
    [
      ['responses.csv', '--request', SRR, '--epsilon', '0.5'],
      "the request's audited level must be at most 0.5",
    ],
    [['mixed.csv', '--labels', '@jobs.csv'], 'jobs.csv: expected a name for each of 4 categories, found 3'],
    [
      ['mixed.csv', '--labels', '@twice.csv'],
      'twice.csv: expected a different name for each category, found "red" twice',
    ],
  ])('%j', async ([file, ...args], says) => {
    const given = args.map(arg => (arg.startsWith('@') ? at(arg.slice(1)) : arg))
    const { status, stdout, stderr } = await runCli(['decode', at(file), ...given, '--json'])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
  })
})
