import { expect, test } from 'vitest'
import { summarizeRuns } from '../../src/report/strategy-summary.ts'
import { summaryTable } from '../../src/report/summary-table.ts'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { compareStrategies } from '../../src/sweep/comparison.ts'

const SETTING = {
  categories: 3,
  by: ['north', 'south'],
  truth: [
    [0.7, 0.2, 0.1],
    [0.2, 0.4, 0.4],
  ],
  users: 80,
  draws: 20,
}
const PLAYED = { setting: SETTING, strategies: ['srr'], epsilons: [2], runs: 2, seed: 1 }

test('a row about groups has the mean distances, pooled and separate, of the same simulation', async () => {
  const rows = await compareStrategies(PLAYED)
  const { truth, runs } = simulate({ ...SETTING, strategies: ['srr'], epsilon: 2, seed: '1 run 1' })
  const [run] = runs
  const separate = run.separate()
  const alone = SETTING.by.map((name, g) => totalVariation(separate.group(name).mean, truth[g]))
  expect(rows[0]).toMatchObject({ categories: 3, users: 80, totalVariation: run.totalVariation })
  expect(rows[0].separate).toBeCloseTo((alone[0] + alone[1]) / 2, 12)
  const [summary] = summarizeRuns(rows)
  expect(summary.separate!.mean).toBeCloseTo((rows[0].separate! + rows[1].separate!) / 2, 12)
  expect(summaryTable([summary])).toContain(summary.separate!.mean.toFixed(4))
})

test('a run with a goal about groups ends with a decision', async () => {
  const goal = 'share(0 | group = south) > share(0 | group = north)'
  const setting = { ...SETTING, users: 600, goal }
  const [row] = await compareStrategies({ ...PLAYED, setting, runs: 1 })
  expect(row.settlement).toMatchObject({ settled: true, decision: 'north', correct: true })
  expect(row.settlement!.answers).toBeLessThan(600)
})

test.each([
  [{ memory: 'learned' }, 'memory must be left out with groups'],
  [{ groupSize: 4 }, 'groupSize must be left out with groups'],
  [
    { goal: 'share(0 | group = west) ± .1' },
    'goal must have one of the groups north, south where it has "west"',
  ],
])('%j is refused in a sentence', async (also, sentence) => {
  const setting = { ...SETTING, ...also } as never
  await expect(compareStrategies({ ...PLAYED, setting })).rejects.toThrow(sentence)
})
