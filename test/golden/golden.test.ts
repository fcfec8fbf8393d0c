import { describe, expect, test } from 'vitest'
import { createEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { stream } from '../../src/random/stream.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { requirePlan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

/**
 * What commands print, estimators keep and plans give, for every kind of question: JSON, rounded to nine digits, beside the files of
 * this folder. They move only with a line in CHANGELOG.md; `npx vitest run --project default test/golden -u` writes them anew.
 */

const JOBS = ['cook', 'baker', 'clerk', 'smith']
const REGIONS = ['north', 'south', 'east']
/** Each person holds a job, an age, a region; whether one smokes goes with the age. */
const PEOPLE = Array.from({ length: 240 }, (_, i) => {
  const [job, region] = [JOBS[((i * i) % 11) % 4], REGIONS[i % 3]]
  const age = 18 + ((i * 37) % 50)
  return { job, region, age, smokes: age % 10 < 4 ? 'yes' : 'no' }
})

const NUMBERS = ['--from', '10', '--to', '70', '--bins', '12']
const RANGE = { from: 10, to: 70, bins: 12 }
const QUESTIONS = { job: JOBS, smokes: ['no', 'yes'] }
const table = (rows: readonly object[]) =>
  [Object.keys(rows[0]).join(), ...rows.map(row => Object.values(row).join())].join('\n')

/** Answers of 60 people to the outstanding requests of an estimator, with the request of each. */
function collect<R>(
  requestOf: (person: (typeof PEOPLE)[number]) => R,
  answer: (request: R, person: (typeof PEOPLE)[number]) => unknown,
) {
  return PEOPLE.slice(0, 60).map(person => {
    const request = requestOf(person)
    return { request, response: answer(request, person), region: person.region }
  })
}

const rng = () => stream(1, 'answers')
const categories = () => {
  const estimator = createEstimator({ categories: JOBS, epsilon: 2, strategy: 'fisher', seed: 1 })
  const respondent = createRespondent({ categories: JOBS, epsilon: 2, rng: rng() })
  const rows = collect(
    () => estimator.request(),
    (request, { job }) => {
      const response = respondent.respond(request, job)
      estimator.observe(response)
      return response
    },
  )
  return { rows, snapshot: estimator.snapshot() }
}
const numbers = () => {
  const estimator = createEstimator({ question: RANGE, epsilon: 2, seed: 1 })
  const respondent = createRespondent({ question: RANGE, epsilon: 2, rng: rng() })
  const rows = collect(
    () => estimator.request(),
    (request, { age }) => {
      const response = respondent.respond(request, age)
      estimator.observe(response)
      return response
    },
  )
  return { rows, snapshot: estimator.snapshot() }
}
const groups = () => {
  const estimator = createEstimator({ categories: JOBS, by: REGIONS, epsilon: 2, seed: 1 })
  const respondent = createRespondent({ categories: JOBS, epsilon: 2, rng: rng() })
  const rows = collect(
    ({ region }) => estimator.request(region),
    (request, { job, region }) => {
      const response = respondent.respond(request, job)
      estimator.observe(response, request, region)
      return response
    },
  )
  return { rows, snapshot: estimator.snapshot() }
}
const records = () => {
  const estimator = createEstimator({ questions: QUESTIONS, epsilon: 2, seed: 1 })
  const respondent = createRespondent({ questions: QUESTIONS, epsilon: 2, rng: rng() })
  const rows = collect(
    () => estimator.request(),
    (request, { job, smokes }) => {
      const response = respondent.respond(request, {
        job: JOBS.indexOf(job),
        smokes: Number(smokes === 'yes'),
      })
      estimator.observe(response, request)
      return response
    },
  )
  return { rows, snapshot: estimator.snapshot() }
}
const lines = ({ rows }: { rows: readonly object[] }) => rows.map(row => JSON.stringify(row)).join('\n')

const at = testFolder({
  'people.csv': table(PEOPLE),
  'categories.ndjson': lines(categories()),
  'numbers.ndjson': lines(numbers()),
  'groups.ndjson': lines(groups()),
  'records.ndjson': lines(records()),
})

/** Numbers with nine digits, and no names of temporary folders. */
const printed = (value: unknown) =>
  JSON.stringify(
    value,
    (_, one) => {
      if (typeof one === 'number') return Number(one.toPrecision(9))
      return ArrayBuffer.isView(one) ? Array.from(one as Float64Array) : one
    },
    1,
  )
    .replaceAll(/\[[^[\]{}]*\]/g, list => list.replaceAll(/\s*\n\s*/g, ' '))
    .concat('\n')

const DRAWS = ['--draws', '40', '--json']
const ESTIMATE = ['estimate', 'people.csv', '--epsilon', '2', ...DRAWS]
const PAIR = '{"job":["cook","baker","clerk","smith"],"smokes":["no","yes"]}'
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'estimate-categories': [...ESTIMATE, '--column', 'job'],
  'estimate-categories-goal': [...ESTIMATE, '--column', 'job', '--goal', 'share(cook) > share(smith) by .05'],
  'estimate-numbers': [...ESTIMATE, '--column', 'age', ...NUMBERS],
  'estimate-numbers-goal': [...ESTIMATE, '--column', 'age', ...NUMBERS, '--goal', 'median ± 20'],
  'estimate-groups': [...ESTIMATE, '--column', 'job', '--by', 'region'],
  'estimate-groups-goal': [
    ...ESTIMATE,
    '--column',
    'job',
    '--by',
    'region',
    '--goal',
    'share(cook | region = north) > share(cook | region = south)',
  ],
  'estimate-records': [...ESTIMATE, '--columns', 'job,smokes,region'],
  'estimate-records-singles': [...ESTIMATE, '--columns', 'job,smokes', '--ask', 'singles'],
  'decode-categories': ['decode', 'categories.ndjson', ...DRAWS],
  'decode-numbers': ['decode', 'numbers.ndjson', ...NUMBERS, ...DRAWS],
  'decode-groups': ['decode', 'groups.ndjson', '--by', 'region', ...DRAWS],
  'decode-records': ['decode', 'records.ndjson', '--questions', PAIR, ...DRAWS],
  regress: ['regress', 'people.csv', '--formula', 'smokes ~ age', '--epsilon', '2', ...DRAWS],
  'regress-groups': [
    'regress',
    'people.csv',
    '--formula',
    'job ~ age + (1 | region)',
    '--epsilon',
    '2',
    ...DRAWS,
  ],
  'power-categories': [
    ...['power', '--categories', '4', '--truth', '[0.4,0.3,0.2,0.1]', '--epsilon', '1'],
    ...['--goal', 'share(1) ± .05', '--json'],
  ],
  'power-numbers': [
    'power',
    'people.csv',
    '--column',
    'age',
    ...NUMBERS,
    '--epsilon',
    '1',
    '--goal',
    'mean ± 3',
    '--json',
  ],
  'power-groups': [
    ...['power', 'people.csv', '--column', 'job', '--by', 'region', '--epsilon', '1'],
    ...['--goal', 'share(cook | region = north) ± .05', '--json'],
  ],
  'power-records': [
    ...['power', 'people.csv', '--columns', 'job,smokes', '--epsilon', '1'],
    ...['--goal', 'share(job = cook, smokes = yes) ± .1', '--json'],
  ],
}

describe('commands print', () => {
  test.each(Object.keys(COMMANDS))('%s', async name => {
    const args = COMMANDS[name].map(arg => (/\.(csv|ndjson)$/.test(arg) ? at(arg) : arg))
    const { status, stdout, stderr } = await runCli(args)
    expect([status, stderr]).toEqual([0, status === 0 ? stderr : ''])
    await expect(printed(JSON.parse(stdout))).toMatchFileSnapshot(`${name}.json`)
  })
})

describe('estimators keep', () => {
  test.each([
    ['categories', categories],
    ['numbers', numbers],
    ['groups', groups],
    ['records', records],
  ])('a snapshot of %s', async (name, made) => {
    await expect(printed(made().snapshot)).toMatchFileSnapshot(`snapshot-${name}.json`)
  })
})

const PLAN = { users: 80, epsilon: 2, strategies: ['auto', 'srr'], runs: 1, seed: 1 }
const PLANS: Readonly<Record<string, object>> = {
  categories: { ...PLAN, categories: 4, truth: [{ dirichlet: 1 }] },
  numbers: {
    ...PLAN,
    question: RANGE,
    truth: { file: 'people.csv', column: 'age' },
    users: undefined,
    groupSize: 80,
  },
  groups: {
    ...PLAN,
    by: REGIONS,
    categories: 4,
    truth: { laws: REGIONS.map((_, g) => [0.4 - 0.1 * g, 0.3, 0.2, 0.1 + 0.1 * g]) },
  },
  records: { ...PLAN, questions: QUESTIONS, truth: { dirichlet: 1 } },
}

describe('plans give', () => {
  test.each(Object.keys(PLANS))('rows of %s', async name => {
    const given = Object.entries(PLANS[name]).filter(([, value]) => value !== undefined)
    const plan = await requirePlan(Object.fromEntries(given), at('plan.json'))
    const rows = expandPlan(plan).map(run => ({ ...playRun(run), seconds: 0 }))
    await expect(printed(rows)).toMatchFileSnapshot(`rows-${name}.json`)
  })
})
