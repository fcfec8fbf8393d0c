import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { simulate } from '../../src/simulation/simulate.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

// 400 people: 200 cooks, 120 bakers, 60 pilots, and 20 of whom it is not known.
const JOBS = [
  ...Array<string>(200).fill('cook'),
  ...Array<string>(120).fill('baker'),
  ...Array<string>(60).fill('pilot'),
  ...Array<string>(20).fill(''),
]
const CSV = `id,job\n${JOBS.map((job, i) => `${i},${job}\n`).join('')}`

const at = testFolder({
  'people.csv': CSV,
  'people.csv.gz': gzipSync(CSV),
  'many.csv': `job\n${JOBS.slice(0, 380).join('\n')}\n`.repeat(2).replace(/\njob\n/, '\n'),
  'few.csv': 'job\ncook\nbaker\n',
  'names.csv': `name\n${Array.from({ length: 100_001 }, (_, i) => `person ${i}\n`).join('')}`,
})

const estimate = (...args: string[]) => [
  'estimate',
  at('people.csv'),
  '--column',
  'job',
  '--epsilon',
  '2',
  ...args,
]

test('--robust gives wider intervals, and says whether there are signs of made-up answers', async () => {
  const args = ['estimate', at('many.csv'), '--column', 'job', '--epsilon', '2', '--strategy', 'srr']
  const cheap = [...args, '--sampler', 'gibbs', '--prior', '1', '--draws', '50']
  const [plain, robust] = await Promise.all(
    [[], ['--robust', '0.05']].map(async more =>
      JSON.parse((await runCli([...cheap, '--json', ...more])).stdout),
    ),
  )
  expect(robust).toMatchObject({ users: 760, robust: { share: 0.05 }, estimate: plain.estimate })
  expect(robust.liars.pValue).toBeGreaterThan(0.05)
  expect(robust.interval.upper[1] - robust.interval.lower[1]).toBeGreaterThan(
    plain.interval.upper[1] - plain.interval.lower[1],
  )
  expect(plain.liars).toBe(undefined)
  const { stdout } = await runCli([...cheap, '--robust', '0.05'])
  expect(stdout).toMatch(/^signs of made-up answers: none \(p = /m)
})

test('--json prints one document with the promised fields, and nothing else', async () => {
  const { status, stdout } = await runCli(estimate('--json'))
  expect(status).toBe(0)
  const result = JSON.parse(stdout)
  expect(stdout).toBe(`${JSON.stringify(result)}\n`)
  expect(Object.keys(result).sort()).toEqual(
    [
      'simulated',
      'users',
      'dropped',
      'categories',
      'epsilon',
      'strategy',
      'estimate',
      'sd',
      'interval',
      'truth',
      'totalVariation',
      'auditedEpsilon',
      'warnings',
      'seed',
    ].sort(),
  )
  expect(result).toMatchObject({ users: 380, epsilon: 2, strategy: 'auto', seed: 1 })
  expect(result.categories).toEqual(['baker', 'cook', 'pilot'])
  expect(result.truth[1]).toBeCloseTo(200 / 380, 12)
  expect(result.estimate.reduce((a: number, b: number) => a + b)).toBeCloseTo(1, 9)
  const distances = result.truth.map((p: number, i: number) => Math.abs(p - result.estimate[i]) / 2)
  expect(result.totalVariation).toBeCloseTo(distances[0] + distances[1] + distances[2], 12)
  expect(result.auditedEpsilon).toBeLessThanOrEqual(2 * (1 + 1e-12))
  expect(result.interval.level).toBe(0.95)
  result.estimate.forEach((value: number, i: number) => {
    expect(result.interval.lower[i]).toBeLessThan(value)
    expect(result.interval.upper[i]).toBeGreaterThan(value)
  })
})

test('the numbers are those of the library with the same seed', async () => {
  const data = JOBS.filter(job => job !== '').map(job => ['baker', 'cook', 'pilot'].indexOf(job))
  const options = { data, strategies: ['semi:0.8'], epsilon: 2, seed: 7 } as const
  const command = estimate('--strategy', 'semi:0.8', '--seed', '7', '--json')
  const given = async (...more: string[]) => JSON.parse((await runCli([...command, ...more])).stdout).estimate
  const until = simulate({ ...options, budget: { draws: 4000 } })
  expect(await given()).toEqual(Array.from(until.runs[0].estimate))
  const fixed = simulate({ ...options, draws: 30 })
  expect(await given('--draws', '30')).toEqual(Array.from(fixed.runs[0].estimate))
  expect((await runCli([...command, '--draws', '30', '--budget', '1'])).status).toBe(2)
})

test('a zipped file and standard input give the same document', async () => {
  const { stdout } = await runCli(estimate('--json'))
  const zipped = ['estimate', at('people.csv.gz'), '--column', 'job', '--epsilon', '2', '--json']
  expect((await runCli(zipped)).stdout).toBe(stdout)
  const piped = ['estimate', '-', '--column', 'job', '--epsilon', '2', '--json']
  expect((await runCli(piped, CSV)).stdout).toBe(stdout)
})

test('rows without a value can be a category', async () => {
  const { stdout } = await runCli(estimate('--missing', 'category', '--json'))
  const { users, categories, truth } = JSON.parse(stdout)
  expect(users).toBe(400)
  expect(categories[0]).toBe('')
  expect(truth[0]).toBeCloseTo(0.05, 12)
})

test('the table shows the likeliest categories first, as many as asked for, and the seed', async () => {
  const { status, stdout } = await runCli(estimate('--top', '2'))
  expect(status).toBe(0)
  expect(stdout).toContain('380 people, 3 categories, 20 rows without a value left out')
  expect(stdout).toContain('seed: 1')
  const lines = stdout.split('\n')
  const first = lines.findIndex(line => line.startsWith('─')) + 1
  expect(lines[first]).toMatch(/^cook +0\.\d{4} +0\.\d{4} +0\.\d{4} +0\.5263$/)
  expect(lines[first + 2]).toBe('… 1 more category (--top)')
  expect(stdout).toMatch(/total variation distance to the truth: 0\.\d{4}\n/)
})

test('of few people it says that they are few, in plain words and in the JSON document', async () => {
  const { status, stdout, stderr } = await runCli([
    'estimate',
    at('few.csv'),
    '--column',
    'job',
    '--epsilon',
    '1',
    '--draws',
    '20',
    '--json',
  ])
  const warning = '2 answers are few: the estimate rests on the prior, and it and its intervals are rough'
  expect(status).toBe(0)
  // After the bar, where it takes more than a second.
  expect(stderr.split('\n').filter(line => line.startsWith('warning'))).toEqual([`warning: ${warning}`])
  expect(JSON.parse(stdout).warnings).toEqual([warning])
})

test('of draws that are not good it says what gives better ones', async () => {
  const args = ['estimate', at('people.csv'), '--column', 'job', '--epsilon', '1']
  const { stderr } = await runCli([...args, '--draws', '20', '--json'])
  const warnings = stderr.split('\n').filter(line => line.startsWith('warning'))
  expect(warnings.at(-1)).toBe('warning: --draws N or --budget SECONDS makes more draws')
  expect(warnings.length).toBeGreaterThan(1)
})

test('a column of names is no category, which is said at once', async () => {
  const { status, stderr } = await runCli(['estimate', at('names.csv'), '--column', 'name', '--epsilon', '1'])
  expect(status).toBe(2)
  expect(stderr).toMatch(
    /^error: [^\n]*names\.csv, column "name": expected at most 100,000 categories, found 100,001;[^\n]*\n$/,
  )
})
