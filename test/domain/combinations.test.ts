import { describe, expect, test } from 'vitest'
import { mechanismFromRequest } from '../../src/catalogue/requests.ts'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import type { CollectionEstimator, CollectionSnapshot } from '../../src/loop/collection-estimator.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { lineCollection } from '../../src/loop/line-collection.ts'
import { lineProtocol } from '../../src/loop/line-protocol.ts'
import { refusals } from '../../src/loop/refused.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import type { Request } from '../../src/mechanism/mechanism.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

/** A contract of all types of questions: every room takes each of them, with public groups and without, or refuses it in a sentence. */

const RANGE = { from: 0, to: 10, bins: 4 }
/** What people are asked, and what they hold by turns. */
const TYPES = {
  categories: { asked: { categories: 3 }, held: [0, 2, 2] },
  labels: { asked: { question: ['bus', 'car', 'foot'] }, held: ['car', 'car', 'foot'] },
  scale: { asked: { question: { ordered: ['never', 'often', 'always'] } }, held: ['often', 1, 'always'] },
  whole: { asked: { question: { whole: [0, 3] } }, held: [0, 0, 3] },
  number: { asked: { question: RANGE }, held: [1.5, 9, 12] },
  several: {
    asked: {
      questions: {
        smokes: ['no', 'yes'],
        mood: { ordered: 3 },
        age: RANGE,
        uses: { items: ['phone', 'mail'] },
      },
    },
    held: [
      { smokes: 'no', mood: 1, age: 3, uses: [] },
      { smokes: 'yes', mood: 3, age: 40, uses: ['mail', 'phone'] },
      { smokes: 1, mood: 2, age: -1, uses: ['phone'] },
    ],
  },
} as const
const BY = { none: {}, list: { by: ['north', 'south'] }, variable: { by: { region: ['north', 'south'] } } }
const DRAWS = { draws: 8 }

const cases = Object.entries(TYPES).flatMap(([type, { asked, held }]) =>
  Object.entries(BY).map(([by, groups]) => ({ type, by, options: { ...asked, ...groups }, asked, held })),
)

/** Every number of a JSON document. */
function numbersIn(json: unknown): number[] {
  if (typeof json === 'number') return [json]
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(numbersIn) : []
}

describe.each(cases)('$type, groups: $by', ({ by, options, asked, held }) => {
  const group = (t: number) => (by === 'none' ? undefined : t % 2 === 0 ? 'north' : 'south')
  const begin = () => {
    const estimator = createEstimator({
      ...options,
      epsilon: 2,
      seed: 1,
    } as never) as unknown as CollectionEstimator
    const respondent = createRespondent({ ...asked, epsilon: 2, rng: stream(1) } as never) as unknown as {
      respond(request: Request, held: unknown): never
      spent: number
    }
    for (let t = 0; t < 12; t++) {
      const request = estimator.request(group(t))
      expect(mechanismFromRequest(request).epsilon).toBeLessThan(2 + 1e-9)
      estimator.observe(respondent.respond(request, held[t % 3]), request, group(t))
    }
    expect(respondent.spent).toBeLessThan(24 + 1e-9)
    return estimator
  }

  test('is asked, answered, estimated, and goes on from a snapshot', () => {
    const estimator = begin()
    const saved = JSON.parse(JSON.stringify(estimator.snapshot()))
    const restored = restoreEstimator<CollectionEstimator>(saved as CollectionSnapshot)
    expect(restored.request(group(0))).toEqual(estimator.request(group(0)))
    const json = JSON.stringify(estimator.estimate(DRAWS))
    expect(JSON.stringify(restored.estimate(DRAWS))).toBe(json)
    expect(numbersIn(JSON.parse(json)).every(Number.isFinite)).toBe(true)
    expect(restored.snapshot()).toEqual(estimator.snapshot())
  })

  test('goes line by line', () => {
    const protocol = lineProtocol(lineCollection(begin(), DRAWS))
    const say = (line: object) => protocol.reply(JSON.stringify({ ...line }), 1).json as { error?: string }
    const named = by === 'none' ? {} : { group: 'north' }
    const { id, error } = say({ ask: 1, ...named }) as { id?: number; error?: string }
    expect([error, typeof id]).toEqual([undefined, 'number'])
    expect(say({ status: 1 })).toEqual({ answers: 12 })
    expect(say({ estimate: 1 })).toMatchObject({ answers: 12 })
  })

  test('is simulated, from people', () => {
    const isSeveral = 'questions' in asked
    const field =
      'categories' in asked || Array.isArray((asked as { question?: unknown }).question)
        ? 'category'
        : 'value'
    const data = Array.from({ length: 12 }, (_, t) => {
      const own = held[t % 3]
      if (by === 'none') return own
      return isSeveral ? { group: group(t), ...(own as object) } : { group: group(t), [field]: own }
    })
    const played = simulate({
      ...options,
      data,
      strategies: ['auto'],
      epsilon: 2,
      ...DRAWS,
      seed: 1,
    } as never)
    const [run] = played.runs
    expect(run.totalVariation).toBeGreaterThan(0)
    expect(run.totalVariation).toBeLessThan(1)
    expect(run.auditedEpsilon).toBeLessThan(2 + 1e-9)
    expect(run.answers).toBe(12)
  })
})

test.each(Object.entries(TYPES).filter(([type]) => type !== 'several'))(
  'the answers of groups about %s are drawn from their tallies, pooled',
  (_, { asked }) => {
    const question = 'categories' in asked ? undefined : (asked as { question: object }).question
    const cells = createEstimator({ ...asked, epsilon: 1, seed: 1 } as never).snapshot().options.categories!
    const tallies = { north: createTally(cells), south: createTally(cells) }
    const options = { ...(question && { question }), draws: 8, seed: 1 }
    const drawn = samplePosterior(tallies, options as never) as unknown as {
      isPooled: boolean
      group(name: string): object
    }
    const isOrdered = question !== undefined && !Array.isArray(question)
    expect(drawn.isPooled).toBe(true)
    expect('density' in drawn.group('north')).toBe(isOrdered)
  },
)

test('people who miss an answer are asked about the others, where that is said to be public', () => {
  const questions = { smokes: ['no', 'yes'], job: 3, age: RANGE } as const
  const data = Array.from({ length: 60 }, (_, t) => ({
    smokes: t % 2 ? 'yes' : 'no',
    job: t % 3 === 0 ? null : 2,
    age: 5,
  }))
  const options = { questions, strategies: ['srr'], epsilon: 4, draws: 20, seed: 1 } as const
  expect(() => simulate({ ...options, data } as never)).toThrow('data[')
  const { truth, runs } = simulate({
    ...options,
    data,
    missing: 'public',
    ask: 'singles',
  } as never) as never as {
    truth: { marginal(name: string): Float64Array }
    runs: { laws: { about: string[] }[]; answers: number }[]
  }
  expect(Array.from(truth.marginal('job'))).toEqual([0, 0, 1])
  expect(runs[0].answers).toBe(60)
})

describe('what does not go together is refused, for one reason each', () => {
  const BAD = {
    memory: { window: 9 },
    anytime: true,
    runLength: 1000,
    robust: { share: 0.1 },
    guarantee: 'anytime',
    prior: 1,
    publicPrior: [1, 1, 1],
    sampler: 'gibbs',
    horizon: 10,
  } as const
  for (const options of [{ categories: 3, by: ['a', 'b'] }, { questions: { a: 2, b: 2 } }]) {
    const reasons = refusals(options)
    test.each(Object.entries(BAD))(`${Object.keys(options)}: %s`, (name, value) => {
      expect(() => createEstimator({ ...options, epsilon: 1, seed: 1, [name]: value } as never)).toThrow(
        `${name} must be ${reasons[name]}`,
      )
    })
    test.each(Object.entries({ ...BAD, groupSize: 10, checkpoints: 3 }))(
      `a simulation of ${Object.keys(options)}: %s`,
      (name, value) => {
        const people = { truth: { dirichlet: 1 }, users: 4, strategies: ['srr'], epsilon: 1, seed: 1 }
        expect(() => simulate({ ...options, ...people, [name]: value } as never)).toThrow(
          `${name} must be ${reasons[name]}`,
        )
      },
    )
  }
  test.each([
    [{ categories: 3, question: RANGE, by: ['a', 'b'] }, 'categories must be left out with question'],
    [{ questions: { a: 2, b: 2 }, question: RANGE }, 'question must be left out with questions'],
    [{ categories: 3, by: ['a', 'b'], ask: 'pairs' }, 'ask must be left out without questions'],
    [{ categories: 3, by: { region: ['a', 'b'], sex: ['f', 'm'] } }, 'by must be one public variable'],
    [{ questions: { a: RANGE, b: { whole: [0, 1000] } } }, 'the number of cells of a and b must be'],
    [{ question: { items: ['a', 'b'] } }, 'question must be one of several questions'],
  ])('%j', (options, sentence) => {
    expect(() => createEstimator({ ...options, epsilon: 1, seed: 1 } as never)).toThrow(sentence)
  })
})

const ROWS = Array.from({ length: 40 }, (_, t) => ({
  job: ['cook', 'baker', 'smith'][t % 3],
  mood: ['bad', 'fair', 'good'][(t * 7) % 3],
  children: (t * 5) % 4,
  age: 18 + ((t * 11) % 40),
  region: t % 2 === 0 ? 'north' : 'south',
}))
const at = testFolder({
  'people.csv': ['job,mood,children,age,region', ...ROWS.map(row => Object.values(row).join())].join('\n'),
})
const WAYS: Readonly<Record<string, readonly string[]>> = {
  categories: ['--column', 'job'],
  scale: ['--column', 'mood', '--ordered', 'bad,fair,good'],
  whole: ['--column', 'children', '--whole', '0:3'],
  number: ['--column', 'age', '--from', '10', '--to', '70', '--bins', '6'],
  several: ['--columns', 'job,mood,region'],
}
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  estimate: ['--epsilon', '2', '--draws', '8', '--json'],
  compare: ['--epsilon', '2', '--draws', '8', '--runs', '1', '--strategies', 'auto,srr', '--json'],
}
const commands = Object.keys(COMMANDS).flatMap(command =>
  Object.keys(WAYS).flatMap(way => [`${command} ${way}`, `${command} ${way} by`]),
)

test.each(commands)('adobest %s', async name => {
  const [command, way, isBy] = name.split(' ')
  const by = isBy
    ? way === 'several'
      ? ['--columns', 'job,mood', '--by', 'region']
      : ['--by', 'region']
    : []
  const own = isBy && way === 'several' ? [] : WAYS[way]
  const { status, stdout, stderr } = await runCli([
    command,
    at('people.csv'),
    ...own,
    ...by,
    ...COMMANDS[command],
  ])
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  expect(numbersIn(JSON.parse(stdout)).length).toBeGreaterThan(0)
})

test('people of groups are asked about one column each where that is asked for', async () => {
  const columns = ['--columns', 'job,mood', '--by', 'region', '--ask', 'singles']
  const { stdout } = await runCli(['estimate', at('people.csv'), ...columns, ...COMMANDS.estimate])
  const { laws } = JSON.parse(stdout) as { laws: { about: unknown }[] }
  expect(laws.map(({ about }) => about)).toEqual(['job', 'mood', 'job', 'mood'])
})
