import { expect, test } from 'vitest'
import { orderedQuestion } from '../../src/domain/read-question.ts'
import { wasserstein } from '../../src/domain/wasserstein.ts'
import { readPageData } from '../../src/report/page-data.ts'
import { sweepFigures } from '../../src/report/sweep-figures.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { requirePlan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { requireRow } from '../../src/sweep/require-row.ts'
import { requireRun } from '../../src/sweep/require-run.ts'
import { queryResults } from '../../src/sweep/results.ts'
import { testFolder } from '../support/folder.ts'
import { expectRefusal, sweepInto, withMeasures } from '../support/sweep.ts'

const NUMERIC = { from: 0, to: 8, bins: 4 }
const LAW = [0, 0.3, 0.4, 0.2, 0.1, 0]
const WRITTEN = {
  question: NUMERIC,
  users: 60,
  epsilon: 2,
  truth: [LAW],
  strategies: ['arcs', 'srr'],
  groupSize: 60,
  runs: 2,
  seed: 1,
}
const at = testFolder({ 'ages.csv': 'age\n1\n3\n3\n8\n-5\n99\n', 'words.csv': 'age\none\n2\n' })
const planOf = (changes: object = {}) => {
  const given = Object.entries({ ...WRITTEN, ...changes }).filter(([, value]) => value !== undefined)
  return requirePlan(Object.fromEntries(given), at('plan.json'))
}

test('runs about numbers are those of simulate, with the smooth law by default', async () => {
  const [run] = expandPlan(await planOf())
  expect(run.setting).toMatchObject({ categories: 6, question: NUMERIC, sampler: 'auto', prior: 'smooth' })
  expect(run.seed).toMatch(/^seed=1 question=0:8:4 categories=6 users=60 truth=vector:/)
  const row = playRun(run)
  const options = { question: NUMERIC, truth: LAW, users: 60, strategies: ['arcs'], epsilon: 2 }
  const { runs } = simulate({ ...options, groupSize: 60, seed: run.seed })
  const [{ estimate, truth }] = row.laws
  expect(row.measures.wasserstein).toBe(runs[0].wasserstein)
  expect(row.measures.wasserstein).toBe(wasserstein(orderedQuestion(NUMERIC), estimate, truth))
})

test('a row with another distance is refused, and so is a run over other cells', async () => {
  const [run] = expandPlan(await planOf())
  const row = playRun(run)
  expect(requireRow(run, structuredClone(row))).toEqual(row)
  const half = withMeasures(row, { wasserstein: row.measures.wasserstein / 2 })
  expect(() => requireRow(run, half)).toThrow(/^row.measures.wasserstein must be/)
  const { wasserstein: _, ...others } = row.measures
  expect(() => requireRow(run, { ...row, measures: others })).toThrow(/^row.measures must be the measures/)
  expect(requireRun(structuredClone(run))).toEqual(run)
  const other = { ...run, setting: { ...run.setting, categories: 5 } }
  expect(() => requireRun(other)).toThrow(/^run.setting.categories must be/)
})

test('the people of a file are counted in their cells, by any range', async () => {
  const truth = { file: 'ages.csv', column: 'age' }
  const { truth: equal } = await planOf({ truth, users: undefined })
  expect(equal).toMatchObject([
    { counts: [1, 1, 2, 0, 1, 1], names: ['< 0', '[0, 2)', '[2, 4)', '[4, 6)', '[6, 8]', '> 8'] },
  ])
  const edges = { truth, users: undefined, question: { edges: [0, 1, 8] } }
  const unequal = await planOf(edges)
  expect(unequal.truth).toMatchObject([{ counts: [1, 0, 4, 1] }])
  const row = playRun(expandPlan(unequal)[0])
  expect(row.laws[0].truth).toEqual([1 / 6, 0, 4 / 6, 1 / 6])
})

test.each([
  ['median ± 2', /^[\d.]+$/],
  ['mean ± 2', /^[\d.]+$/],
  ['share(>= 4) > 0.6', /^(not )?above$/],
])('the goal %s is read in the units of the range', async (goal, decision) => {
  const [run] = expandPlan(await planOf({ goal, users: 300, strategies: 'arcs' }))
  expect(run.seed).toContain(` goal=${goal} run=1`)
  const row = playRun(run)
  expect(row).toMatchObject({ goal, decisions: [{ settled: true }] })
  expect(row.decisions[0].decision).toMatch(decision)
})

test.each<[changes: object, says: RegExp | 'works']>([
  [{ prior: 'learned', sampler: 'gibbs' }, 'works'],
  [{ memory: 'learned' }, 'works'],
  [{ anytime: true, runLength: 1000 }, 'works'],
  [{ truth: { dirichlet: 1 } }, 'works'],
  [{ truth: { swap: { truth: LAW, at: 30 } } }, 'works'],
  [{ question: { from: 0, to: 8 } }, /question\.bins must be/],
  [{ question: 8 }, /question must be a scale, a whole number or a number/],
  [{ categories: 6 }, /categories must be left out: question has its own/],
  [{ truth: [0.5, 0.5] }, /truth\[0\] must have as many numbers as categories says, 6; got 2/],
  [{ sampler: 'gibbs' }, /sampler must be left out, with the prior "smooth" that numbers have; got gibbs/],
  [{ goal: 'share(1) ± .1' }, /goal\[0\] must have a comparison such as >= 10/],
  [{ goal: 'share(>= 3) > .1' }, /goal\[0\] must have an edge of the bins; the two nearest are 2 and 4/],
  [{ goal: 'mean ± 1', memory: 'learned' }, /memory must be "all", with a goal/],
  [
    { truth: { file: 'words.csv', column: 'age' }, users: undefined },
    /expected a finite number, found "one"/,
  ],
  [
    { question: undefined, categories: 6, prior: 'smooth' },
    /prior must be a number above 0 or "learned", without question/,
  ],
])('a plan about numbers with %j', async (changes, says) => {
  const read = planOf(changes)
  if (says !== 'works') await expectRefusal(read, says)
  else expect(playRun(expandPlan(await read)[0]).measures.wasserstein).toBeGreaterThanOrEqual(0)
})

test('the summary, the figures and the report have the Wasserstein distance for their measure', async () => {
  const folder = at('out')
  // The measure is the same under every law, and a Dirichlet law is estimated in a tenth of the time.
  const plan = await planOf({ prior: 1 })
  expect(await sweepInto(folder, { plan })).toMatchObject({ failures: [] })
  const { rows, warnings } = await queryResults({ folder })
  expect(warnings).toEqual([])
  const played = expandPlan(plan).map(run => playRun(run))
  const mean = (of: (run: (typeof played)[number]) => number, strategy: string) =>
    played.filter(run => run.strategy === strategy).reduce((sum, run) => sum + of(run) / 2, 0)
  const ours = mean(run => run.measures.wasserstein, 'arcs')
  expect(rows[0]).toMatchObject({ strategy: 'arcs', wasserstein: expect.closeTo(ours, 12) })
  expect(rows[0].difference).toBeCloseTo(ours - mean(run => run.measures.wasserstein, 'srr'), 12)
  expect(rows[0].totalVariation).toBeCloseTo(
    mean(run => run.measures.totalVariation, 'arcs'),
    12,
  )
  const { figures } = await sweepFigures(folder)
  expect(figures.map(({ name }) => name)).toContain('wasserstein')
  const { cells, summary } = await readPageData(folder)
  expect(cells[0].error.mean).toBeCloseTo(ours, 12)
  expect(summary[0].wasserstein).toBeCloseTo(ours, 12)
})
