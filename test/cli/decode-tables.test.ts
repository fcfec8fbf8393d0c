import { beforeAll, describe, expect, test } from 'vitest'
import { withDatabase } from '../../src/data/duckdb.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const TWO = '{"mechanism":"srr","categories":2,"epsilon":1}'
const THREE = '{"mechanism":"srr","categories":3,"epsilon":1}'
const BITS = '{"mechanism":"unary-encoding","categories":3,"epsilon":1}'
const PAIRS = '{"mechanism":"subset-selection","categories":3,"epsilon":1,"size":2}'

/** How often 0, 1 and 2 are answered. */
const COUNTS = [30, 20, 10]
const repeat = (texts: readonly string[]) =>
  `response\n${texts.map((text, x) => `${text}\n`.repeat(COUNTS[x])).join('')}`

const at = testFolder({
  'counts.csv': 'response,count\n0,700\n1,300\n',
  'counts.json': '[{"response":0,"count":700},{"response":1,"count":300}]',
  'parts.csv': 'n,response\n300,0\n0,1\n400.0,0\n3e2,1\n',
  'both.csv': `request,count,response\n"${TWO.replaceAll('"', '""')}",700,0\n"${TWO.replaceAll('"', '""')}",300,1\n`,
  'fraction.csv': 'response,count\n0,5\n1,1.7\n',
  'negative.csv': 'response,count\n0,5\n1,-1\n',
  'empty.csv': 'response,count\n0,5\n1,\n',
  'none.csv': 'response,count\n0,0\n',
  'numbers.csv': repeat(['0', '1', '2']),
  'names.csv': repeat(['baker', 'cook', 'true']),
  'holes.csv': `${repeat(['0', '1', '2'])}""\nNA\n`,
  'truths.csv': `response\n${'True\n'.repeat(20)}${'FALSE\n'.repeat(30)}${'true\n'.repeat(10)}`,
  'bits.csv': `response\n${'1\n'.repeat(30)}${'0\n'.repeat(30)}`,
  'unary.ndjson': '{"response":[0,2]}\n{"response":[]}\n{"response":[1]}\n',
  'booleans.ndjson':
    '{"response":[true,false,true]}\n{"response":[false,false,false]}\n{"response":[false,true,false]}\n',
  'pairs.ndjson': '{"response":[0,2]}\n{"response":[0,1]}\n{"response":[0,2]}\n',
  'named-pairs.ndjson':
    '{"response":["true","baker"]}\n{"response":["baker","cook"]}\n{"response":["baker","true"]}\n',
  'jobs.csv': 'category\nbaker\ncook\ntrue\n',
  'jobs-by-id.csv': 'id,category\n2,true\n0,baker\n1,cook\n',
  'bad-id.csv': 'id,category\n2,true\n0,baker\n2,cook\n',
})

beforeAll(() =>
  withDatabase(async connection => {
    await connection.run(`COPY (FROM read_csv('${at('counts.csv')}')) TO '${at('counts.parquet')}'`)
  }),
)

const decode = (file: string, ...args: string[]) =>
  runCli(['decode', at(file), '--sampler', 'gibbs', '--prior', '1', ...args, '--json'])

async function decoded(file: string, ...args: string[]) {
  const { status, stdout, stderr } = await decode(file, ...args)
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return JSON.parse(stdout)
}

describe('a column of counts', () => {
  const counted = ['--request', TWO, '--count-column']

  test('says how many people gave each answer: the posterior is that of 1,000 people', async () => {
    const { users, estimate } = await decoded('counts.csv', ...counted, 'count')
    expect(users).toBe(1000)
    // The posterior mean under a flat prior, by the midpoint rule; the error of the draws has a standard deviation of 0.0015.
    const odds = Math.E
    let mass = 0
    let mean = 0
    for (let i = 0; i < 10_000; i++) {
      const theta = (i + 0.5) / 10_000
      const yes = (theta * odds + 1 - theta) / (odds + 1)
      const density = Math.exp(700 * Math.log(yes / 0.7) + 300 * Math.log((1 - yes) / 0.3))
      mass += density
      mean += density * theta
    }
    expect(Math.abs(estimate[0] - mean / mass)).toBeLessThan(0.01)
    expect(mean / mass).toBeCloseTo(0.9308, 3)
  })

  test('gives the same from JSON, Parquet, a column of requests, and in parts', async () => {
    const expected = await decoded('counts.csv', ...counted, 'count')
    for (const file of ['counts.json', 'counts.parquet']) {
      expect(await decoded(file, ...counted, 'count')).toEqual(expected)
    }
    expect(await decoded('parts.csv', ...counted, 'n')).toEqual(expected)
    expect(await decoded('both.csv', '--count-column', 'count')).toEqual(expected)
  })

  test.each([
    [
      'counts.csv',
      [],
      ': column "count" looks like the number of people who gave the answer: --count-column count takes it for that, and --no-count-column says that each row is one answer',
    ],
    [
      'fraction.csv',
      ['--count-column', 'count'],
      ', data row 2, column "count": expected a whole number of people, found "1.7"',
    ],
    [
      'negative.csv',
      ['--count-column', 'count'],
      ', data row 2, column "count": expected a whole number of people, found "-1"',
    ],
    [
      'empty.csv',
      ['--count-column', 'count'],
      ', data row 2, column "count": expected a whole number of people, found nothing',
    ],
    ['none.csv', ['--count-column', 'count'], ': expected an answer in column "response", found none'],
    ['numbers.csv', ['--count-column', 'n'], ': no column "n"; expected one of "response"'],
  ])('is refused in one line: %s %j', async (file, args, says) => {
    const { status, stdout, stderr } = await decode(file, '--request', TWO, ...args)
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: `error: ${at(file)}${says}\n`,
    })
  })
})

describe('answers in words', () => {
  test('are labels, whose numbers are those of the rows or the ids of their file', async () => {
    const expected = await decoded('numbers.csv', '--request', THREE, '--labels', at('jobs.csv'))
    expect(expected.categories).toEqual(['baker', 'cook', 'true'])
    for (const labels of ['jobs.csv', 'jobs-by-id.csv']) {
      expect(await decoded('names.csv', '--request', THREE, '--labels', at(labels))).toEqual(expected)
    }
    const pairs = await decoded('pairs.ndjson', '--request', PAIRS, '--labels', at('jobs.csv'))
    expect(await decoded('named-pairs.ndjson', '--request', PAIRS, '--labels', at('jobs.csv'))).toEqual(pairs)
  })

  test('are truth values: of two categories the second is true, and in a list each category has its own', async () => {
    expect(await decoded('truths.csv', '--request', TWO)).toEqual(await decoded('bits.csv', '--request', TWO))
    expect(await decoded('booleans.ndjson', '--request', BITS)).toEqual(
      await decoded('unary.ndjson', '--request', BITS),
    )
  })

  test.each([
    [
      'names.csv',
      ['--request', THREE],
      ', data row 1, column "response": expected JSON, such as 0 or 1, or names of categories that --labels has; found "baker"',
    ],
    ['truths.csv', ['--request', THREE], ', data row 1: response must be a category'],
    [
      'names.csv',
      ['--request', THREE, '--labels', '@bad-id.csv'],
      'bad-id.csv, data row 3, column "id": expected each of the ids 0 to 2 once, found "2"',
    ],
  ])('are refused where they mean nothing: %s %j', async (file, args, says) => {
    const given = args.map(arg => (arg.startsWith('@') ? at(arg.slice(1)) : arg))
    const { status, stdout, stderr } = await decode(file, ...given)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(says)
  })
})

test('rows without an answer are refused, or left out where this is asked for', async () => {
  const refused = await decode('holes.csv', '--request', THREE)
  expect(refused.status).toBe(2)
  expect(refused.stderr).toContain(', data row 61, column "response": expected JSON, found nothing')
  const { dropped, ...rest } = await decoded(
    'holes.csv',
    ...['--request', THREE, '--missing', 'drop', '--missing-values', 'NA'],
  )
  expect(dropped).toBe(2)
  expect({ ...rest, dropped: 0 }).toEqual(await decoded('numbers.csv', '--request', THREE))
})
