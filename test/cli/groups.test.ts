import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compareStrategies } from '../../src/sweep/comparison.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { withoutCaret } from '../support/without-caret.ts'

const REGIONS = ['south', 'north', 'east']
// In the north cooks are frequent, elsewhere bakers; one person has no job, and one no region.
const ROWS = Array.from({ length: 240 }, (_, i) => {
  const region = REGIONS[i % 3]
  const isUsual = i % 5 > 0
  return `${(region === 'north') === isUsual ? 'cook' : 'baker'},${region}\n`
})

const at = testFolder({
  'people.csv': `job,region\n${ROWS.join('')},north\ncook,\n`,
  // Nine of ten answers name the usual category of the region.
  'answers.csv': `said,region,n\n1,north,90\n0,north,10\n0,south,90\n1,south,10\n`,
  'no-region.csv': `said,region\n1,north\n0,\n`,
  'years.csv': `job,region\n${'cook,9\n'.repeat(50)}baker,9\ncook,10\n${'baker,10\n'.repeat(30)}`,
  'alone.csv': `job,region\ncook,north\nbaker,north\n`,
})

const estimate = (...more: string[]) =>
  runCli([
    ...['estimate', at('people.csv'), '--column', 'job', '--by', 'region', '--epsilon', '3'],
    ...['--strategy', 'srr', '--draws', '30', ...more],
  ])

test('groups have pooled intervals and their own, the truth, and a total', async () => {
  const { status, stdout } = await estimate('--json')
  expect(status).toBe(0)
  const result = JSON.parse(stdout)
  expect(result).toMatchObject({ users: 240, dropped: 2, by: 'region', isPooled: true })
  expect(result.laws.map(({ group }: { group: string }) => group)).toEqual(['east', 'north', 'south'])
  for (const law of result.laws) {
    expect(law).toMatchObject({ about: 'job', people: 80, labels: ['baker', 'cook'] })
    for (const { estimate, interval } of [law, law.separate]) {
      expect(interval.lower[1]).toBeLessThan(estimate[1])
      expect(interval.upper[1]).toBeGreaterThan(estimate[1])
    }
    expect(law.truth[1]).toBeCloseTo(law.group === 'north' ? 0.8 : 0.2, 1)
  }
  expect(result.total.estimate[0] + result.total.estimate[1]).toBeCloseTo(1, 9)
  expect(result.auditedEpsilon).toBeLessThanOrEqual(3 * (1 + 1e-12))
})

test('a goal shows the table of its category, unless another is asked for', async () => {
  const title = async (...more: string[]) =>
    /^(\w+) \(--sort-by\):$/m.exec((await estimate('--goal', ...more)).stdout)?.[1]
  expect(await title('share(baker | region = north) > share(baker | region = east)')).toBe('baker')
  expect(await title('share(cook | region = north) > share(cook | region = east)')).toBe('cook')
  expect(await title('share(job = cook | region = north) ± .3')).toBe('cook')
  expect(await title('share(cook | region = north) ± .3', '--sort-by', 'baker')).toBe('baker')
})

test('the table and the figure are sorted by the category that was asked for', async () => {
  const { status, stdout } = await estimate('--sort-by', 'cook', '--out', at('figures'))
  expect(status).toBe(0)
  expect(stdout).toContain('240 people, 2 categories, 3 groups, 2 rows without a value left out')
  expect(stdout).toMatch(/^cook \(--sort-by\):\ngroup[^\n]*\n[^\n]*\nnorth /m)
  const svg = readFileSync(`${at('figures')}/groups.svg`, 'utf8')
  expect(svg.indexOf('>north<')).toBeGreaterThan(0)
  expect(svg.indexOf('>north<')).toBeLessThan(svg.indexOf('>south<'))
  expect(svg).toContain('from the answers of the group alone')
})

test.each([
  [['--goal', 'share(cook | north) ± .1'], '--goal: goal must have one of the levels'],
  [
    ['--goal', 'share(cook | region = west) ± .1'],
    '--goal: goal must have one of the groups east, north, south where it has "west"',
  ],
  [['--goal', 'share(pilot) ± .1'], '--goal: goal must have one of the levels'],
  [
    ['--goal', 'share(cook | region = north) > share(cook | region = north)'],
    '--goal: goal must have another query',
  ],
  [['--confidence', '0.9'], '--confidence: expected only with --goal'],
  [['--guarantee', 'anytime'], '--guarantee: guarantee must be left out with groups'],
  [['--robust', '0.1'], '--robust: robust must be left out with groups: they have no robust intervals'],
  [['--whole', '0:3', '--sort-by', '1'], '--sort-by: expected only where groups hold categories'],
  [['--whole', '0:3', '--out', 'x'], '--out: expected only where groups hold categories, or with --columns'],
  [['--memory', 'learned'], '--memory: memory must be left out with groups'],
  [['--group-size', '4'], '--group-size: groupSize must be left out with groups'],
  [['--sampler', 'gibbs'], '--sampler: sampler must be left out with groups'],
  [['--prior', '1'], '--prior: prior must be left out with groups'],
  [['--sort-by', 'pilot'], '--sort-by: expected one of the categories; got "pilot"\n'],
  [['--sort-by', 'bakr'], 'got "bakr". Did you mean "baker"?'],
])('%j is refused in a line', async (more, sentence) => {
  const { status, stderr } = await estimate(...more)
  expect(status).toBe(2)
  expect(stderr).toContain(sentence)
  expect(withoutCaret(stderr.trim())).not.toContain('\n')
})

test.each([
  [
    'share(cook | region = south) > share(cook | region = north) by 0.05',
    /^answer: north \(right with probability .*; by the true frequencies, right\)$/m,
  ],
  [
    'share(cook | region = north) ± 0.2',
    /^answer: 0\.\d{4} \(right with probability 0\.\d{3}; by the true frequencies, right\)$/m,
  ],
])('a goal about groups ends the collection: %s', async (goal, says) => {
  const { status, stdout } = await estimate('--goal', goal)
  expect(status).toBe(0)
  expect(stdout).toContain(`\ngoal ${goal}: settled after `)
  expect(stdout).toMatch(says)
})

test('the decision about groups is the library’s, and people are those who were asked', async () => {
  const { stdout } = await estimate(
    '--goal',
    'share(cook | region = south) > share(cook | region = north)',
    '--json',
  )
  const { decision, correct, users, laws } = JSON.parse(stdout)
  expect(decision.goal).toBe('share(cook | region = south) > share(cook | region = north)')
  expect(decision).toMatchObject({ settled: true, answer: 'north' })
  expect([users, correct]).toEqual([240, true])
  expect(decision.answers).toBeLessThan(240)
  const asked = laws.reduce((sum: number, law: { people: number }) => sum + law.people, 0)
  expect(asked).toBe(decision.answers)
})

test('options of groups without them, and one group alone, are refused', async () => {
  const command = (file: string, ...more: string[]) =>
    runCli(['estimate', at(file), '--column', 'job', '--epsilon', '1', ...more])
  expect((await command('people.csv', '--sort-by', 'cook')).stderr).toContain(
    '--sort-by: expected only with --by',
  )
  expect((await command('people.csv', '--out', at('x'))).stderr).toContain('--out: expected only with --by')
  expect((await command('alone.csv', '--by', 'region')).stderr).toContain(
    'column "region" has one group, "north"; expected at least 2 groups',
  )
  expect((await command('people.csv', '--by', 'job')).stderr).toContain('--by: expected another column')
})

const decode = (file: string, ...more: string[]) =>
  runCli([
    ...['decode', at(file), '--request', '{"mechanism":"srr","categories":2,"epsilon":3}'],
    ...['--response-column', 'said', '--by', 'region', '--draws', '30', ...more],
  ])

test('answers that were collected are decoded by group', async () => {
  const { status, stdout } = await decode('answers.csv', '--count-column', 'n', '--json')
  expect(status).toBe(0)
  const { users, laws, total, auditedEpsilon } = JSON.parse(stdout)
  expect(users).toBe(200)
  expect(laws.map(({ group, people }: Record<string, unknown>) => [group, people])).toEqual([
    ['north', 100],
    ['south', 100],
  ])
  expect(laws[0].estimate[1]).toBeGreaterThan(0.75)
  expect(laws[1].separate.estimate[1]).toBeLessThan(0.25)
  expect(total.estimate).toHaveLength(2)
  expect(auditedEpsilon).toBeCloseTo(3, 9)
  const table = (await decode('answers.csv', '--count-column', 'n', '--sort-by', '1')).stdout
  expect(table).toMatch(/^200 answers, 2 categories, 2 groups/)
  expect(table.indexOf('north')).toBeLessThan(table.indexOf('south'))
})

test.each([
  ['no-region.csv', [], 'data row 2, column "region": expected the name of a group'],
  [
    'answers.csv',
    ['--count-column', 'n', '--robust', '0.1'],
    '--robust: robust must be left out with groups',
  ],
  ['answers.csv', ['--count-column', 'n', '--prior', '1'], '--prior: prior must be left out with groups'],
  ['answers.csv', ['--count-column', 'n', '--sort-by', '2'], '--sort-by: expected one of the categories'],
])('decode refuses %s with %j in a line', async (file, more, sentence) => {
  const { status, stderr } = await decode(file, ...more)
  expect(status).toBe(2)
  expect(stderr).toContain(sentence)
})

test('groups whose names are numbers keep their people and truths', async () => {
  const args = ['estimate', at('years.csv'), '--column', 'job', '--by', 'region', '--epsilon', '4']
  const { stdout } = await runCli([...args, '--strategy', 'srr', '--draws', '30', '--json'])
  const [ten, nine] = JSON.parse(stdout).laws
  expect([ten.group, ten.people, nine.group, nine.people]).toEqual(['10', 31, '9', 51])
  expect(ten.truth[1]).toBeCloseTo(1 / 31, 9)
  expect(ten.estimate[1]).toBeLessThan(nine.estimate[1])
})

describe('a comparison', () => {
  const compare = (...more: string[]) =>
    runCli(['compare', at('people.csv'), '--column', 'job', '--by', 'region', '--epsilon', '3', ...more])

  test('has the errors of the pooled estimates and of each group alone, as the library has them', async () => {
    const shared = ['--strategies', 'srr', '--runs', '1', '--seed', '4', '--draws', '30']
    const { status, stdout } = await compare(...shared, '--json')
    expect(status).toBe(0)
    const { results, ...facts } = JSON.parse(stdout)
    expect(facts).toMatchObject({ users: 240, dropped: 2, categories: 2, by: 'region', groups: 3, runs: 1 })
    const data = ROWS.map(row => row.trim().split(','))
    const [row] = await compareStrategies({
      setting: {
        categories: 2,
        by: ['east', 'north', 'south'],
        data: data.map(([job, group]) => ({ group, category: job === 'baker' ? 0 : 1 })),
        draws: 30,
      },
      strategies: ['srr'],
      epsilons: [3],
      runs: 1,
      seed: 4,
    })
    expect(results[0].totalVariation.mean).toBe(row.totalVariation)
    expect(results[0].separate.mean).toBe(row.separate)
    expect(row.separate).not.toBe(row.totalVariation)
  })

  test('counts people until a question about groups is settled, and says so', async () => {
    const goal = ['--goal', 'share(cook | region = north) ± .3', '--strategies', 'srr', '--runs', '1']
    const { status, stdout } = await compare(...goal)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^2 categories, 3 groups, 240 people, job by region \(people\.csv\), 2 rows/)
    expect(stdout).toContain('goal: share(cook | region = north) ± 0.3')
    expect(stdout).toContain('separate ± SE')
  })

  test.each([
    [
      ['--guarantee', 'anytime', '--goal', 'share(cook | region = north) ± .1'],
      '--guarantee: guarantee must be left out with groups',
    ],
    [['--categories', '3'], '--categories: expected only without a file'],
    [['--group-size', '5'], 'groupSize must be left out with groups: people answer one by one'],
    [['--goal', 'share(cook | town = west) ± .1'], '--goal: goal must have '],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await compare('--runs', '1', ...args)
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })

  test('needs a file', async () => {
    const { status, stderr } = await runCli([
      'compare',
      '--categories',
      '3',
      '--by',
      'region',
      '--epsilon',
      '1',
    ])
    expect(status).toBe(2)
    expect(stderr).toContain('--by: expected a file that has the column')
  })
})
