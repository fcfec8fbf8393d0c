import { mean, sampleStandardDeviation } from 'simple-statistics'
import { expect, test } from 'vitest'
import type { Cell } from '../../src/report/charts/cell.ts'
import { boxOf } from '../../src/report/charts/tukey-box.ts'
import { readCells } from '../../src/report/sweep-cells.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { withResults } from '../../src/sweep/results.ts'
import type { RunRow } from '../../src/sweep/run-row.ts'
import { writePart } from '../../src/sweep/store.ts'
import { testFolder } from '../support/folder.ts'
import { anotherRow, sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder()
const RUNS = 24
const plan = await tinyPlan({ runs: RUNS, groupSize: [1, 20] })
const rows = expandPlan(plan).map(run => playRun(run))
await sweepInto(at('there'), { plan, player: onePart(rows) })
const cells = await withResults(at('there'), readCells)

const SETTING = [
  'strategy',
  'categories',
  'users',
  'truthName',
  'rho',
  'epsilon',
  'sampler',
  'prior',
  'groupSize',
] as const

function onePart(played: readonly RunRow[]) {
  return async ({ keep }: { keep(rows: readonly RunRow[]): Promise<void> }) => {
    await keep(played)
    return []
  }
}

function runsOf(cell: Cell): RunRow[] {
  return rows.filter(row => SETTING.every(name => row[name] === cell[name]))
}

/** Between two order statistics, in proportion. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const low = Math.floor(place)
  return sorted[low] + (place - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low])
}

test('there is a cell for each strategy in each setting, strategies in the order of the plan', () => {
  expect(cells.map(cell => cell.strategy)).toEqual([...Array(6).fill('srr'), ...Array(6).fill('fisher')])
  expect(new Set(cells.map(cell => JSON.stringify(SETTING.map(name => cell[name])))).size).toBe(12)
  for (const cell of cells) {
    expect([cell.runs, cell.binnedRuns, runsOf(cell).length]).toEqual([RUNS, RUNS, RUNS])
  }
  expect(JSON.parse(JSON.stringify(cells))).toEqual(cells)
})

test("a cell's box, mean and standard error are those of its runs, and `boxOf` gives the same box", () => {
  const near = (value: number) => expect.closeTo(value, 12)
  let outliers = 0
  for (const cell of cells) {
    const errors = runsOf(cell).map(row => row.measures.totalVariation)
    const [q1, median, q3] = [0.25, 0.5, 0.75].map(share => quantile(errors, share))
    const isWithin = (error: number) => error >= q1 - 1.5 * (q3 - q1) && error <= q3 + 1.5 * (q3 - q1)
    const within = errors.filter(isWithin)
    const beyond = errors.filter(error => !isWithin(error)).sort((a, b) => a - b)
    outliers += beyond.length
    const box = {
      low: Math.min(...within),
      high: Math.max(...within),
      q1: near(q1),
      median: near(median),
      q3: near(q3),
      outliers: beyond,
      points: errors.length < 20 ? errors : [],
    }
    expect(boxOf(errors)).toEqual(box)
    expect(cell.error).toEqual({
      ...box,
      mean: near(mean(errors)),
      standardError: near(sampleStandardDeviation(errors) / Math.sqrt(RUNS)),
    })
    expect(cell.meanSubsetSize).toBeCloseTo(mean(runsOf(cell).map(row => row.meanSubsetSize)), 12)
  }
  expect(outliers).toBeGreaterThan(0)
})

test("the bins hold every pair of a cell's runs once, and their quantiles are those of its estimates", () => {
  for (const cell of cells) {
    const pairs = runsOf(cell).flatMap(({ laws: [law] }) =>
      law.truth.map((truth, i) => [truth, law.estimate[i]] as const),
    )
    expect(cell.bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(pairs.length)
    cell.bins.forEach((bin, i) => {
      if (i > 0) expect(bin.from).toBeGreaterThanOrEqual(cell.bins[i - 1].to)
      // The ends come from a root and a square: nothing of a vector stands where rounding could move it.
      const here = pairs.filter(([truth]) => truth >= bin.from - 1e-12 && truth <= bin.to + 1e-12)
      expect(here).toHaveLength(bin.count)
      const estimates = here.map(([, estimate]) => estimate)
      const found = [bin.low, bin.median, bin.high]
      expect(found).toEqual([0.05, 0.5, 0.95].map(share => expect.closeTo(quantile(estimates, share), 12)))
      expect(bin.dots).toHaveLength(Math.min(6, bin.count))
      for (const dot of bin.dots) expect(here).toContainEqual(dot)
    })
  }
})

test('the cells are the same, to the last bit, however runs are spread over parts, and if some are there twice', async () => {
  await sweepInto(at('spread'), { plan, player: onePart(rows.slice(0, 100)) })
  for (const part of [rows.slice(200).reverse(), rows.slice(90, 210)]) await writePart(at('spread'), part)
  expect(await withResults(at('spread'), readCells)).toEqual(cells)
  // A run that is missing is seen.
  await sweepInto(at('less'), { plan, player: onePart(rows.slice(1)) })
  expect(await withResults(at('less'), readCells)).not.toEqual(cells)
})

test('a single run has no standard error, and runs that are not among the first are in no bin', async () => {
  const [row] = rows
  await sweepInto(at('late'), { plan, player: onePart([anotherRow(row, { run: 1e6 })]) })
  const [cell] = await withResults(at('late'), readCells)
  expect(cell).toMatchObject({ runs: 1, binnedRuns: 0, bins: [] })
  expect(cell.error).toMatchObject({ median: row.measures.totalVariation, standardError: null, outliers: [] })
})
