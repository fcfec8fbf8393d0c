import { mkdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { SummaryRow } from '../../src/report/page/data.ts'
import { auditRows, pageTrajectory, readPageData, shownPlan } from '../../src/report/page-data.ts'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { queryResults } from '../../src/sweep/results.ts'
import type { RunRow } from '../../src/sweep/run-row.ts'
import { writePart } from '../../src/sweep/store.ts'
import { testFolder } from '../support/folder.ts'
import { anotherRow, sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder({ 'empty/notes.txt': '' })
const plan = await tinyPlan({ epsilon: [4, 1], runs: 2 })
await sweepInto(at('tiny'), { plan })
const data = await readPageData(at('tiny'))
const rows = expandPlan(plan).map(run => playRun(run))

/** What tells rows apart but the number of the run. */
const keyOf = ({
  strategy,
  epsilon,
  truthName,
  categories,
}: Pick<RunRow, 'strategy' | 'epsilon' | 'truthName' | 'categories'>) =>
  [strategy, epsilon, truthName, categories].join()

describe('the data of a page', () => {
  test('have the summary of the sweep, a cell for each of its rows, and where it comes from', async () => {
    const { rows: summary } = await queryResults({ folder: at('tiny') })
    expect(data.summary).toEqual(summary)
    expect(data.cells.map(keyOf).sort()).toEqual(data.summary.map(keyOf).sort())
    expect(data).toMatchObject({ name: 'tiny', runs: 24, planned: 24, warnings: [], recorded: 12 })
    expect(data.versions.node).toBe(process.version)
    expect(data.plan).toMatchObject({ epsilon: [4, 1], seed: 1 })
    expect(Date.parse(data.started)).toBeGreaterThan(0)
  })

  test('are plain: JSON gives them back', () => {
    expect(JSON.parse(JSON.stringify(data))).toEqual(data)
  })

  test('have a trajectory for each row of the summary, in its order', () => {
    expect(data.trajectories.map(keyOf)).toEqual(data.summary.map(keyOf))
    for (const trajectory of data.trajectories) {
      const row = rows.find(one => one.run === 1 && keyOf(one) === keyOf(trajectory))!
      expect(trajectory.run).toBe(1)
      expect(trajectory.truth.toSorted()).toEqual(row.laws[0].truth.map(digits).toSorted())
      const last = trajectory.checkpoints.at(-1)!
      expect(last).toMatchObject({ answers: 60, totalVariation: digits(row.measures.totalVariation) })
      expect(trajectory.shown.map(x => digits(row.laws[0].estimate[x]))).toEqual(last.mean)
    }
  })

  test('have the groups of a recorded run: pooled, and each alone, beside the truth', async () => {
    const grouped = await tinyPlan({
      by: ['north', 'south'],
      ...{ categories: 3, users: [200], truth: [{ dirichlet: 1 }], strategies: ['srr'], runs: 2 },
      sampler: undefined,
    })
    await sweepInto(at('grouped'), { plan: grouped })
    const { groups } = await readPageData(at('grouped'))
    const [row] = expandPlan(grouped).map(run => playRun(run))
    expect(groups).toHaveLength(1)
    expect(groups[0]).toMatchObject({ run: 1, strategy: 'srr' })
    const shown = groups[0].groups
    expect(shown.map(({ name }) => name)).toEqual(['north', 'south'])
    expect(shown.reduce((sum, { people }) => sum + people, 0)).toBe(200)
    shown.forEach(({ truth, estimate, lower, separate }, g) => {
      const law = row.laws[g]
      expect([truth, estimate, lower]).toEqual(
        [law.truth, law.estimate, law.lower].map(list => list!.map(digits)),
      )
      expect(separate.estimate).toEqual(law.separate!.estimate.map(digits))
      expect(separate.upper).toEqual(law.separate!.upper!.map(digits))
    })
    expect(data.groups).toEqual([])
  })

  test('of a sweep without runs are empty tables', async () => {
    await sweepInto(at('none'), { plan, player: async () => [] })
    expect(await readPageData(at('none'))).toMatchObject({
      ...{ runs: 0, planned: 24 },
      ...{ cells: [], summary: [], audit: [], risk: [], trajectories: [], groups: [], recorded: 0 },
    })
  })

  test('say which parts were left out', async () => {
    await sweepInto(at('corrupt'), { plan: await tinyPlan({ runs: 1 }) })
    mkdirSync(at('corrupt/runs/folder.parquet'))
    const { warnings, runs } = await readPageData(at('corrupt'))
    expect(warnings).toEqual([expect.stringMatching(/folder\.parquet: expected a whole part/)])
    expect(runs).toBe(6)
  })

  test('hold three hundred trajectories at most', async () => {
    await sweepInto(at('many'), { plan, player: async () => [] })
    const many = Array.from({ length: 301 }, (_, i) => anotherRow(rows[0], { users: 100 + i }))
    await writePart(at('many'), many)
    const { trajectories, recorded } = await readPageData(at('many'))
    expect(recorded).toBe(301)
    expect(trajectories.map(({ users }) => users)).toEqual(Array.from({ length: 300 }, (_, i) => 100 + i))
  })

  test('come from the folder of a sweep alone', async () => {
    await expect(readPageData(at('empty'))).rejects.toThrow(
      /empty: expected the folder of a sweep, with a manifest\.json; found none$/,
    )
  })
})

const digits = (value: number) => Number(value.toPrecision(4))

describe('a trajectory', () => {
  const K = 60
  const truth = Array.from({ length: K }, (_, x) => (x + 1) / ((K * (K + 1)) / 2))
  const checkpoint = {
    answers: 7,
    mean: truth.toReversed(),
    lower: truth.map(value => value - 0.001),
    upper: truth.map((value, x) => value + (x < 10 ? -0.0001 : 1 / 7)),
    subsetSize: 2 / 3,
    truthNow: null,
    truthMean: null,
    anytimeLower: null,
    anytimeUpper: null,
  }
  const [{ trajectory: _, laws: __, ...key }] = rows
  const shown = pageTrajectory({ ...key, categories: K, truth, trajectory: [checkpoint] })

  test('shows the most frequent categories', () => {
    expect(shown.shown).toEqual(Array.from({ length: 40 }, (_, i) => K - 1 - i))
    expect(shown.truth).toEqual(shown.shown.map(x => digits(truth[x])))
    expect(shown.checkpoints[0].mean).toEqual(shown.shown.map(x => digits(truth[K - 1 - x])))
  })

  test('has the names of the categories that it shows, where they are known', () => {
    const names = truth.map((_, x) => `job ${x}`)
    const named = pageTrajectory({ ...key, categories: K, truth, trajectory: [checkpoint] }, names)
    expect(named.names).toEqual(named.shown.map(x => `job ${x}`))
    expect(shown).not.toHaveProperty('names')
  })

  test('says of all of them how far they are from the truth, and how many intervals hold it', () => {
    expect(shown.checkpoints[0]).toMatchObject({
      answers: 7,
      totalVariation: digits(totalVariation(truth.toReversed(), truth)),
      covered: K - 10,
      subsetSize: 0.6667,
    })
  })
})

describe('the audit', () => {
  const row = (strategy: string, epsilon: number, auditedEpsilon: number) =>
    ({ ...data.summary[0], strategy, epsilon, auditedEpsilon }) as SummaryRow

  test('has the largest level of each strategy at each nominal one, and whether that is within', () => {
    const summary = [row('srr', 1, 0.5), row('fisher', 1, 1 + 1e-12), row('srr', 1, 1.2), row('srr', 2, 1.2)]
    expect(auditRows(summary)).toEqual([
      { strategy: 'srr', epsilon: 1, largest: 1.2, isWithin: false },
      { strategy: 'fisher', epsilon: 1, largest: 1 + 1e-12, isWithin: true },
      { strategy: 'srr', epsilon: 2, largest: 1.2, isWithin: true },
    ])
  })

  test('of a sweep finds every strategy within its level', () => {
    expect(data.audit).toHaveLength(4)
    expect(data.audit.every(({ isWithin }) => isWithin)).toBe(true)
  })
})

test('a plan is shown without the thousands of numbers of a file', () => {
  const counts = Array.from({ length: 12_345 }, (_, x) => x)
  expect(shownPlan({ epsilon: [1, 2], truth: [{ file: 'people.csv', counts }] })).toEqual({
    epsilon: [1, 2],
    truth: [{ file: 'people.csv', counts: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, '… 12,345 in all'] }],
  })
})
