import { describe, expect, test } from 'vitest'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import type { Scalar } from '../../src/query/scalar.ts'
import { regress } from '../../src/regression/regress.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const JOBS = ['baker', 'cook', 'odd, or "none"']
const MOODS = ['low', 'middling', 'high']
const REGIONS = ['east', 'north', 'south']
const PEOPLE = Array.from({ length: 240 }, (_, i) => ({
  job: JOBS[((i * i) % 11) % 3],
  mood: MOODS[(i % 7) % 3],
  age: 20 + ((i * 37) % 12),
  sex: i % 5 < 2 ? 'f' : 'm',
  region: REGIONS[(i % 4) % 3],
}))
type Person = (typeof PEOPLE)[number]

const cell = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`
const csv = (rows: readonly object[]) =>
  [Object.keys(rows[0]).join(), ...rows.map(row => Object.values(row).map(cell).join())].join('\n')

const TWO = srr({ categories: 2, epsilon: 1 })
const PAIRED = { sex: ['f', 'm'], smokes: ['no', 'yes'] }
/** Answers to requests about `sex` alone, and about both. */
const request = (about: string[]) => ({
  ...srr({ categories: 2 ** about.length, epsilon: 2 }).toRequest(),
  about,
})
const asked = (about: string[], many: readonly number[]) =>
  many.map((count, response) => ({ request: JSON.stringify(request(about)), response, count }))

const at = testFolder({
  'people.csv': csv(PEOPLE),
  'answers.csv': csv([
    ...[90, 30].map((count, response) => ({ response, count, region: 'north' })),
    ...[20, 100].map((count, response) => ({ response, count, region: 'south' })),
  ]),
  'jobs.csv': 'category\n"never, ever"\nnow\n',
  'pairs.csv': csv(asked(['sex', 'smokes'], [60, 40, 30, 70])),
  'singles.csv': csv([...asked(['sex'], [60, 40]), ...asked(['smokes'], [30, 70])]),
  'questions.json': JSON.stringify(PAIRED),
})

interface Shown extends Scalar {
  readonly query: string
  readonly interval: [number, number] & Scalar['interval']
  readonly truth?: number
}

const show = (queries: readonly string[]) => queries.flatMap(query => ['--show', query])

async function shown(args: readonly string[], queries: readonly string[]): Promise<Shown[]> {
  const { status, stdout, stderr } = await runCli([...args, ...show(queries), '--json'])
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return JSON.parse(stdout).queries
}

function expectSame({ mean, sd, interval }: Shown, expected: Scalar): void {
  expect(mean).toBeCloseTo(expected.mean, 9)
  expect(sd).toBeCloseTo(expected.sd, 9)
  const ends = expected.interval(0.95)
  for (const [i, end] of ends.entries()) expect(interval[i]).toBeCloseTo(end, 9)
}

const share = (of: (one: Person) => boolean, among: (one: Person) => boolean = () => true) => {
  const some = PEOPLE.filter(among)
  return some.filter(of).length / some.length
}
const mean = (of: (one: Person) => number, among: (one: Person) => boolean = () => true) => {
  const some = PEOPLE.filter(among)
  return some.reduce((sum, one) => sum + of(one), 0) / some.length
}

const RUN = { strategies: ['srr'], epsilon: 2, draws: 40, seed: 1 } as const
const ESTIMATE = ['estimate', at('people.csv'), '--epsilon', '2', '--strategy', 'srr', '--draws', '40']
const BY = { region: REGIONS }
const members = (of: (one: Person) => object) => PEOPLE.map(one => ({ group: one.region, ...of(one) }))
const isNorth = ({ region }: Person) => region === 'north'

/** A kind of question: options, what the library plays, and queries: at the command line, of the library, and what is true. */
interface Kind {
  readonly args: readonly string[]
  readonly play: object
  readonly queries: readonly (readonly [text: string, canonical: string, own: string, truth: number])[]
}

const KINDS: Readonly<Record<string, Kind>> = {
  categories: {
    args: ['--column', 'job'],
    play: { categories: 3, data: PEOPLE.map(({ job }) => JOBS.indexOf(job)) },
    queries: [
      ['share(job = cook)', 'share(cook)', 'share(1)', share(({ job }) => job === 'cook')],
      [
        'share("odd, or \\"none\\"") - share({cook,baker})',
        'share("odd, or \\"none\\"") - share({cook, baker})',
        'share(2) - share({1, 0})',
        2 * share(({ job }) => job === JOBS[2]) - 1,
      ],
    ],
  },
  scale: {
    args: ['--column', 'mood', '--ordered', 'low,middling,high'],
    play: { question: { ordered: MOODS }, data: PEOPLE.map(({ mood }) => mood) },
    queries: [
      ['mean', 'mean', 'mean', mean(({ mood }) => MOODS.indexOf(mood) + 1)],
      ['share(mood >= middling)', 'share(>= middling)', 'share(>= 2)', share(({ mood }) => mood !== 'low')],
    ],
  },
  number: {
    args: ['--column', 'age', '--whole', '20:32'],
    play: { question: { whole: [20, 32] }, data: PEOPLE.map(({ age }) => age) },
    queries: [
      ['mean(age)', 'mean', 'mean', mean(({ age }) => age)],
      ['share(>=26)', 'share(>= 26)', 'share(>= 26)', share(({ age }) => age >= 26)],
    ],
  },
  groups: {
    args: ['--column', 'job', '--by', 'region'],
    play: { categories: 3, by: BY, data: members(({ job }) => ({ category: JOBS.indexOf(job) })) },
    queries: [
      ['share(cook)', 'share(cook)', 'share(1)', share(({ job }) => job === 'cook')],
      [
        'share(cook | region = north)',
        'share(cook | region = north)',
        'share(1 | region = north)',
        share(({ job }) => job === 'cook', isNorth),
      ],
    ],
  },
  'numbers of groups': {
    args: ['--column', 'age', '--whole', '20:32', '--by', 'region'],
    play: { question: { whole: [20, 32] }, by: BY, data: members(({ age }) => ({ value: age })) },
    queries: [
      ['mean(age)', 'mean', 'mean', mean(({ age }) => age)],
      [
        'mean(age | region = north) - mean(age | region in {south, east})',
        'mean(| region = north) - mean(| region in {south, east})',
        'mean(| region = north) - mean(| region in {south, east})',
        mean(({ age }) => age, isNorth) -
          mean(
            ({ age }) => age,
            one => !isNorth(one),
          ),
      ],
    ],
  },
  several: {
    args: ['--columns', 'job,sex'],
    play: { questions: { job: JOBS, sex: ['f', 'm'] }, data: PEOPLE.map(({ job, sex }) => ({ job, sex })) },
    queries: [
      ['share(sex = f)', 'share(sex = f)', 'share(sex = f)', share(({ sex }) => sex === 'f')],
      [
        'share(job = cook | sex = f)',
        'share(job = cook | sex = f)',
        'share(job = cook | sex = f)',
        share(
          ({ job }) => job === 'cook',
          ({ sex }) => sex === 'f',
        ),
      ],
    ],
  },
}

describe('estimate shows what the belief says of a query, beside what is true', () => {
  test.each(Object.entries(KINDS))('%s', async (_, { args, play, queries }) => {
    const found = await shown(
      [...ESTIMATE, ...args],
      queries.map(([text]) => text),
    )
    const { posterior } = (simulate({ ...RUN, ...play } as never) as unknown as AnySimulation).runs[0]
    expect(found).toHaveLength(queries.length)
    queries.forEach(([, canonical, own, truth], i) => {
      expect(found[i].query).toBe(canonical)
      expectSame(found[i], posterior.of(own))
      expect(found[i].truth).toBeCloseTo(truth, 9)
    })
  })

  test('people are asked one question each where queries need no more, and two where one does', async () => {
    const several = [...ESTIMATE, '--columns', 'job,sex']
    const about = async (...queries: string[]) => {
      const { stdout } = await runCli([...several, ...show(queries), '--json'])
      return JSON.parse(stdout).laws.map((law: { about: unknown }) => law.about)
    }
    expect(await about('share(sex = f)')).toEqual(['job', 'sex'])
    expect(await about('share(sex = f)', 'association(job, sex)')).toContainEqual(['job', 'sex'])
    const refused = await runCli([...several, '--ask', 'singles', ...show(['share(job = cook | sex = f)'])])
    expect(refused.status).toBe(2)
    expect(refused.stderr).toBe(
      'error: --show: expected queries about single questions, as people are asked about one each (singles); got share(job = cook | sex = f)\n',
    )
  })

  test('with a goal about two columns, queries are about these', async () => {
    const args = [...ESTIMATE, '--columns', 'job,sex,mood', '--goal', 'association(sex, mood) > .1']
    const [found] = await shown(args, ['share(sex = f | mood = low)'])
    expect(found.truth).toBeCloseTo(
      share(
        ({ sex }) => sex === 'f',
        ({ mood }) => mood === 'low',
      ),
      9,
    )
    const refused = await runCli([...args, ...show(['share(job = cook)'])])
    expect(refused.stderr).toContain(
      '--show: expected a query about what goals need, "sex", "mood", as people are asked',
    )
  })

  test('the table has four digits of shares, and the digits of numbers', async () => {
    const { args, queries } = KINDS.number
    const { stdout } = await runCli([...ESTIMATE, ...args, ...show(queries.map(([text]) => text))])
    expect(stdout).toMatch(/^query +mean +lower 95 % +upper +truth$/m)
    expect(stdout).toMatch(/^mean +\d\d\.\d{1,3} .* 25\.5$/m)
    expect(queries[0][3]).toBeCloseTo(25.5, 9)
    expect(stdout).toMatch(/^share\(>= 26\) +0\.\d{4} .* 0\.\d{4}$/m)
  })
})

interface AnySimulation {
  readonly runs: readonly { readonly posterior: { of(query: string, shares?: object): Scalar } }[]
}

describe('decode', () => {
  const DECODE = [
    'decode',
    at('answers.csv'),
    '--request',
    JSON.stringify(TWO.toRequest()),
    '--count-column',
    'count',
    '--draws',
    '40',
  ]
  test('shows what the belief says of categories by their labels', async () => {
    const [found] = await shown([...DECODE, '--labels', at('jobs.csv')], ['share("never, ever")'])
    const tally = createTally(2)
    for (const [response, count] of [110, 130].entries()) tally.add(TWO, response, count)
    expect(found.query).toBe('share("never, ever")')
    expectSame(found, samplePosterior(tally, { draws: 40, seed: 1 }).of('share(0)'))
    expect(found.truth).toBeUndefined()
  })

  test('knows the groups by the name of their column, and weighs them', async () => {
    const [all, north, south] = await shown(
      [...DECODE, '--by', 'region', '--shares', 'north=3,south=1'],
      ['share(1)', 'share(1 | region = north)', 'share(1 | region = south)'],
    )
    expect(all.mean).toBeCloseTo(0.75 * north.mean + 0.25 * south.mean, 9)
    expect(south.mean).toBeGreaterThan(north.mean + 0.3)
  })

  const SEVERAL = ['--questions', `@${at('questions.json')}`, '--count-column', 'count', '--draws', '40']

  test('answers about two questions together', async () => {
    const [given, joint, margin] = await shown(
      ['decode', at('pairs.csv'), ...SEVERAL],
      ['share(smokes = yes | sex = m)', 'share(smokes = yes, sex = m)', 'share(sex = m)'],
    )
    expect(given.mean).toBeCloseTo(joint.mean / margin.mean, 1)
    expect(given.interval[0]).toBeLessThan(given.mean)
  })

  test('refuses a query about two where people were asked about one', async () => {
    const { status, stderr } = await runCli([
      ...['decode', at('singles.csv'), ...SEVERAL],
      ...show(['association(sex, smokes)']),
    ])
    expect(status).toBe(2)
    expect(stderr).toContain('--show: expected queries about single questions')
  })

  test('refuses robust intervals, which queries do not have', async () => {
    const { status, stderr } = await runCli([...DECODE, '--robust', '0.05', ...show(['share(1)'])])
    expect(status).toBe(2)
    expect(stderr).toContain('--show: expected without --robust')
  })
})

describe('regress', () => {
  const REGRESS = ['regress', at('people.csv'), '--formula', 'sex ~ age', '--epsilon', '3', '--draws', '40']

  test('shows a query on average over the people, beside what is true', async () => {
    const queries = ['share(sex = m)', 'share(m) - share(f)']
    const { stdout } = await runCli([...REGRESS, ...show(queries), '--json'])
    const found: Shown[] = JSON.parse(stdout).queries
    const isMale = share(({ sex }) => sex === 'm')
    expect(found.map(({ query }) => query)).toEqual(['share(m)', 'share(m) - share(f)'])
    expect(found.map(({ truth }) => truth)).toEqual(
      [isMale, 2 * isMale - 1].map(value => expect.closeTo(value)),
    )
    expect(found[1].mean).toBeCloseTo(2 * found[0].mean - 1, 9)
  })

  test('of collected answers is what the library says', async () => {
    const args = ['regress', at('answers.csv'), '--formula', 'ill ~ region', '--draws', '40']
    const design = ['--request', JSON.stringify(TWO.toRequest()), '--count-column', 'count']
    const [found] = await shown([...args, ...design], ['share(ill = 1)'])
    const counts = { north: [90, 30], south: [20, 100] }
    const answers = Object.entries(counts).flatMap(([region, [no, yes]]) => [
      { region, response: 0, count: no },
      { region, response: 1, count: yes },
    ])
    expectSame(
      found,
      regress({ formula: 'ill ~ region', answers, mechanism: TWO, draws: 40, seed: 1 }).of('share(1)'),
    )
    expect(found.truth).toBeUndefined()
  })
})

test.each([
  [['estimate', '--column', 'job', '--epsilon', '1'], 'share(job = cok)', 'cok'],
  [['estimate', '--column', 'job', '--epsilon', '1'], 'mean', 'mean'],
  [
    ['estimate', '--column', 'job', '--by', 'region', '--epsilon', '1'],
    'share(cook | region = west)',
    'west',
  ],
  [['estimate', '--column', 'age', '--whole', '20:32', '--epsilon', '1'], 'share(>= 33)', '33'],
  [['estimate', '--columns', 'job,sex', '--epsilon', '1'], 'share(job = cook | sx = f)', 'sx'],
  [['regress', '--formula', 'sex ~ age', '--epsilon', '1'], 'share(sex = x)', 'x'],
  [['estimate', '--column', 'job', '--epsilon', '1'], 'mean(job)', 'job'],
])('%j refuses %s with a caret, before anything is drawn', async ([command, ...args], query, wrong) => {
  const { status, stdout, stderr } = await runCli([command, at('people.csv'), ...args, '--show', query])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  const [message, text, caret] = stderr.trimEnd().split('\n')
  expect(message).toMatch(/^error: --show must have /)
  expect(text).toBe(`  ${query}`)
  expect(caret).toBe(`  ${' '.repeat(query.lastIndexOf(wrong))}${'^'.repeat(wrong.length)}`)
})
