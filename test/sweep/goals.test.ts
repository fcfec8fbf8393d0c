import { describe, expect, test } from 'vitest'
import { ratioOfMeans } from '../../src/report/mean-with-error.ts'
import { readPageData } from '../../src/report/page-data.ts'
import { sweepFigures } from '../../src/report/sweep-figures.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import type { Plan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { requireRow } from '../../src/sweep/require-row.ts'
import { queryResults } from '../../src/sweep/results.ts'
import type { RunRow } from '../../src/sweep/run-row.ts'
import { testFolder } from '../support/folder.ts'
import { sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder()

const GOALS = {
  categories: [3],
  users: [800],
  epsilon: 2,
  truth: { dirichlet: 0.5 },
  strategies: ['auto', 'subset-selection'],
  sampler: 'slice',
  groupSize: 50,
  goal: ['within:1:0.15', 'top:1:0.02'],
  runs: 3,
}
const plan: Plan = await tinyPlan(GOALS)
const runs = expandPlan(plan)
const rows = runs.map(run => playRun(run))

describe('a plan with goals', () => {
  test('has every goal in every setting, and its name in the seeds', async () => {
    expect(runs).toHaveLength(2 * 2 * 3)
    expect(runs[0].seed).toMatch(/ groupSize=50 goal=within:1:0.15 run=1$/)
    const more = await tinyPlan({ ...GOALS, confidence: [0.95, 0.99], guarantee: ['posterior', 'anytime'] })
    const names = new Set(expandPlan(more).map(({ seed }) => / goal=(.*) run=/.exec(seed)![1]))
    expect([...names].slice(0, 4)).toEqual([
      'within:1:0.15',
      'within:1:0.15+anytime',
      'within:1:0.15@0.99',
      'within:1:0.15@0.99+anytime',
    ])
  })

  test('and one without have the same names of runs as ever', async () => {
    const [run] = expandPlan(await tinyPlan())
    expect(run.seed).toMatch(/ groupSize=1 run=1$/)
    expect(playRun(run)).toMatchObject({ goal: 'none', decisions: [] })
  })

  test.each([
    [{ goal: 'beyond:1' }, /goal must be within:CATEGORY:WIDTH, .*; got "beyond:1"/],
    [{ goal: ['top:1', 'top:1'] }, /goal must be a list without repeats/],
    [
      { goal: ['top:1', 'top:3'] },
      /goal\[1\] must be a goal over 3 categories, where goal.top is a whole number from 1 to 2; got "top:3"/,
    ],
    [{ confidence: 0.4 }, /confidence must be a number above 0.5 and below 1; got 0.4/],
    [{ guarantee: 'ever' }, /guarantee must be one of posterior, anytime; got "ever"/],
    [{ memory: { window: 100 } }, /memory must be "all", with a goal; got/],
    [{ goal: undefined, confidence: 0.9 }, /confidence must be left out without a goal/],
  ])('is refused in a sentence where it is wrong: %j', async (changes, message) => {
    await expect(tinyPlan(JSON.parse(JSON.stringify({ ...GOALS, ...changes })))).rejects.toThrow(message)
  })
})

describe('a row of a run with a goal', () => {
  test('says how many people it took, whether it was settled, what the answer is and whether it is right', () => {
    for (const { decisions, trajectory, goal } of rows) {
      const [{ answers, decision }] = decisions
      expect(answers).toBeLessThanOrEqual(800)
      expect(trajectory?.at(-1)?.answers ?? answers).toBe(answers)
      expect(decision).toMatch(goal.startsWith('within') ? /^0\.\d{4}$/ : /^[012]$/)
    }
    expect(rows.filter(({ decisions: [{ settled }] }) => settled).length).toBeGreaterThan(6)
  })

  const [run] = runs
  const row: RunRow = JSON.parse(JSON.stringify(rows[0]))

  test('comes back from a worker as it is', () => {
    rows.forEach((each, i) => {
      expect(requireRow(runs[i], JSON.parse(JSON.stringify(each)))).toEqual(each)
    })
  })

  test.each<[string, unknown]>([
    ['answers', 0],
    ['answers', 801],
    ['answers', null],
    ['settled', null],
    ['settled', 1],
    ['decision', ''],
    ['correct', 'yes'],
  ])('is refused with the %s %j', (field, value) => {
    const [decision] = row.decisions
    expect(decision.settled).toBe(true)
    expect(() => requireRow(run, { ...row, decisions: [{ ...decision, [field]: value }] })).toThrow(
      `row.decisions[0].${field} must be`,
    )
  })

  test('is refused without its decision, or with two, and so is one of a run without a goal', () => {
    for (const decisions of [[], [...row.decisions, ...structuredClone(row.decisions)]]) {
      expect(() => requireRow(run, { ...row, decisions })).toThrow(/^row.decisions must be a list of one/)
    }
    const { goal: _, ...setting } = run.setting
    expect(() => requireRow({ ...run, setting }, { ...row, goal: 'none' })).toThrow(
      /^row.decisions must be empty: this run has no goal/,
    )
  })

  test('of a run that ended before all had answered, and was not settled, is refused', () => {
    const twin = { ...row, decisions: [{ ...row.decisions[0], settled: false }] }
    expect(() => requireRow(run, twin)).toThrow(/^row.decisions\[0\].answers must be/)
  })
})

test('a summary has the people by goal, and their ratio to subset selection in the same runs; the report shows them', async () => {
  await sweepInto(at('goals'), { plan })
  const { rows: summary } = await queryResults({ folder: at('goals') })
  expect(summary).toHaveLength(4)
  for (const line of summary) {
    const ends = rows.map(row => ({ ...row, ...row.decisions[0] })).filter(({ goal }) => goal === line.goal)
    const own = ends.filter(({ strategy }) => strategy === line.strategy)
    const fixed = ends.filter(({ strategy }) => strategy === 'subset-selection')
    const pairs = own.map(row => [row.answers, fixed.find(({ seed }) => seed === row.seed)!.answers] as const)
    const ratio = ratioOfMeans(pairs)
    expect(line.people).toBeCloseTo(own.reduce((sum, row) => sum + row.answers, 0) / 3, 9)
    expect(line.ratio).toBeCloseTo(ratio.mean, 12)
    expect(line.ratioError).toBeCloseTo(ratio.standardError!, 9)
    expect(line.settled).toBeCloseTo(own.filter(({ settled }) => settled).length / 3, 12)
    expect(line.wrong).toBeCloseTo(own.filter(({ settled, correct }) => settled && !correct).length / 3, 12)
  }
  const page = await readPageData(at('goals'))
  expect(page.summary[0]).toMatchObject({ people: summary[0].people, ratio: summary[0].ratio })
  expect(page.cells.every(({ people }) => people !== null)).toBe(true)
  const { figures } = await sweepFigures(at('goals'))
  const people = figures.find(({ name }) => name === 'people')!
  const drawn = await people.draw()
  expect(drawn).toContain('People until the goal is settled')
  expect(drawn).toContain('goal top:1:0.02, ε = 2')
})
