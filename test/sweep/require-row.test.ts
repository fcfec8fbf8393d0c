import { describe, expect, test } from 'vitest'
import { withDatabase } from '../../src/data/duckdb.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { requireRow } from '../../src/sweep/require-row.ts'
import { rowJudge } from '../../src/sweep/row-judge.ts'
import type { RunRow } from '../../src/sweep/run-row.ts'
import { loadRuns, writePart } from '../../src/sweep/store.ts'
import { testFolder } from '../support/folder.ts'
import { refusalOf } from '../support/refusal.ts'
import { tinyPlan } from '../support/sweep.ts'

const at = testFolder()

const PLANS = await Promise.all([
  tinyPlan({
    ...{ runs: 2, strategies: ['auto', 'fisher', 'subset-selection', 'semi:0.8'], sampler: 'gibbs' },
    // An estimate with a learnt prior takes four times as long: there are two, below.
    prior: 1,
  }),
  tinyPlan({ runs: 1, epsilon: [1e-7, 40], groupSize: 7, seed: 'a b' }),
  tinyPlan({ runs: 1, truth: [{ dirichlet: [0.5] }], strategies: ['auto'], sampler: 'gibbs' }),
])
const RUNS = PLANS.flatMap(plan => expandPlan(plan))
const ROWS = RUNS.map(run => overTheWire(playRun(run)))
const [RUN] = RUNS
const [ROW] = ROWS

function overTheWire(row: RunRow): RunRow {
  return JSON.parse(JSON.stringify(row))
}

/** What a row says of the run is not its own job's. */
const OTHERS: Partial<RunRow>[] = [
  { name: RUNS[1].name },
  { strategy: 'fisher' },
  { epsilon: 2 },
  { truthName: 'dirichlet:5' },
  { categories: 4 },
  { users: 61 },
  { run: 2 },
  { seed: RUNS[1].seed },
  { sampler: 'sgld' },
  { prior: '2' },
  { groupSize: 2 },
  { memory: 'learned' },
]

const first = ROW.trajectory![0]
const checkpoint = (changes: object) => ({ trajectory: [{ ...first, ...changes }] })

/** Numbers that no run gives. */
const IMPOSSIBLE: Partial<RunRow>[] = [
  { totalVariation: -7 },
  { totalVariation: 1.1 },
  { totalVariationNow: 1.1 },
  { totalVariation: 1 - ROW.totalVariation },
  { estimate: [2, -1, 0] },
  { estimate: [0.5, 0.25, 0.2] },
  { estimate: [0.5, 0.5] },
  { truth: [0.5, 0.5, 0, 0] },
  { truth: [0.1, 0.1, 0.1] },
  { meanSubsetSize: -1 },
  { meanSubsetSize: 4 },
  { auditedEpsilon: 1.001 },
  { auditedEpsilon: -1 },
  { seconds: -1 },
  { intervalWidth: 2 },
  { coverage: -0.5 },
  { trajectory: [{ ...first, mean: [1] }] },
  checkpoint({ upper: [1] }),
  checkpoint({ answers: 61 }),
  checkpoint({ subsetSize: 9 }),
]

/** What a row of JSON may be besides. */
const SHAPELESS: unknown[] = [
  5,
  null,
  undefined,
  'row',
  [],
  [ROW],
  {},
  { ...ROW, estimate: undefined },
  { ...ROW, extra: 1 },
  { ...ROW, estimate: { length: 3e8 } },
  { ...ROW, estimate: new Array(1e4).fill(0) },
  { ...ROW, totalVariation: null },
  { ...ROW, totalVariation: '0.1' },
  { ...ROW, seconds: Infinity },
  { ...ROW, trajectory: null },
  { ...ROW, trajectory: [] },
  { ...ROW, trajectory: [5] },
  { ...ROW, ...checkpoint({ answers: 1.5 }) },
  { ...ROW, ...checkpoint({ lower: first.upper, upper: first.lower }) },
]

test('every row that a run gives is taken as it is', () => {
  expect(RUNS.length).toBeGreaterThan(25)
  RUNS.forEach((run, i) => {
    expect(requireRow(run, ROWS[i])).toEqual(ROWS[i])
  })
})

describe('a row that came back', () => {
  test('has lists, also where they came as objects of numbered entries', () => {
    const estimate = { ...ROW.estimate, length: ROW.estimate.length }
    expect(requireRow(RUN, { ...overTheWire(ROW), estimate }).estimate).toEqual(ROW.estimate)
  })

  test.each(OTHERS)("is refused where it is another job's: %j", changes => {
    const [field] = Object.keys(changes)
    expect(refusalOf(() => requireRow(RUN, { ...ROW, ...changes })).argument).toBe(`row.${field}`)
  })

  test.each(IMPOSSIBLE)('is refused with numbers that no run gives: %j', changes => {
    const { message } = refusalOf(() => requireRow(RUN, { ...ROW, ...changes }))
    expect(message).toContain(`row.${Object.keys(changes)[0]}`)
    expect(message).not.toContain('\n')
  })

  test.each(SHAPELESS.map(value => [value]))('is refused where it has not the shape, %#', value => {
    expect(() => requireRow(RUN, value)).toThrow(RangeError)
  })

  test('of a run that records nothing has no trajectory', () => {
    const second = RUNS.findIndex(({ run }) => run === 2)
    const row = { ...ROWS[second], trajectory: [] }
    expect(refusalOf(() => requireRow(RUNS[second], row)).argument).toBe('row.trajectory')
  })
})

describe('the judge of rows', () => {
  test('has a run played again twice, with a line each, and then says that it failed', () => {
    const warnings: string[] = []
    const judge = rowJudge(warning => warnings.push(warning))
    expect(judge(RUN, 5)).toBe('again')
    expect(judge(RUNS[1], 5)).toBe('again')
    expect(judge(RUN, { ...ROW, totalVariation: -7 })).toBe('again')
    expect(judge(RUN, null)).toEqual({
      failure: expect.stringMatching(/^3 rows from workers did not fit this run; the last: row must be/),
    })
    expect(warnings).toHaveLength(3)
    for (const warning of warnings) expect(warning).toMatch(/^seed=[^\n]* is set aside, [^\n]*$/)
  })

  test('keeps a good row after a bad one', () => {
    const judge = rowJudge(undefined)
    expect(judge(RUN, 5)).toBe('again')
    expect(judge(RUN, ROW)).toEqual({ row: ROW })
  })
})

describe('rows in the folder of a sweep', () => {
  const load = (folder: string) =>
    withDatabase(async connection => {
      const warnings = await loadRuns(connection, at(folder))
      const names = (await connection.runAndReadAll('SELECT name FROM runs')).getRows().flat()
      return { warnings, names }
    })

  test('are all taken as runs give them, and so are older ones', async () => {
    await writePart(at('good'), ROWS)
    const older = { intervalWidth: null, coverage: null, trajectory: null }
    await writePart(at('good/older'), [{ ...ROW, ...older }])
    expect(await load('good')).toEqual({ warnings: [], names: ROWS.map(({ name }) => name).sort() })
    expect(await load('good/older')).toEqual({ warnings: [], names: [ROW.name] })
  })

  test('are left out where they are not such, with a line for each part', async () => {
    const bad = [...OTHERS, ...IMPOSSIBLE]
    // The bad ones took less time than the good one: none is taken for it.
    await writePart(
      at('bad'),
      bad.map(changes => ({ ...ROW, seconds: 0, ...changes })),
    )
    await writePart(at('bad'), [ROW])
    const { warnings, names } = await load('bad')
    expect(names).toEqual([ROW.name])
    expect(warnings).toEqual([
      expect.stringContaining(
        `.parquet: expected rows such as runs give; ${bad.length} rows left out. Sweep`,
      ),
    ])
  })
})
