import { expect, test } from 'vitest'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { requirePlan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { requireRow } from '../../src/sweep/require-row.ts'
import { requireRun } from '../../src/sweep/require-run.ts'
import { queryResults } from '../../src/sweep/results.ts'
import type { RunRow } from '../../src/sweep/run-row.ts'
import { localPlayer } from '../support/built-player.ts'
import { testFolder } from '../support/folder.ts'
import { expectRefusal, rowsOf, storedRows, sweepInto, withLaw, withMeasures } from '../support/sweep.ts'

const BY = ['north', 'south']
const LAWS = [
  [0.6, 0.3, 0.1],
  [0.2, 0.3, 0.5],
]
const WRITTEN = {
  by: BY,
  users: 60,
  epsilon: 2,
  truth: { laws: LAWS },
  strategies: ['subset-selection', 'srr'],
  runs: 2,
  seed: 1,
}
const rows = ['a,1', 'a,1', 'b,1', 'b,2', 'b,2', ',1', 'a,']
const at = testFolder({ 'people.csv': `held,region\n${rows.join('\n')}\n` })
const FILE = { file: 'people.csv', column: 'held' }
const planOf = (changes: object = {}) => {
  const given = Object.entries({ ...WRITTEN, ...changes }).filter(([, value]) => value !== undefined)
  return requirePlan(Object.fromEntries(given), at('plan.json'))
}

const plan = await planOf()
const runs = expandPlan(plan)
const row = playRun(runs[0])

test('runs about groups are those of simulate, pooled and separate', () => {
  const [run] = runs
  expect(run.setting).toMatchObject({ categories: 3, by: BY, users: 60, prior: 'pooled', sampler: 'auto' })
  expect(run.seed).toMatch(/^seed=1 by=2:[0-9a-f]{12} categories=3 users=60 truth=laws:/)
  const options = { categories: 3, by: BY, truth: LAWS, users: 60, strategies: ['subset-selection'] }
  const { runs: played } = simulate({ ...options, epsilon: 2, seed: run.seed })
  const [{ posterior, separate, laws, totalVariation: distance }] = played
  const alone = separate()
  expect(row.measures.totalVariation).toBe(distance)
  expect(row.laws.map(law => law.estimate)).toEqual(laws.map(({ mean }) => [...mean]))
  expect(row.laws.map(({ about, people, truth }) => [about, people, truth])).toEqual([
    [['north'], 30, LAWS[0]],
    [['south'], 30, LAWS[1]],
  ])
  const own = BY.map((name, g) => totalVariation(alone.group(name).mean, LAWS[g]))
  expect(row.measures.separate).toBeCloseTo((own[0] + own[1]) / 2, 14)
  const [lower, upper] = posterior.group('south').interval(0.95)
  expect(row.laws[1]).toMatchObject({ lower: [...lower], upper: [...upper], cramersV: null })
  expect(row.laws[0].separate!.upper).toEqual([...alone.group('north').interval(0.95)[1]])
  const covered = 6 * row.measures.coverage
  expect(covered).toBeCloseTo(Math.round(covered), 9)
})

test('the people of a file belong to the groups of a column', async () => {
  const warnings: string[] = []
  const written = { ...WRITTEN, by: undefined, users: undefined, truth: { ...FILE, by: 'region' } }
  const { by: _, users: __, ...rest } = written
  const read = await requirePlan(rest, at('plan.json'), [], warning => warnings.push(warning))
  expect(read.truth).toEqual([
    {
      ...FILE,
      counts: [2, 3],
      names: ['a', 'b'],
      groups: {
        column: 'region',
        names: ['1', '2'],
        counts: [
          [2, 1],
          [0, 2],
        ],
      },
    },
  ])
  expect(warnings).toEqual(['people.csv: 2 people who miss a value are left out'])
  const [run] = expandPlan(read)
  expect(run.setting).toMatchObject({ by: ['1', '2'], users: 5, categories: 2 })
  expect(playRun(run).laws.map(({ truth }) => truth)).toEqual([
    [2 / 3, 1 / 3],
    [0, 1],
  ])
})

test.each([
  ['share(0 | group = north) ± 0.3', /^0\.\d{4}$/],
  ['share(0 | group = north) > share(0 | group = south)', /^(north|south)$/],
  ['share(2 | group = north) > share(2 | group = south) by 0.05', /^(north|south|tie)$/],
])('the goal %s ends a run', async (goal, decision) => {
  const [run] = expandPlan(await planOf({ goal, users: 300, confidence: 0.9 }))
  expect(run.seed).toContain(` goal=${goal}@0.9 run=1`)
  const asked = playRun(run)
  expect(asked).toMatchObject({ goal: `${goal}@0.9`, decisions: [{ settled: true }] })
  expect(asked.decisions[0].decision).toMatch(decision)
  expect(asked.laws.reduce((sum, { people }) => sum + people, 0)).toBe(asked.decisions[0].answers)
  expect(requireRow(run, structuredClone(asked))).toEqual(asked)
})

test('rows of workers that no run gives are refused', () => {
  const [run] = runs
  expect(requireRow(run, structuredClone(row))).toEqual(row)
  expect(requireRun(structuredClone(run))).toEqual(run)
  const [north] = row.laws
  const wrong: readonly [object, RegExp][] = [
    [
      withMeasures(row, { separate: row.measures.separate / 2 }),
      /^row.measures.separate must be .* the laws say/,
    ],
    [withMeasures(row, { totalVariation: 0 }), /^row.measures.totalVariation must be/],
    [{ ...row, laws: [north] }, /^row.laws must be 2 laws, as in its job/],
    [withLaw(row, { estimate: [0.5, 0.5, 0.5] }), /^row.laws\[0\].estimate must/],
    [withLaw(row, { about: ['west'] }), /^row.laws\[0\].about must be \["north"\], as in its job/],
    [withLaw(row, { people: 29 }), /^row.laws must be of 60 people in all; got 59/],
    [withLaw(row, { separate: null }), /^row.laws\[0\].separate must be recorded in this run/],
    [withLaw(row, { lower: null }), /^row.laws\[0\].lower must be a list of 3 numbers/],
    [withLaw(row, { upper: north.lower!.map(end => end - 0.1) }), /^row.laws\[0\].upper\[0\] must be/],
    [
      withLaw(row, { separate: { ...north.separate!, upper: null } }),
      /^row.laws\[0\].separate.upper must be a list of 3 numbers/,
    ],
  ]
  for (const [forged, says] of wrong) expect(() => requireRow(run, forged)).toThrow(says)
  const later = { ...run, run: 2 }
  expect(() => requireRow(later, { ...row, run: 2 })).toThrow(/^row.laws\[0\].lower must be null/)
  const misnamed = { ...run, setting: { ...run.setting, by: ['north', 'north'] } }
  expect(() => requireRun(misnamed)).toThrow(/^run.setting.by must be a list without repeats/)
})

test('a sweep goes on where it ended, workers give the same digits, and the results have the groups', async () => {
  const folder = at('out')
  const stop = new AbortController()
  await sweepInto(folder, { plan, signal: stop.signal, onProgress: share => share > 0 && stop.abort() })
  const before = await storedRows(folder)
  expect(before.length).toBeGreaterThan(0)
  expect(before.length).toBeLessThan(4)
  const outcome = await sweepInto(folder, { plan, player: localPlayer(1) })
  expect(outcome).toMatchObject({ runs: 4, before: before.length, failures: [] })
  const { rows: summary, warnings } = await queryResults({ folder })
  expect(warnings).toEqual([])
  const expected = rowsOf(plan)
  expect(await storedRows(folder)).toEqual(expected)
  const [first] = summary
  const own = expected.filter(each => each.strategy === first.strategy) as unknown as RunRow[]
  expect(first.separate).toBeCloseTo((own[0].measures.separate + own[1].measures.separate) / 2, 12)
  expect(first.separateError).toBeGreaterThan(0)
  const sql =
    'SELECT law.about[1] AS name, law.people AS people FROM (SELECT unnest(laws) AS law FROM runs WHERE run = 1)'
  const path = at('groups.csv')
  const { rows: listed } = await queryResults({ folder, sql, file: { path, format: 'csv' } })
  expect(listed.slice(0, 2)).toEqual([
    { name: 'north', people: 30 },
    { name: 'south', people: 30 },
  ])
}, 60_000)

test.each<[changes: object, says: RegExp | 'works']>([
  [{ truth: { dirichlet: [0.5, 1] }, categories: 3 }, 'works'],
  [{ strategies: 'auto' }, 'works'],
  [{ by: undefined }, /by must be given: the names of the groups/],
  [{ by: ['north', 'north'] }, /by must be a list without repeats/],
  [{ by: ['north', 'south', 'west'] }, /truth\[0\]\.laws must be 3 distributions, one a group; got 2/],
  [
    {
      truth: {
        laws: [
          [1, 0],
          [0.2, 0.3, 0.5],
        ],
      },
    },
    /truth\.laws\[1\] must have as many numbers as the first/,
  ],
  [{ truth: [[0.5, 0.5]] }, /truth\[0\] must be { "laws": … }, { "dirichlet": … } or a file, with groups/],
  [{ truth: { swap: { truth: LAWS[0], at: 30 } } }, /truth\[0\] must be { "laws": … }/],
  [{ truth: FILE, users: undefined }, /truth\[0\]\.by must be given, with groups/],
  [
    { truth: { ...FILE, by: 'region' }, users: undefined },
    /by must be left out: files name their own groups/,
  ],
  [{ truth: { ...FILE, by: 'area' }, users: undefined, by: undefined }, /no column "area"/],
  [{ categories: 4 }, /truth\[0\] must have as many numbers as categories says, 4; got 3/],
  [{ users: 1 }, /users must be at least 2, somebody of each group; got 1/],
  [{ groupSize: 10 }, /groupSize must be left out with groups; got \[10\]/],
  [{ memory: 'learned' }, /memory must be left out with groups; got \["learned"\]/],
  [{ sampler: 'gibbs' }, /sampler must be left out with groups; got \["gibbs"\]/],
  [{ prior: 1 }, /prior must be left out with groups: they have a prior of their own/],
  [{ anytime: true }, /anytime must be left out with groups/],
  [{ runLength: 1000 }, /runLength must be left out with groups/],
  [{ question: { from: 0, to: 1, bins: 3 } }, /question must be left out with groups/],
  [{ goal: 'share(0 | group = north) ± .1', guarantee: 'anytime' }, /guarantee must be left out with groups/],
  [
    { goal: 'share(0 | group = west) ± .1' },
    /goal\[0\] must have one of the groups north, south where it has "west"/,
  ],
  [{ goal: 'top(1)' }, 'works'],
])('a plan about groups with %j', async (changes, says) => {
  const read = planOf(changes)
  if (says === 'works') expect(expandPlan(await read).length).toBeGreaterThan(0)
  else await expectRefusal(read, says)
})
