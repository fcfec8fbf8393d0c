import { expect, test } from 'vitest'
import { simulate } from '../../src/simulation/simulate.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { requirePlan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { requireRow } from '../../src/sweep/require-row.ts'
import { requireRun } from '../../src/sweep/require-run.ts'
import { queryResults } from '../../src/sweep/results.ts'
import { localPlayer } from '../support/built-player.ts'
import { testFolder } from '../support/folder.ts'
import { expectRefusal, storedRows, sweepInto, withLaw, withMeasures } from '../support/sweep.ts'

const QUESTIONS = { smokes: ['no', 'yes'], age: 3 }
const CLASSES = [
  { weight: 0.5, shares: { smokes: [0.9, 0.1], age: [0.6, 0.3, 0.1] } },
  { weight: 0.5, shares: { smokes: [0.3, 0.7], age: [0.2, 0.3, 0.5] } },
]
/** Smokes fastest: both classes together. */
const JOINT = [0.3, 0.2, 0.18, 0.12, 0.12, 0.08].map((_, cell) =>
  CLASSES.reduce(
    (sum, { weight, shares }) => sum + weight * shares.smokes[cell % 2] * shares.age[Math.floor(cell / 2)],
    0,
  ),
)
const MANY = Object.fromEntries(Array.from({ length: 20 }, (_, j) => [`a${j}`, 60]))
const LAWS = Object.fromEntries(Object.keys(MANY).map(name => [name, new Array(60).fill(1 / 60)]))
const WRITTEN = {
  questions: QUESTIONS,
  users: 60,
  epsilon: 2,
  truth: { classes: CLASSES },
  strategies: ['subset-selection', 'srr'],
  runs: 1,
  seed: 1,
}
const people = ['a,u,1', 'a,u,1', 'b,u,2', 'b,v,2', 'a,,1', 'b,v,2']
const at = testFolder({ 'people.csv': `job,town,sex\n${people.join('\n')}\n` })
const FILE = { file: 'people.csv', columns: ['job', 'town', 'sex'] }
const planOf = (changes: object = {}) => {
  const given = Object.entries({ ...WRITTEN, ...changes }).filter(([, value]) => value !== undefined)
  return requirePlan(Object.fromEntries(given), at('plan.json'))
}

const plan = await planOf()
const [run] = expandPlan(plan)
const row = playRun(run)
const [law] = row.laws

test('runs about questions are those of simulate, table by table', () => {
  expect(run.setting).toMatchObject({ categories: 6, ask: 'pairs', users: 60, prior: 'joint' })
  expect(run.seed).toMatch(
    /^seed=1 questions=2:[0-9a-f]{12} ask=pairs categories=6 users=60 truth=classes:2:/,
  )
  const options = { questions: QUESTIONS, truth: { classes: CLASSES }, users: 60, epsilon: 2 }
  const { runs } = simulate({ ...options, strategies: ['subset-selection'], seed: run.seed })
  const [{ posterior, totalVariation, auditedEpsilon }] = runs
  const { mean, interval } = posterior.table('smokes', 'age')
  expect(row.measures.totalVariation).toBeCloseTo(totalVariation, 14)
  expect(row.auditedEpsilon).toBe(auditedEpsilon)
  expect(law.estimate).toEqual([0, 1, 2].flatMap(v => [mean[0][v], mean[1][v]]))
  JOINT.forEach((share, cell) => {
    expect(law.truth[cell]).toBeCloseTo(share, 12)
  })
  const [lower, upper] = interval(0.95)
  expect(law.lower![3]).toBe(lower[1][1])
  expect(law.upper![4]).toBe(upper[0][2])
  const { cramersV } = posterior.association('smokes', 'age')
  const [least, most] = cramersV.interval(0.95)
  expect(law).toMatchObject({ about: ['smokes', 'age'], people: 60, separate: null })
  expect(law.cramersV).toMatchObject({ mean: cramersV.mean, lower: least, upper: most })
  expect(row.measures.association).toBeCloseTo(Math.abs(cramersV.mean - law.cramersV!.truth), 14)
  const covered = 6 * row.measures.coverage
  expect(covered).toBeCloseTo(Math.round(covered), 9)
})

test('people of a file are asked about single columns, or about all pairs of them', async () => {
  const written = { ...WRITTEN, questions: undefined, users: undefined, truth: FILE }
  const { questions: _, users: __, ...rest } = written
  const warnings: string[] = []
  const read = await requirePlan({ ...rest, ask: 'singles' }, at('plan.json'), [], each =>
    warnings.push(each),
  )
  expect(warnings).toEqual([
    'people.csv, 1 of 6 people miss a value of some of the columns and are left out of all; --missing category keeps them',
  ])
  expect(read.truth).toEqual([
    {
      ...FILE,
      questions: { job: ['a', 'b'], town: ['u', 'v'], sex: ['1', '2'] },
      records: [
        [0, 0, 0],
        [1, 0, 1],
        [1, 1, 1],
      ],
      counts: [2, 1, 2],
    },
  ])
  const [first] = expandPlan(read)
  expect(first.setting).toMatchObject({ categories: 6, users: 5, ask: 'singles', prior: 'learned' })
  const played = playRun(first)
  expect(played.laws.map(({ about, truth, cramersV }) => [about, truth[0], cramersV])).toEqual([
    [['job'], expect.closeTo(0.4, 12), null],
    [['town'], expect.closeTo(0.6, 12), null],
    [['sex'], expect.closeTo(0.4, 12), null],
  ])
  expect(played.measures).not.toHaveProperty('association')
  expect(requireRow(first, structuredClone(played))).toEqual(played)
  const pairs = expandPlan(await requirePlan(rest, at('plan.json')))
  expect(pairs[0].setting).toMatchObject({ categories: 12, ask: 'pairs' })
})

test.each([
  ['association(age, smokes) > 0.1', 'above'],
  ['share(smokes = 0, age = 0) ± 0.2', expect.stringMatching(/^0\.\d{4}$/)],
])('the goal %s ends a run', async (goal, decision) => {
  const questions = { smokes: 2, age: 2, region: 4 }
  const alike = [0.25, 0.25, 0.25, 0.25]
  const classes = [0.95, 0.05].map(share => ({
    weight: 0.5,
    shares: { smokes: [share, 1 - share], age: [share, 1 - share], region: alike },
  }))
  const asks = { questions, truth: { classes }, epsilon: 4, goal, users: 600, confidence: 0.9 }
  const [asking] = expandPlan(await planOf(asks))
  // The third question is not asked about.
  expect(asking.setting.categories).toBe(4)
  expect(asking.seed).toContain(` goal=${goal}@0.9 run=1`)
  const asked = playRun(asking)
  expect(asked).toMatchObject({
    goal: `${goal}@0.9`,
    decisions: [{ settled: true, correct: true, decision }],
  })
  expect(asked.laws.map(({ about }) => about)).toEqual([['smokes', 'age']])
  expect(asked.decisions[0].answers).toBeLessThan(600)
  expect(requireRow(asking, structuredClone(asked))).toEqual(asked)
})

test('rows of workers that no run gives are refused', () => {
  expect(requireRow(run, structuredClone(row))).toEqual(row)
  expect(requireRun(structuredClone(run))).toEqual(run)
  const strength = (changes: object) => withLaw(row, { cramersV: { ...law.cramersV!, ...changes } })
  const wrong: readonly [object, RegExp][] = [
    [
      withMeasures(row, { association: row.measures.association / 2 }),
      /^row.measures.association must be .* laws say/,
    ],
    [withMeasures(row, { totalVariation: 0 }), /^row.measures.totalVariation must be/],
    [
      withLaw(row, { estimate: law.estimate.slice(1) }),
      /^row.laws\[0\].estimate must be a vector of 6 numbers/,
    ],
    [withLaw(row, { truth: [1, 0, 0, 0, 0, 0] }), /^row.laws\[0\].cramersV.truth must be/],
    [withLaw(row, { separate: law }), /^each name in row.laws\[0\].separate must be/],
    [withMeasures(row, { separate: 0.1 }), /^row.measures must be the measures totalVariation, association/],
    [withLaw(row, { cramersV: null }), /^row.laws\[0\].cramersV must be recorded/],
    [
      withLaw(row, { about: ['smokes', 'sex'] }),
      /^row.laws\[0\].about must be \["smokes","age"\], as in its job/,
    ],
    [withLaw(row, { people: 59 }), /^row.laws\[0\].people must be/],
    [strength({ mean: 2 }), /^row.laws\[0\].cramersV.mean must be/],
    [strength({ lower: 1, upper: 0.5 }), /^row.laws\[0\].cramersV.upper must be at least 1/],
    [strength({ truth: 0.9 }), /^row.laws\[0\].cramersV.truth must be .* true table/],
    [withLaw(row, { lower: null }), /^row.laws\[0\].lower must be a list of 6 numbers/],
    [withLaw(row, { upper: law.lower!.map(end => end / 2) }), /^row.laws\[0\].upper\[0\] must be/],
  ]
  for (const [forged, says] of wrong)
    expect(() => requireRow(run, JSON.parse(JSON.stringify(forged)))).toThrow(says)
  const later = { ...run, run: 2 }
  expect(() => requireRow(later, { ...row, run: 2 })).toThrow(/^row.laws\[0\].lower must be null/)
  const larger = { ...run, setting: { ...run.setting, categories: 8 } }
  expect(() => requireRun(larger)).toThrow(/^run.setting.categories must be/)
  const odd = { ...run, setting: { ...run.setting, ask: 'all' } }
  expect(() => requireRun(odd)).toThrow(/^run.setting.ask must be/)
})

test('workers give the same digits, and the results have the tables', async () => {
  const folder = at('out')
  const outcome = await sweepInto(folder, { plan, player: localPlayer(1) })
  expect(outcome).toMatchObject({ runs: 2, failures: [] })
  const { seconds: _, ...expected } = row
  expect((await storedRows(folder)).find(({ name }) => name === row.name)).toEqual(expected)
  const { rows: summary, warnings } = await queryResults({ folder })
  expect(warnings).toEqual([])
  const own = summary.find(({ strategy }) => strategy === 'subset-selection')
  expect(own).toMatchObject({ association: row.measures.association, associationError: null })
  const sql = 'SELECT laws[1].about[2] AS second, laws[1].cramersV.mean AS v FROM runs ORDER BY strategy DESC'
  const { rows: listed } = await queryResults({ folder, sql })
  expect(listed[0]).toEqual({ second: 'age', v: law.cramersV!.mean })
}, 60_000)

test.each<[changes: object, says: RegExp | 'works']>([
  [{ truth: { dirichlet: [0.5, 1] } }, 'works'],
  [{ truth: [JOINT] }, 'works'],
  [{ goal: 'share(age = 1, smokes = 0) ± .1' }, 'works'],
  [{ questions: undefined }, /questions must be given/],
  [
    { questions: { smokes: 2 } },
    /questions: the number of questions must be a whole number from 2 to 64; got 1/,
  ],
  [{ questions: { smokes: 1, age: 3 } }, /questions\.smokes must be a/],
  [
    { questions: { smokes: 2, age: 2100 }, truth: { dirichlet: 1 } },
    /the number of cells of smokes and age must be .* to 4096; got 4200/,
  ],
  [
    { questions: MANY, truth: { classes: [{ weight: 1, shares: LAWS }] } },
    /the number of cells of all views must be .* got 684000/,
  ],
  [{ ask: 'triples' }, /ask must be one of/],
  [{ truth: [[0.5, 0.5]] }, /truth\[0\]: truth must be .* 6 .*; got/],
  [{ truth: { classes: [{ ...CLASSES[0], shares: { smokes: [0.9, 0.1] } }] } }, /truth\[0\]: .*age/],
  [{ truth: { classes: CLASSES.slice(1) } }, /truth\[0\]: the weights of truth.classes must/],
  [{ truth: { swap: { truth: JOINT, at: 30 } } }, /truth\[0\] must be { "classes": … }/],
  [{ truth: { laws: [JOINT, JOINT] }, by: ['a', 'b'] }, /truth\[0\] must be { "classes": … }/],
  [{ truth: FILE, users: undefined }, /questions must be left out: the columns of files are theirs/],
  [
    { truth: { file: 'people.csv', column: 'job' }, users: undefined },
    /truth\[0\]\.columns must be given, with questions, instead of column/,
  ],
  [
    { truth: { ...FILE, columns: ['job', 'street'] }, users: undefined, questions: undefined },
    /no column "street"/,
  ],
  [
    { truth: { ...FILE, columns: ['job'] }, users: undefined, questions: undefined },
    /truth\[0\]\.columns must be 2 to 64 columns; got 1/,
  ],
  [{ categories: 6 }, /categories must be left out with questions/],
  [{ groupSize: 10 }, /groupSize must be left out with questions; got \[10\]/],
  [{ memory: 'learned' }, /memory must be left out with questions; got \["learned"\]/],
  [{ sampler: 'gibbs' }, /sampler must be left out with questions; got \["gibbs"\]/],
  [{ prior: 1 }, /prior must be left out with questions: they have a prior of their own/],
  [{ anytime: true }, /anytime must be left out with questions/],
  [{ runLength: 1000 }, /runLength must be left out with questions/],
  [{ question: { from: 0, to: 1, bins: 4 } }, /question must be left out with questions/],
  [{ by: ['north', 'south'] }, /by must be left out with questions/],
  [
    { goal: 'association(age, smokes) > .1', guarantee: 'anytime' },
    /guarantee must be left out with questions/,
  ],
  [
    { goal: 'association(age, smokes) > .1', ask: 'singles' },
    /ask must be 'pairs', with a goal that is about two/,
  ],
  [{ goal: 'share(age = 1) ± .1', ask: 'pairs' }, /ask must be 'singles', with goals that are about single/],
  [{ goal: 'share(age = 1) ± .1' }, 'works'],
  [{ goal: 'share(age, smokes) ± .1' }, /goal\[0\] must have a level/],
  [
    { goal: 'association(age, height) > .1' },
    /goal\[0\] must have one of the questions .* where it has "height"/,
  ],
  [{ goal: 'top(1)' }, /goal\[0\] must have one of the questions/],
])('a plan about questions with %j', async (changes, says) => {
  const read = planOf(changes)
  if (says === 'works') expect(expandPlan(await read).length).toBeGreaterThan(0)
  else await expectRefusal(read, says)
})

test('what people are asked about is refused where they hold one thing', async () => {
  const one = { questions: undefined, truth: [[0.5, 0.5]], ask: 'singles' }
  await expect(planOf(one)).rejects.toThrow(/ask must be left out without questions/)
})
