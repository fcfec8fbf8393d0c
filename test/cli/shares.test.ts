import { describe, expect, test } from 'vitest'
import { simulate } from '../../src/simulation/simulate.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const JOBS = ['baker', 'cook']
const REGIONS = ['east', 'north', 'south']
const SHARES = { north: 0.2, south: 0.8, east: 0 }
const PEOPLE = Array.from({ length: 240 }, (_, i) => ({
  job: JOBS[((i * i) % 11) % 2],
  region: REGIONS[(i % 4) % 3],
}))

const at = testFolder({
  'people.csv': `job,region\n${PEOPLE.map(({ job, region }) => `${job},${region}\n`).join('')}`,
  'shares.csv': 'group,share\nnorth,.2\nsouth,.8\neast,0\n',
  'shares.json': '[{"group":"east","share":0},{"group":"north","share":0.2},{"group":"south","share":0.8}]',
})

const ESTIMATE = [
  ...['estimate', at('people.csv'), '--epsilon', '2', '--strategy', 'srr', '--draws', '40'],
  ...['--column', 'job', '--by', 'region'],
]

describe('shares of groups', () => {
  test.each([
    ['north=.2, south=.8, east=0'],
    ['"north"=.2, "south=.8",east=0'],
    [at('shares.csv')],
    [at('shares.json')],
  ])('%s', async text => {
    const { stdout } = await runCli([...ESTIMATE, '--shares', text, '--show', 'share(cook)', '--json'])
    const { queries, total, shares } = JSON.parse(stdout)
    expect(shares).toEqual(SHARES)
    const data = PEOPLE.map(({ job, region }) => ({ group: region, category: JOBS.indexOf(job) }))
    const run = { strategies: ['srr'], epsilon: 2, draws: 40, seed: 1 } as const
    const { posterior } = simulate({ ...run, categories: 2, by: REGIONS, data }).runs[0]
    const expected = posterior.of('share(1)', SHARES)
    expect(queries[0].mean).toBeCloseTo(expected.mean, 9)
    expect(queries[0].sd).toBeCloseTo(expected.sd, 9)
    expect(total.estimate[1]).toBeCloseTo(queries[0].mean, 9)
    const inRegion = (name: string) => {
      const people = PEOPLE.filter(({ region }) => region === name)
      return people.filter(({ job }) => job === 'cook').length / people.length
    }
    expect(queries[0].truth).toBeCloseTo(0.2 * inRegion('north') + 0.8 * inRegion('south'), 9)
    expect(total.truth[1]).toBeCloseTo(queries[0].truth, 9)
  })

  test('a quote that is left open is refused in a sentence', async () => {
    const { status, stderr } = await runCli([...ESTIMATE, '--shares', '"north=.2,south=.8'])
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /^error: --shares: the list must be one whose quotes are closed before a comma; got .*\n$/,
    )
  })

  test('the table ends with the total, which is as observed by default', async () => {
    const last = async (...more: string[]) => {
      const { stdout } = await runCli([...ESTIMATE, '--show', 'share(cook)', '--sort-by', 'cook', ...more])
      const numbers = (row: RegExp) => row.exec(stdout)![1].split(/ +/)
      const total = numbers(/^all(?: \(--shares\))? +240 +(.*)$/m)
      expect(total).toEqual(numbers(/^share\(cook\) +(.*)$/m))
      return total.at(-1)
    }
    const truth = PEOPLE.filter(({ job }) => job === 'cook').length / PEOPLE.length
    expect(await last()).toBe(truth.toFixed(4))
    expect(await last('--shares', 'north=1,south=0,east=0')).not.toBe(truth.toFixed(4))
  })

  test('the total of numbers has their mean and quantiles', async () => {
    const rows = PEOPLE.map(({ job, region }) => `${JOBS.indexOf(job)},${region}\n`).join('')
    const args = ['estimate', '-', '--column', 'n', '--by', 'region', '--whole', '0:1']
    const run = ['--epsilon', '2', '--strategy', 'srr', '--draws', '40', '--show', 'mean', '--show', 'median']
    const { stdout } = await runCli([...args, ...run, '--json'], `n,region\n${rows}`)
    const { total, queries } = JSON.parse(stdout)
    expect(total.expectation.mean).toBeCloseTo(queries[0].mean, 9)
    expect(total.quantiles.find(({ p }: { p: number }) => p === 0.5).lower).toBeCloseTo(
      queries[1].interval[0],
      9,
    )
    expect(total.truth[2]).toBeCloseTo(queries[0].truth, 9)
  })

  test.each([
    ['north=1', 'expected a share of each group; got none of "east"'],
    ['north=1,west=2', 'expected the groups of --by; got "west"'],
    ['north=1,north=2', 'expected each group once; got "north" twice'],
    ['north=-1,south=1,east=1', 'expected a share of "north" at least 0; got "-1"'],
    ['north=0,south=0,east=0', 'expected a share above 0; got none'],
  ])('%s is refused', async (text, message) => {
    const { status, stderr } = await runCli([...ESTIMATE, '--shares', text])
    expect(status).toBe(2)
    expect(stderr).toBe(`error: --shares: ${message}\n`)
  })

  test('without groups they are refused', async () => {
    const { status, stderr } = await runCli([...ESTIMATE.slice(0, -2), '--shares', 'north=1'])
    expect({ status, stderr }).toEqual({ status: 2, stderr: 'error: --shares: expected only with --by\n' })
  })
})
