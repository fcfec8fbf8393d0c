import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'
import { readPlan } from '../../src/sweep/plan.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({ 'people.csv': 'job\ncook\ncook\nbaker\n', 'ages.csv': 'age\n25\n 25\n31\n' })
const TRUTH = '[0.5,0.3,0.2]'

test('power prints what the library plans, as JSON and in words', async () => {
  const args = ['power', '--truth', TRUTH, '--epsilon', '1', '--goal', 'share(0) ± .05']
  const { status, stdout } = await runCli([...args, '--json'])
  expect(status).toBe(0)
  const plan = power({ truth: [0.5, 0.3, 0.2], epsilon: 1, goal: 'share(0) ± 0.05' })
  expect(JSON.parse(stdout)).toEqual({ seed: 1, ...plan, files: [] })
  const text = (await runCli(args)).stdout
  expect(text).toContain(`people, 80 %      ${plan.people.upper80.toLocaleString('en')}\n`)
  expect(text).toContain(plan.statement)
})

test('power reads the shares of an earlier study, with the names of its categories', async () => {
  const file = at('people.csv')
  const { stdout } = await runCli([
    ...['power', file, '--column', 'job', '--people', '3000', '--epsilon', '1'],
    ...['--goal', 'share(cook) +- ?', '--json'],
  ])
  const goal = 'share(1) ± ?'
  expect(JSON.parse(stdout).within).toBe(
    power({ truth: [1 / 3, 2 / 3], people: 3000, epsilon: 1, goal }).within,
  )
})

test('power plans a test of dice, and says what it refuses in one line', async () => {
  const die = [
    '--truth',
    '[0.9,0.1]',
    '--design',
    'forced,truth=2/3,yes=1/6,no=1/6',
    '--goal',
    'share(1) > .05',
  ]
  const { stdout } = await runCli(['power', ...die, '--once', '--json'])
  expect(JSON.parse(stdout).people.upper80).toBe(1170)
  for (const [args, message] of [
    [[], 'error: power: expected a file with --column, or --truth, or --categories with --dirichlet\n'],
    [
      ['--truth', TRUTH, '--epsilon', '1', '--goal', 'share(7) ± .1'],
      'error: --goal: goal must have a category from 0 to 2 where it has "7"',
    ],
    [['--truth', TRUTH, '--goal', 'share(0) ± .1'], 'error: epsilon must be given, as people is left out'],
    [[...die, '--plan', at('plan.json')], 'error: --plan: expected without --design'],
    [['--truth', TRUTH, '--epsilon', '1'], 'error: power: expected --goal or --error, or else both'],
    [['--truth', TRUTH, '--epsilon', '1', '--error', '.05', '--once'], 'error: --once: expected with --goal'],
    [
      ['--truth', TRUTH, '--people', '900', '--epsilon', '1', '--skip', '2'],
      'error: --skip: expected a file',
    ],
    [
      ['--truth', TRUTH, '--people', '900', '--epsilon', '1', '--missing', 'category'],
      'error: --missing: expected a file',
    ],
    [
      [at('codes.csv'), '--column', 'v', '--column', 'w'],
      'column must be given once; --columns takes several',
    ],
  ] as const) {
    const { status, stderr } = await runCli(['power', ...args])
    expect(status).toBe(2)
    expect(stderr).toContain(message)
    // A text that is wrong is shown below, with a caret.
    expect(stderr.split('\n')).toHaveLength(message.includes('where it has') ? 4 : 2)
  }
})

test('power writes a plan that a sweep plays', async () => {
  const file = at('plan.json')
  const args = [
    'power',
    '--truth',
    TRUTH,
    '--epsilon',
    '2',
    '--goal',
    'share(0) > share(2)',
    '--plan',
    file,
    '--json',
  ]
  const { stdout } = await runCli(args)
  const { people, files } = JSON.parse(stdout)
  expect(files).toEqual([file])
  const written = JSON.parse(readFileSync(file, 'utf8'))
  expect(written).toMatchObject({
    users: people.upper95,
    epsilon: 2,
    goal: 'share(0) > share(2)',
    strategies: 'auto',
  })
  writeFileSync(file, JSON.stringify({ ...written, runs: 1 }))
  await expect(readPlan(file)).resolves.toBeDefined()
})

test('a plan from a file is about the same categories, by their numbers', async () => {
  const [file, plan] = [at('codes.csv'), at('codes.json')]
  writeFileSync(file, `v\n${'1\n'.repeat(80)}${'2\n'.repeat(10)}${'Other\n'.repeat(10)}`)
  const goals = ['share(1) > .5', 'share(Other) ± .1', 'share(2) > share(Other) by .2'].flatMap(goal => [
    '--goal',
    goal,
  ])
  const args = ['power', file, '--column', 'v', '--epsilon', '2', ...goals, '--plan', plan]
  expect((await runCli(args)).status).toBe(0)
  const { goal, truth } = JSON.parse(readFileSync(plan, 'utf8'))
  expect(goal).toEqual([['share(0) > 0.5', 'share(2) ± 0.1', 'share(1) > share(2) by 0.2']])
  expect(truth[0]).toBeCloseTo(0.8, 12)
  await expect(readPlan(plan)).resolves.toBeDefined()
})

test('shares of groups are taken by name or in order', async () => {
  const groups = [
    'power',
    '--by',
    'north,south',
    '--truth',
    '[[0.6,0.4],[0.5,0.5]]',
    '--epsilon',
    '1',
    '--json',
  ]
  const goal = ['--goal', 'share(0 | group = north) > share(0 | group = south)']
  const planned = async (shares: string) =>
    JSON.parse((await runCli([...groups, ...goal, '--shares', shares])).stdout).people
  expect(await planned('south=.1,north=.9')).toEqual(await planned('.9,.1'))
  expect(await planned('.5,.5')).not.toEqual(await planned('.9,.1'))
  const { stderr } = await runCli([...groups, ...goal, '--shares', 'north=.9,east=.1'])
  expect(stderr).toContain('error: --shares: expected the groups of --by; got "east"')
})

test('power plans numbers, groups and tables as the library does', async () => {
  const bell = '[0,0.1,0.3,0.4,0.2,0]'
  const numbers = ['--truth', bell, '--from', '0', '--to', '4', '--bins', '4', '--epsilon', '2']
  const json = async (...args: string[]) => JSON.parse((await runCli(['power', ...args, '--json'])).stdout)
  const question = { question: { from: 0, to: 4, bins: 4 }, truth: [0, 0.1, 0.3, 0.4, 0.2, 0], epsilon: 2 }
  const plan = at('numbers.json')
  const mean = await json(...numbers, '--goal', 'mean ± .5', '--plan', plan)
  expect(mean.people).toEqual(power({ ...question, goal: 'mean ± 0.5' }).people)
  await expect(readPlan(plan)).resolves.toBeDefined()
  const file = at('people.csv')
  writeFileSync(file, 'age,job,place\n1,a,n\n2,a,n\n2,b,n\n3,b,s\n')
  const range = ['--from', '0', '--to', '4', '--bins', '4', '--epsilon', '2']
  const column = [file, '--column', 'age', ...range, '--people', '2000', '--goal', 'median ± ?']
  expect((await json(...column)).within).toBe(
    power({ ...question, truth: [0, 0, 0.25, 0.5, 0.25, 0], people: 2000, goal: 'median ± ?' }).within,
  )
  const groups = [
    file,
    '--column',
    'job',
    '--by',
    'place',
    '--epsilon',
    '2',
    '--goal',
    'share(a | place = n) > share(a | place = s)',
  ]
  const laws = {
    by: ['n', 's'],
    truth: [
      [2 / 3, 1 / 3],
      [0, 1],
    ],
    shares: [0.75, 0.25],
    epsilon: 2,
  }
  expect((await json(...groups)).people).toEqual(
    power({ ...laws, goal: 'share(0 | group = n) > share(0 | group = s)' }).people,
  )
  const table = ['--questions', '{"a":2,"b":2}', '--truth', '[0.4,0.1,0.1,0.4]', '--epsilon', '2']
  const cells = { questions: { a: 2, b: 2 }, truth: [0.4, 0.1, 0.1, 0.4], epsilon: 2 }
  expect((await json(...table, '--goal', 'association(a, b) > .1')).people).toEqual(
    power({ ...cells, goal: 'association(a, b) > .1' }).people,
  )
  const two = [file, '--columns', 'age,place,job', '--epsilon', '2']
  const jobs = { questions: { job: ['a', 'b'], place: ['n', 's'] }, truth: [0.5, 0.25, 0, 0.25], epsilon: 2 }
  expect((await json(...two, '--goal', 'association(job, place) > .1')).people).toEqual(
    power({ ...jobs, goal: 'association(job, place) > .1' }).people,
  )
  for (const [args, message] of [
    [[...two, '--goal', 'association(job, none) > .1'], 'error: --goal: goal must have one of the questions'],
    [
      [...two, '--goal', 'association(job, place) > .1', '--truth', TRUTH],
      'error: --truth: expected without --columns',
    ],
    [
      [file, '--columns', 'job', '--epsilon', '2', '--goal', 'top(1)'],
      'error: --columns: expected two or more',
    ],
    [
      ['--columns', 'a,b', '--epsilon', '2', '--goal', 'association(a, b) > .1'],
      'error: --columns: expected with a file',
    ],
    [[...table, '--goal', 'top(1)'], 'error: --goal: goal must have one of the questions a, b'],
    [[...numbers], 'error: --goal: expected with --bins or --edges; only goals are planned for it\n'],
    [
      [...table, '--goal', 'association(a, b) > .1', '--plan', plan],
      'error: --plan: expected without --by, --questions and',
    ],
    [[...range, '--goal', 'mean ± 1'], 'error: --truth: expected with numbers, groups and questions'],
    [['--truth', TRUTH, '--shares', '0.5,0.5'], 'error: --shares: expected only with --by and --truth\n'],
  ] as const) {
    const { status, stderr } = await runCli(['power', ...args])
    expect(stderr).toContain(message)
    expect(status).toBe(2)
  }
})

test('power plans several goals, and goals about numbers in groups and about three questions of a file', async () => {
  const json = async (...args: string[]) => JSON.parse((await runCli(['power', ...args, '--json'])).stdout)
  const goals = ['share(0) ± .1', 'share(1) > .2']
  const several = ['--truth', TRUTH, '--epsilon', '2', ...goals.flatMap(goal => ['--goal', goal])]
  const plan = at('several.json')
  const { people, statement } = await json(...several, '--plan', plan)
  expect(people).toEqual(power({ truth: [0.5, 0.3, 0.2], epsilon: 2, goals }).people)
  expect(statement).toContain('2 goals (share(0) ± 0.1; share(1) > 0.2)')
  expect(JSON.parse(readFileSync(plan, 'utf8')).goal).toEqual([['share(0) ± 0.1', 'share(1) > 0.2']])
  await expect(readPlan(plan)).resolves.toBeDefined()
  const file = at('many.csv')
  writeFileSync(file, `age,job,place,ill\n${'1,a,n,x\n3,a,n,y\n2,b,n,x\n3,b,s,y\n1,b,s,x\n'.repeat(4)}`)
  const groups = ['--column', 'age', '--whole', '0:4', '--by', 'place', '--epsilon', '2']
  const question = { whole: [0, 4] } as const
  const laws = {
    question,
    by: ['n', 's'],
    shares: [0.6, 0.4],
    truth: [
      [0, 0, 1 / 3, 1 / 3, 1 / 3, 0, 0],
      [0, 0, 0.5, 0, 0.5, 0, 0],
    ],
  }
  const goal = 'mean(| place = n) - mean(| place = s) ± 1'
  expect((await json(file, ...groups, '--goal', goal)).people).toEqual(
    power({ ...laws, epsilon: 2, goal: goal.replaceAll('place', 'group') }).people,
  )
  const pairs = ['association(job, ill) > .1', 'share(job = a | place = n) - share(ill = x | place = n) ± .2']
  const columns = [file, '--columns', 'job,place,ill', '--epsilon', '2']
  const found = await json(...columns, ...pairs.flatMap(each => ['--goal', each]))
  expect(found.people.median).toBeGreaterThan((await json(...columns, '--goal', pairs[1])).people.median)
})

test('power passes on what is odd about the numbers of a file', async () => {
  const args = [
    at('ages.csv'),
    '--column',
    'age',
    '--from',
    '0',
    '--to',
    '40',
    '--bins',
    '4',
    '--epsilon',
    '2',
  ]
  const { status, stderr } = await runCli(['power', ...args, '--goal', 'mean ± 10'])
  expect(status).toBe(0)
  expect(stderr).toContain('"25" differs from another value by spaces only; --trim takes them away')
})
