import { describe, expect, test } from 'vitest'
import { compareStrategies } from '../../src/sweep/comparison.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

/** `--show` where several collections are played, and where one is live. */

const PEOPLE = Array.from({ length: 120 }, (_, i) => ({
  job: ['baker', 'cook'][((i * i) % 7) % 2],
  mood: ['low', 'high'][i % 3 === 0 ? 0 : 1],
  region: ['north', 'south'][i % 4 === 0 ? 0 : 1],
}))
const csv = ['job,mood,region', ...PEOPLE.map(person => Object.values(person).join())].join('\n')
const at = testFolder({ 'people.csv': csv })

const shareOf = (isIn: (person: (typeof PEOPLE)[number]) => boolean, isAmong: typeof isIn = () => true) => {
  const among = PEOPLE.filter(isAmong)
  return among.filter(isIn).length / among.length
}

describe('compare', () => {
  const base = ['compare', at('people.csv'), '--epsilon', '3', '--strategies', 'srr', '--runs', '3', '--json']
  const json = async (...args: string[]) => {
    const { status, stdout, stderr } = await runCli([...base, ...args])
    expect({ status, stderr }).toMatchObject({ status: 0 })
    return JSON.parse(stdout).results[0].queries
  }

  test('says how far each query is from the truth, and how often its interval has it', async () => {
    const [cook] = await json('--column', 'job', '--show', 'share(cook)')
    const rows = await compareStrategies({
      setting: { categories: ['baker', 'cook'], data: PEOPLE.map(({ job }) => job) },
      strategies: ['srr'],
      epsilons: [3],
      runs: 3,
      show: ['share(cook)'],
      seed: 1,
    })
    const shown = rows.map(({ queries }) => queries![0])
    for (const { truth } of shown)
      expect(truth).toBeCloseTo(
        shareOf(({ job }) => job === 'cook'),
        12,
      )
    const errors = shown.map(({ mean, truth }) => mean - truth!)
    expect(cook.query).toBe('share(cook)')
    expect(cook.bias.mean).toBeCloseTo((errors[0] + errors[1] + errors[2]) / 3, 12)
    expect(cook.error.mean).toBeCloseTo(errors.reduce((sum, error) => sum + Math.abs(error), 0) / 3, 12)
    const isCovered = shown.filter(({ interval, truth }) => interval[0] <= truth! && truth! <= interval[1])
    expect(cook.coverage).toBe(isCovered.length / 3)
  })

  test('weighs groups by all people, and asks about pairs', async () => {
    const inGroups = ['share(cook)', 'share(cook | region = north) - share(cook | region = south)']
    const shown = await json(
      '--column',
      'job',
      '--by',
      'region',
      ...inGroups.flatMap(query => ['--show', query]),
    )
    expect(shown.map(({ query }: { query: string }) => query)).toEqual(inGroups)
    for (const { error } of shown) expect(error.mean).toBeLessThan(0.5)
    const [pair] = await json('--columns', 'job,mood', '--show', 'share(job = cook | mood = low)')
    expect(Math.abs(pair.bias.mean)).toBeLessThanOrEqual(pair.error.mean)
  })

  test('prints a table, and a bad query with a caret', async () => {
    const args = base.filter(arg => arg !== '--json')
    const { stdout } = await runCli([...args, '--column', 'job', '--show', 'share(cook)'])
    expect(stdout).toMatch(
      /\nquery +epsilon +strategy +error ± SE +bias ± SE +coverage\n[─ ]+\nshare\(cook\) +3 +srr +0\.\d{4} ± /,
    )
    const { status, stderr } = await runCli([...args, '--column', 'job', '--show', 'share(cok)'])
    expect(status).toBe(2)
    expect(stderr).toMatch(/^error: --show must have .*cook.*\n.*share\(cok\)\n +\^/s)
  })
})

test('stream answers queries with each estimate', async () => {
  const lines = '{"ask":1}\n{"answer":2,"id":0}\n{"estimate":1}\n'
  const plain = ['stream', '--categories', '3', '--epsilon', '1', '--strategy', 'srr']
  const { stdout } = await runCli([...plain, '--show', 'share(2)', '--show', 'share(0) - share(1)'], lines)
  const estimate = JSON.parse(stdout.trim().split('\n')[2])
  expect(estimate.queries[0]).toMatchObject({ query: 'share(2)', mean: expect.closeTo(estimate.mean[2], 12) })
  expect(estimate.queries[1].mean).toBeCloseTo(estimate.mean[0] - estimate.mean[1], 12)
  const without = JSON.parse((await runCli(plain, lines)).stdout.trim().split('\n')[2])
  expect(without).not.toHaveProperty('queries')
  const singles = ['stream', '--questions', '{"a":2,"b":2}', '--ask', 'singles', '--epsilon', '1']
  const refused = await runCli([...singles, '--show', 'association(a, b)'])
  expect(refused.stderr).toMatch(/^error: --show: expected queries about single questions/)
  const pairs = await runCli(
    [...singles.slice(0, 3), '--epsilon', '1', '--show', 'share(a = 1)'],
    '{"estimate":1}\n',
  )
  expect(JSON.parse(pairs.stdout).queries[0].mean).toBeCloseTo(0.5, 1)
})

test('results refuse queries, whose draws a row does not keep', async () => {
  const { status, stderr } = await runCli(['results', at('people.csv'), '--show', 'share(0)'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^error: --show: expected to be left out: rows keep means and intervals of cells/)
})
