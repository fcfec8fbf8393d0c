import { expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'
import { createSimulation, simulate } from '../../src/simulation/simulate.ts'
import { compareStrategies } from '../../src/sweep/comparison.ts'

const QUESTIONS = { smokes: 2, age: ['young', 'middle', 'old'], region: 2 }
/** In one class people smoke and are old, in the other they do neither; the region is a coin. */
const CLASSES = [
  { weight: 0.4, shares: { smokes: [0.1, 0.9], age: [0.1, 0.1, 0.8], region: [0.5, 0.5] } },
  { weight: 0.6, shares: { smokes: [0.9, 0.1], age: [0.5, 0.4, 0.1], region: [0.5, 0.5] } },
]
const OPTIONS = {
  questions: QUESTIONS,
  truth: { classes: CLASSES },
  users: 900,
  strategies: ['subset-selection'],
  epsilon: 4,
  draws: 4,
  seed: 1,
} as const

test('tables are estimated near their truth, by answers of the level', () => {
  const { truth, users, runs } = simulate({ ...OPTIONS, draws: 40 })
  expect(users).toBe(900)
  const [run] = runs
  expect(run.answers).toBe(900)
  expect(run.auditedEpsilon).toBeCloseTo(4, 9)
  expect(run.laws.map(({ about }) => about.join())).toEqual(['smokes,age', 'smokes,region', 'age,region'])
  // 300 people a table at ε = 4: the standard error of a cell is below 0.03, so a distance of 0.2 of six cells is beyond two of each.
  for (const { totalVariation } of run.laws) expect(totalVariation).toBeLessThan(0.2)
  const mean = run.laws.reduce((sum, { totalVariation }) => sum + totalVariation, 0) / 3
  expect(run.totalVariation).toBeCloseTo(mean, 12)
  const { cramersV } = run.posterior.association('smokes', 'age')
  expect(Math.abs(cramersV.mean - truth.association('smokes', 'age').cramersV)).toBeLessThan(0.25)
})

test('the truth of classes is their mixture', () => {
  const { truth } = simulate({ ...OPTIONS, users: 1, ask: 'singles' })
  expect(truth.marginal('smokes')[1]).toBeCloseTo(0.4 * 0.9 + 0.6 * 0.1, 12)
  expect(truth.table('age', 'smokes')[2][1]).toBeCloseTo(0.4 * 0.8 * 0.9 + 0.6 * 0.1 * 0.1, 12)
  expect(truth.association('region', 'age').cramersV).toBeCloseTo(0, 12)
  expect(truth.association('region', 'age').mutualInformation).toBeCloseTo(0, 12)
  expect(() => truth.table('age', 'age')).toThrow('b must be a question other than age')
})

test('a law of all questions has the first one fastest, and people are drawn from it', () => {
  const law = [0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0.5]
  const { truth, runs } = simulate({ ...OPTIONS, truth: law, users: 400, draws: 20 })
  expect(truth.table('smokes', 'age').flat()).toEqual([0, 0.5, 0, 0, 0, 0.5])
  expect(truth.table('region', 'smokes')).toEqual([
    [0.5, 0],
    [0, 0.5],
  ])
  expect(truth.association('smokes', 'region').cramersV).toBeCloseTo(1, 12)
  const [{ posterior }] = runs
  expect(posterior.table('smokes', 'age').mean[1][2]).toBeGreaterThan(0.3)
  expect(simulate({ ...OPTIONS, truth: { dirichlet: 1 }, users: 1, ask: 'singles' }).users).toBe(1)
})

test('people may be given, in their own order or another, and are the truth', () => {
  const data = Array.from({ length: 40 }, (_, t) => ({ smokes: t % 2, age: t % 2, region: t < 20 ? 0 : 1 }))
  const { truth: _, users: __, ...rest } = OPTIONS
  for (const order of [{}, { order: 'given' as const }]) {
    const { truth, users } = simulate({ ...rest, ...order, data })
    expect(users).toBe(40)
    const flat = truth.table('smokes', 'age').flat()
    ;[0.5, 0, 0, 0, 0.5, 0].forEach((share, cell) => {
      expect(flat[cell]).toBeCloseTo(share, 12)
    })
  }
})

test('with singles, the frequencies are compared, and nothing is said of tables', () => {
  const [run] = simulate({ ...OPTIONS, ask: 'singles', users: 300, draws: 60 }).runs
  expect(run.laws.map(({ about }) => about)).toEqual([['smokes'], ['age'], ['region']])
  expect(run.totalVariation).toBeLessThan(0.2)
  expect(() => run.posterior.table('smokes', 'age')).toThrow("ask must be 'pairs'")
})

test('a strategy gets the same numbers whatever others are played beside it', () => {
  const setting = { ...OPTIONS, users: 60 }
  const [, both] = simulate({ ...setting, strategies: ['srr', 'subset-selection'] }).runs
  const [alone] = simulate(setting).runs
  expect(alone.posterior.table('smokes', 'age').mean).toEqual(both.posterior.table('smokes', 'age').mean)
})

test('a run ends when its goal is settled, and says whether the answer is right', () => {
  const goal = 'association(age, smokes) > .1'
  const [run] = simulate({ ...OPTIONS, goal, confidence: 0.9 }).runs
  expect(run.decision).toMatchObject({ settled: true, answer: true })
  expect(run.correct).toBe(true)
  expect(run.answers).toBeLessThan(900)
  expect(run.laws.map(({ about }) => about)).toEqual([['smokes', 'age']])
})

test('several goals end a run together, which is right when each of them is', () => {
  const goals = [
    'share(region = 0, age = 0) ± .2',
    'share(smokes = 0) ± .2',
    'share(age = 2 | region = 1) ± .3',
  ]
  const [run] = simulate({ ...OPTIONS, goals }).runs
  const { table, marginal } = simulate({ ...OPTIONS, goals, users: 1 }).truth
  const regions = table('region', 'age')
  const truths = [regions[0][0], marginal('smokes')[0], regions[1][2] / regions[1].reduce((a, b) => a + b)]
  const widths = [0.2, 0.2, 0.3]
  expect(run.decisions?.map(({ settled }) => settled)).toEqual([true, true, true])
  const isRight = run.decisions!.map(({ answer }, i) => Math.abs((answer as number) - truths[i]) <= widths[i])
  expect(run.correct).toBe(isRight.every(Boolean))
  expect(run.laws.map(({ about }) => about)).toEqual([['smokes'], ['age', 'region']])
})

test('progress ends at its total', () => {
  const calls: [number, number][] = []
  const onProgress = (done: number, total: number) => calls.push([done, total])
  simulate({ ...OPTIONS, users: 30, ask: 'singles', onProgress })
  expect(calls.at(-1)).toEqual([60, 60])
})

const [{ shares }] = CLASSES

test.each([
  [{ questions: { smokes: 2 } }, 'the number of questions must be'],
  [{ ask: 'triples' }, 'ask must be one of pairs, singles'],
  [{ data: [] }, 'truth and data must be one given, the other not'],
  [{ truth: undefined, data: [], users: undefined }, 'the length of data must be'],
  [
    { truth: undefined, data: [{ smokes: 0, age: 3, region: 0 }], users: undefined },
    'data[0] must be an object with an answer to each question',
  ],
  [
    { truth: undefined, data: [{ smokes: 0, age: 0, region: 0 }] },
    'users must be left out, or 1, the length of data; got 900',
  ],
  [{ users: 0 }, 'users must be'],
  [{ order: 'given' }, 'order must be left out, without data'],
  [{ truth: [0.5, 0.5] }, 'truth must'],
  [{ questions: { a: 2048, b: 2, c: 2048 }, truth: { dirichlet: 1 } }, 'the number of cells of'],
  [{ truth: { classes: [] } }, 'truth.classes must be a list of classes'],
  [{ truth: { classes: [{ weight: 0.5, shares }] } }, 'the weights of truth.classes must'],
  [
    { truth: { classes: [{ weight: 1, shares: { ...shares, age: [1] } }] } },
    'truth.classes[0].shares.age must',
  ],
  [
    { truth: { classes: [{ weight: 1, shares: { ...shares, wealth: [1] } }] } },
    'each name in truth.classes[0].shares must be one of',
  ],
  [{ epsilon: 0 }, 'epsilon must be'],
  [{ strategies: [] }, 'strategies must be a list of names'],
  [{ draws: 3 }, 'draws must be'],
  [{ confidence: 0.9 }, 'confidence must be left out without a goal'],
  [{ goal: 'association(age, wealth) > .1' }, 'goal must have one of the questions'],
  [{ ask: 'singles', goal: 'association(age, smokes) > .1' }, "ask must be 'pairs', with a goal"],
  [{ truths: [1] }, 'each name in options must be one of'],
])('%j is refused in a sentence', (options, sentence) => {
  expect(() => simulate({ ...OPTIONS, ...options } as never)).toThrow(sentence)
})

test('a comparison measures all views of several questions', async () => {
  const { strategies: _, epsilon: __, seed: ___, ...setting } = { ...OPTIONS, users: 60 }
  const rows = await compareStrategies({ setting, strategies: ['srr'], epsilons: [4], runs: 1, seed: 1 })
  expect(rows).toMatchObject([{ users: 60, categories: 2 * 3 + 2 * 2 + 3 * 2, strategy: 'srr' }])
})

test('what does not play records says so', () => {
  expect(() => createSimulation(OPTIONS as never)).toThrow(
    'questions must be left out: only simulate plays collections of several parts',
  )
  expect(() => power({ questions: QUESTIONS, epsilon: 1 } as never)).toThrow(
    'goal must be given with questions; only goals are planned for it',
  )
  expect(() => power({ by: ['north', 'south'], epsilon: 1 } as never)).toThrow(
    'goal must be given with by; only goals are planned for it',
  )
})
