import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

/** A contract: every command takes every kind of survey, or refuses it in a sentence. */

const at = testFolder({})

const SMOKES = { text: 'Do you smoke?', categories: ['no', 'yes'] }
const MOOD = { text: 'How are you?', ordered: ['bad', 'fair', 'good'] }
const INCOME = { text: 'What do you earn?', from: 0, to: 4000, bins: 4, outside: 'clamp', unit: 'EUR' }
const USES = { text: 'What do you use?', items: ['phone', 'mail'] }
const PUBLIC = { public: { region: ['north', 'south'] }, shares: { north: 0.4, south: 0.6 } }
const BASE = { title: 'T', epsilon: 2, strategy: 'srr' }

const SURVEYS = {
  short: { ...BASE, question: '?', categories: ['no', 'yes'], goal: 'share(yes) ± .2' },
  categories: { ...BASE, questions: { smokes: SMOKES } },
  optional: { ...BASE, questions: { smokes: { ...SMOKES, optional: true } }, goals: ['share(yes) ± .2'] },
  scale: { ...BASE, questions: { mood: MOOD } },
  number: { ...BASE, questions: { income: INCOME }, goals: ['mean ± 400'] },
  groups: { ...BASE, ...PUBLIC, questions: { smokes: SMOKES }, goals: ['share(yes | region = north) ± .2'] },
  several: { ...BASE, questions: { smokes: SMOKES, income: INCOME } },
  items: { ...BASE, questions: { smokes: SMOKES, uses: USES }, goals: ['share(uses: phone) ± .2'] },
  goals: {
    ...BASE,
    ...PUBLIC,
    questions: { smokes: SMOKES, mood: MOOD, uses: USES },
    goals: ['share(smokes = yes) ± .2', 'mean(mood | region = north) ± .5'],
  },
} as const

type Kind = keyof typeof SURVEYS
const KINDS = Object.keys(SURVEYS) as Kind[]

function writePeople() {
  const rng = stream('people')
  const rows = Array.from({ length: 240 }, (_, t) => {
    const smokes = t % 20 === 0 ? '' : ['no', 'no', 'yes'][rng.integer(3)]
    const uses = ['phone', 'mail'].filter(() => rng.integer(2) === 1).join(';')
    const mood = ['bad', 'fair', 'good'][rng.integer(3)]
    return [smokes, smokes, mood, rng.integer(5000), uses, ['north', 'south'][t % 2], rng.integer(60)].join(
      ',',
    )
  })
  writeFileSync(at('people.csv'), `question,smokes,mood,income,uses,region,age\n${rows.join('\n')}\n`)
}

function fileOf(kind: Kind) {
  writePeople()
  writeFileSync(at(`${kind}.json`), JSON.stringify(SURVEYS[kind]))
  return ['--survey', at(`${kind}.json`)]
}

const hasGoals = (kind: Kind) => 'goal' in SURVEYS[kind] || 'goals' in SURVEYS[kind]

describe.each(KINDS)('a survey of kind %s', kind => {
  const run = async (command: string, ...more: string[]) => {
    const survey = fileOf(kind)
    const file = command === 'stream' ? [] : [at('people.csv')]
    const { status, stdout, stderr } = await runCli([command, ...file, ...survey, ...more], '{"status":1}\n')
    return { status, stdout, refusal: stderr.trim().split('\n').at(-1)! }
  }

  test('is simulated on raw data, all questions, by groups, with its goals', async () => {
    const { status, stdout, refusal } = await run('estimate', '--draws', '20', '--json')
    expect([status, refusal]).toEqual([0, expect.anything()])
    const found = JSON.parse(stdout)
    expect(found.epsilon).toBe(2)
    expect(found.strategy).toBe('srr')
    const labels = found.categories ?? found.laws[0].labels.flat()
    if (kind === 'optional') expect(labels).toEqual(['no', 'yes', 'Prefer not to say'])
    if (kind === 'short' || kind === 'groups') expect(labels).toEqual(['no', 'yes'])
    // Whoever left a question of several blank is asked about the others.
    expect(found.users).toBe(['short', 'categories', 'groups'].includes(kind) ? 228 : 240)
    expect(found.decisions?.length ?? 0).toBe(kind === 'goals' ? 2 : Number(hasGoals(kind)))
    expect(found.shares).toEqual('shares' in SURVEYS[kind] ? PUBLIC.shares : undefined)
  })

  test('is compared by strategies', async () => {
    const { status, stdout, refusal } = await run(
      'compare',
      '--strategies',
      'srr',
      '--runs',
      '1',
      '--draws',
      '20',
      '--json',
    )
    expect([status, refusal]).toEqual([0, expect.anything()])
    expect(JSON.parse(stdout).results).toHaveLength(1)
  })

  test('is planned from a file, if it has goals', async () => {
    const { status, stdout, refusal } = await run('power', '--json')
    if (hasGoals(kind)) {
      expect([status, refusal]).toEqual([0, expect.anything()])
      expect(JSON.parse(stdout).people.median).toBeGreaterThan(0)
    } else {
      expect(status).toBe(2)
      expect(refusal).toMatch(
        /^error: (--goal: expected with --(bins|columns)|power: expected --goal or --error)/,
      )
    }
  })

  test('is collected line by line', async () => {
    const { status, stdout, refusal } = await run('stream')
    expect([status, refusal]).toEqual([0, expect.anything()])
    expect(stdout).toBe('{"answers":0}\n')
  })

  test('gives regressions the question that their left side names', async () => {
    const left =
      kind === 'short' ? 'question' : kind === 'scale' ? 'mood' : kind === 'number' ? 'income' : 'smokes'
    const { status, stdout, refusal } = await run(
      'regress',
      '--formula',
      `${left} ~ age`,
      '--missing',
      'drop',
      '--draws',
      '20',
      '--json',
    )
    expect([status, refusal]).toEqual([0, expect.anything()])
    const { coefficients, ...found } = JSON.parse(stdout)
    expect(found).toMatchObject({ epsilon: expect.closeTo(2, 6) })
    const isOrdered = kind === 'scale' || kind === 'number'
    expect(coefficients.some(({ name }: { name: string }) => name === 'location: age')).toBe(isOrdered)
  })
})

test.each([
  [['--epsilon', '1'], '--epsilon: expected 2, as'],
  [['--columns', 'smokes,mood'], '--columns: expected ["smokes","mood","uses:phone","uses:mail"], as'],
  [['--column', 'smokes'], '--column: expected without --survey: the survey says what people answer'],
  [['--whole', '0:3'], '--whole: expected without --survey'],
  [['--by', 'age'], '--by: expected region, as'],
  [['--goal', 'share(smokes = yes) > .1'], '--goal: expected ['],
  [['--shares', 'north=1,south=1'], '--shares: expected {"north":0.4,"south":0.6}, as'],
  [['--missing', 'category'], '--missing: expected drop: the survey says which questions are "optional"'],
])('%j contradicts a survey, and is refused', async (more, sentence) => {
  const { status, stderr } = await runCli(['estimate', at('people.csv'), ...fileOf('goals'), ...more])
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(2)
})

test('what agrees with a survey may be said again', async () => {
  const again = ['--epsilon', '2', '--by', 'region', '--draws', '20', '--json']
  const { status } = await runCli([
    'estimate',
    at('people.csv'),
    ...fileOf('groups'),
    ...again,
    '--column',
    'question',
  ])
  expect(status).toBe(0)
})

test.each([
  [
    'smokes',
    'maybe',
    'data row 1, column "smokes": expected one of no, yes, as the survey says, found "maybe"',
  ],
  ['mood', 'goood', 'column "mood": expected a step of the scale'],
  [
    'uses',
    'phone;fax',
    'data row 1, column "uses": expected one of phone, mail, as the survey says, found "fax"',
  ],
  ['region', 'nort', 'column "region": expected one of north, south, as the survey says, found "nort"'],
])('a value of %s that the survey does not have is refused with its row', async (column, value, sentence) => {
  const survey = fileOf('goals')
  const row = { smokes: 'no', mood: 'bad', uses: '', region: 'north', [column]: value }
  writeFileSync(
    at('bad.csv'),
    `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\nyes,bad,mail,south\n`,
  )
  const { status, stderr } = await runCli(['estimate', at('bad.csv'), ...survey])
  expect(
    stderr
      .replaceAll('"no"', 'no')
      .replaceAll('"yes"', 'yes')
      .replace(/"(north|south|phone|mail)"(?=[,.])/g, '$1'),
  ).toContain(sentence)
  expect(status).toBe(2)
})

test('items are read from lists between separators, from lists, and from columns of their own', async () => {
  const shares = async (file: string, more: object) => {
    const survey = { ...BASE, questions: { uses: { ...USES, ...more }, mood: MOOD } }
    writeFileSync(at('items.json'), JSON.stringify(survey))
    const run = [
      'estimate',
      at(file),
      '--survey',
      at('items.json'),
      '--draws',
      '20',
      '--json',
      '--ask',
      'singles',
    ]
    const { stdout, stderr } = await runCli(run)
    expect(stderr).not.toContain('error')
    const laws: { about: string; truth: number[] }[] = JSON.parse(stdout).laws
    return laws.slice(0, 2).map(({ truth }) => truth[1])
  }
  const held = [['phone', 'mail'], [], ['mail'], ['mail']]
  const rows = (cell: (items: readonly string[]) => string) =>
    Array.from({ length: 40 }, (_, t) => `${cell(held[t % 4])},${['bad', 'good'][t % 2]}\n`).join('')
  for (const separator of [';', '|', ',']) {
    writeFileSync(at('lists.csv'), `uses,mood\n${rows(items => `"${items.join(`${separator} `)}"`)}`)
    expect(await shares('lists.csv', { separator })).toEqual([0.25, 0.75])
  }
  const json = Array.from({ length: 40 }, (_, t) => ({ uses: held[t % 4], mood: ['bad', 'good'][t % 2] }))
  writeFileSync(at('lists.json'), JSON.stringify(json))
  expect(await shares('lists.json', {})).toEqual([0.25, 0.75])
  const columns = (items: readonly string[]) =>
    `${items.includes('phone') ? 'Yes' : 'no'},${items.includes('mail') ? 1 : ''}`
  writeFileSync(at('columns.csv'), `u1,u2,mood\n${rows(columns)}`)
  expect(await shares('columns.csv', { columns: ['u1', 'u2'] })).toEqual([0.25, 0.75])
})
