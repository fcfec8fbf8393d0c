import { describe, expect, test } from 'vitest'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { requireRow } from '../../src/sweep/require-row.ts'
import { rowJudge } from '../../src/sweep/row-judge.ts'
import type { RunRow } from '../../src/sweep/run-row.ts'
import { refusalOf } from '../support/refusal.ts'
import { tinyPlan, withLaw, withMeasures } from '../support/sweep.ts'

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

const [LAW] = ROW.laws
const last = ROW.trajectory!.at(-1)!
const checkpoint = (changes: object) => ({ ...ROW, trajectory: [{ ...last, ...changes }] })

/** Numbers that no run gives, and where. */
const IMPOSSIBLE: readonly [row: object, argument: string][] = [
  [withMeasures(ROW, { totalVariation: -7 }), 'row.measures.totalVariation'],
  [withMeasures(ROW, { totalVariation: 1 - ROW.measures.totalVariation }), 'row.measures.totalVariation'],
  [withMeasures(ROW, { totalVariation: ROW.measures.totalVariation + 1e-8 }), 'row.measures.totalVariation'],
  [withMeasures(ROW, { intervalWidth: ROW.measures.intervalWidth / 2 }), 'row.measures.intervalWidth'],
  [withMeasures(ROW, { coverage: -0.5 }), 'row.measures.coverage'],
  [withMeasures(ROW, { wasserstein: 1 }), 'row.measures'],
  [withLaw(ROW, { estimate: [2, -1, 0] }), 'row.laws[0].estimate[1]'],
  [withLaw(ROW, { estimate: [0.5, 0.25, 0.2] }), 'row.laws[0].estimate'],
  [withLaw(ROW, { estimate: [0.5, 0.5] }), 'row.laws[0].estimate'],
  [withLaw(ROW, { truth: [0.5, 0.5, 0, 0] }), 'row.laws[0].truth'],
  [withLaw(ROW, { truth: [0.1, 0.1, 0.1] }), 'row.laws[0].truth'],
  [withLaw(ROW, { people: 59 }), 'row.laws[0].people'],
  [withLaw(ROW, { about: ['north'] }), 'row.laws[0].about'],
  [withLaw(ROW, { lower: LAW.upper, upper: LAW.lower }), 'row.laws[0].upper[0]'],
  [withLaw(ROW, { separate: { estimate: LAW.estimate, lower: null, upper: null } }), 'row.laws[0].separate'],
  [withLaw(ROW, { cramersV: { mean: 0, lower: 0, upper: 0, truth: 0 } }), 'row.laws[0].cramersV'],
  [{ ...ROW, laws: [LAW, LAW] }, 'row.laws'],
  [{ ...ROW, meanSubsetSize: -1 }, 'row.meanSubsetSize'],
  [{ ...ROW, meanSubsetSize: 4 }, 'row.meanSubsetSize'],
  [{ ...ROW, auditedEpsilon: 1.001 }, 'row.auditedEpsilon'],
  [{ ...ROW, auditedEpsilon: -1 }, 'row.auditedEpsilon'],
  [{ ...ROW, seconds: -1 }, 'row.seconds'],
  [{ ...ROW, trajectory: null }, 'row.trajectory'],
  [{ ...ROW, trajectory: [] }, 'row.trajectory'],
  [checkpoint({ mean: [1] }), 'row.trajectory[0].mean'],
  [checkpoint({ upper: [1] }), 'row.trajectory[0].upper'],
  [checkpoint({ answers: 61 }), 'row.trajectory[0].answers'],
  [checkpoint({ answers: 1.5 }), 'row.trajectory[0].answers'],
  [checkpoint({ subsetSize: 9 }), 'row.trajectory[0].subsetSize'],
  [checkpoint({ lower: last.upper, upper: last.lower }), 'row.trajectory[0].upper[0]'],
  [checkpoint({ truthNow: last.mean }), 'row.trajectory[0].truthNow'],
]

/** What a row of JSON may be besides. */
const SHAPELESS: unknown[] = [
  ...[5, null, undefined, 'row', [], [ROW], {}],
  { ...ROW, laws: undefined },
  { ...ROW, extra: 1 },
  { ...ROW, seconds: Infinity },
  withLaw(ROW, { extra: 1 } as object),
  withLaw(ROW, { estimate: { length: 3e8 } } as object),
  withLaw(ROW, { estimate: new Array(1e6).fill(0) }),
  { ...ROW, measures: [0.1] },
  withMeasures(ROW, { totalVariation: '0.1' as unknown as number }),
  { ...ROW, trajectory: [5] },
]

test('every row that a run gives is taken as it is', () => {
  expect(RUNS.length).toBeGreaterThan(25)
  RUNS.forEach((run, i) => {
    expect(requireRow(run, ROWS[i])).toEqual(ROWS[i])
  })
})

describe('a row that came back', () => {
  test.each(OTHERS)("is refused where it is another job's: %j", changes => {
    const [field] = Object.keys(changes)
    expect(refusalOf(() => requireRow(RUN, { ...ROW, ...changes })).argument).toBe(`row.${field}`)
  })

  test.each(IMPOSSIBLE)('is refused with numbers that no run gives, %#', (row, argument) => {
    const refusal = refusalOf(() => requireRow(RUN, overTheWire(row as RunRow)))
    expect(refusal.argument).toBe(argument)
    expect(refusal.message).not.toContain('\n')
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
    expect(judge(RUN, { ...ROW, seconds: -7 })).toBe('again')
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
