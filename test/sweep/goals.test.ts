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
  goal: ['share(1) ± .15', 'top(1) by .02'],
  runs: 3,
}
const plan: Plan = await tinyPlan(GOALS)
const runs = expandPlan(plan)
const rows = runs.map(run => playRun(run))

describe('a plan with goals', () => {
  test('has every goal in every setting, and its name in the seeds', async () => {
    expect(runs).toHaveLength(2 * 2 * 3)
    expect(runs[0].seed).toMatch(/ groupSize=50 goal=share\(1\) ± 0\.15 run=1$/)
    const more = await tinyPlan({ ...GOALS, confidence: [0.95, 0.99], guarantee: ['posterior', 'anytime'] })
    const names = new Set(expandPlan(more).map(({ seed }) => / goal=(.*) run=/.exec(seed)![1]))
    expect([...names].slice(0, 4)).toEqual([
      'share(1) ± 0.15',
      'share(1) ± 0.15+anytime',
      'share(1) ± 0.15@0.99',
      'share(1) ± 0.15@0.99+anytime',
    ])
  })

  test('and one without have the same names of runs as ever', async () => {
    const [run] = expandPlan(await tinyPlan())
    expect(run.seed).toMatch(/ groupSize=1 run=1$/)
    expect(playRun(run)).toMatchObject({ goal: 'none', decisions: [] })
  })

  test.each([
    [{ goal: 'beyond(1)' }, /goal\[0\] must have a query, share.* where it has "beyond"/],
    [{ goal: 7 }, /goal must be a text, QUERY ± WIDTH, .*; got 7/],
    [{ goal: [[]] }, /goal\[0\] must be a text, .* or a list of those that are settled together; got/],
    [{ goal: [['top(1)', 'share(3) ± .1']] }, /goal\[0\]\[1\] must have a category from 0 to 2/],
    [{ goal: [['top(1)', 'top( 1 )']] }, /goals must be goals that differ/],
    [{ goal: ['top(1)', 'top(1)'] }, /goal must be a list without repeats/],
    [
      { goal: ['top(1)', 'top(3)'] },
      /goal\[1\] must have a whole number from 1 to 2 where it has "3"\n {2}top\(3\)\n {6}\^/,
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
      expect(decision).toMatch(goal.startsWith('share') ? /^0\.\d{4}$/ : /^[012]$/)
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
    ['goal', 7],
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
      expect(() => requireRow(run, { ...row, decisions })).toThrow(
        /^row.decisions must be of the goals \["share\(1\) ± 0\.15"\], as in its job/,
      )
    }
    const { goal: _, ...setting } = run.setting
    expect(() => requireRow({ ...run, setting }, { ...row, goal: 'none' })).toThrow(
      /^row.decisions must be of the goals \[\], as in its job/,
    )
  })

  test('of a run that ended before all had answered, and was not settled, is refused', () => {
    const twin = { ...row, decisions: [{ ...row.decisions[0], settled: false }] }
    expect(() => requireRow(run, twin)).toThrow(/^row.decisions\[0\].answers must be/)
  })
})

test('goals that are listed together are settled together, and a row has what it says of each', async () => {
  const [asked] = expandPlan(
    await tinyPlan({ ...GOALS, truth: [[0.7, 0.2, 0.1]], users: 3000, goal: [['share(1) ± .1', 'top(1)']] }),
  )
  expect(asked.seed).toContain(' goal=share(1) ± 0.1; top(1) run=1')
  const both = playRun(asked)
  expect(both.goal).toBe('share(1) ± 0.1; top(1)')
  expect(both.decisions.map(({ goal, settled }) => [goal, settled])).toEqual([
    ['share(1) ± 0.1', true],
    ['top(1)', true],
  ])
  expect(both.decisions[0].answers).toBe(both.decisions[1].answers)
  expect(requireRow(asked, structuredClone(both))).toEqual(both)
  // Before all have answered, a run ends only if all its goals are settled.
  const [first, second] = both.decisions
  expect(first.answers).toBeLessThan(3000)
  for (const decisions of [
    [first, { ...second, settled: false }],
    [second, first],
    [first, { ...second, answers: second.answers + 1 }],
  ]) {
    expect(() => requireRow(asked, { ...both, decisions })).toThrow(/^row\.decisions/)
  }
})

test('goals about a file may use the names of its column and categories', async () => {
  const truth = { file: 'jobs.csv', column: 'job', counts: [500, 100], names: ['cook', 'baker'] }
  const named = {
    ...plan,
    truth: [truth],
    goal: ['share(job = cook) > share(baker)'],
    users: [],
    categories: [],
  }
  const [first] = expandPlan(named)
  const ended = playRun(first)
  expect(ended.decisions).toMatchObject([
    { goal: 'share(cook) > share(baker)', settled: true, decision: 'cook', correct: true },
  ])
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
  expect(drawn).toContain('goal top(1) by 0.02, ε = 2')
})
