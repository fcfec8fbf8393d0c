/**
 * Do plans hold? Compares the mean number of people that `power` predicts to that of `experiments/results/goals/people.csv`, for the same
 * truths; and the share of new collections, under settings on which no plan was tuned, that are settled by the number of people predicted
 * for 95 %.
 *
 *     npx tsx experiments/planned-people.ts [--runs 100] [--replays 200]
 *
 * The first are `experiments/results/planning/means.csv`, the second `replays.csv`.
 */
import { parseArgs } from 'node:util'
import { numberOf, readTable } from '../site/build/table.ts'
import { requireInteger } from '../src/check/check.ts'
import { decimal } from '../src/data/decimal.ts'
import { planCategories } from '../src/planning/ask-categories.ts'
import { power } from '../src/planning/power.ts'
import { readPowerOptions } from '../src/planning/power-options.ts'
import { withProgress } from '../src/report/progress.ts'
import { createSimulation } from '../src/simulation/simulate.ts'
import { QUESTIONS, readTruth } from './support/goal-questions.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const EXPERIMENT = 'planning'
/** Paths for each truth. */
const PATHS = 200

/** Twelve rows in which every run was settled: goal, concentration, K, ε. */
const MEASURED = [
  ['within', '1', 20, 0.5],
  ['within', '1', 20, 1],
  ['within', '1', 20, 2],
  ['within', '0.1', 20, 1],
  ['within', '1', 200, 1],
  ['within', '0.1', 200, 2],
  ['above', '1', 20, 0.5],
  ['above', '1', 20, 1],
  ['above', '0.1', 20, 2],
  ['above', '1', 200, 1],
  ['compare', '0.1', 20, 1],
  ['top1', '0.1', 20, 2],
] as const

/** Settings of new collections. */
const REPLAYED: readonly { truth: number[]; epsilon: number; goal: string }[] = [
  { truth: [0.45, 0.3, 0.15, 0.1], epsilon: 1.5, goal: 'share(1) ± .04' },
  { truth: [0.15, 0.35, 0.25, 0.25], epsilon: 1, goal: 'share(0) ± .05' },
  { truth: [0.6, 0.4], epsilon: 0.8, goal: 'share(1) > .3' },
  { truth: [0.12, 0.2, 0.3, 0.2, 0.18], epsilon: 2, goal: 'share(0) > .2' },
  { truth: [0.4, 0.28, 0.2, 0.12], epsilon: 2, goal: 'share(0) > share(1)' },
  { truth: [0.35, 0.15, 0.25, 0.25], epsilon: 1.5, goal: 'share(1) > share(2) by .02' },
]

await runScript(async () => {
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '100' }, replays: { type: 'string', default: '200' } },
  })
  const runs = requireInteger('runs', decimal(values.runs), 2)
  const replays = requireInteger('replays', decimal(values.replays), 10)
  const means = await withProgress('means', report => predictMeans(runs, report))
  printRows('Mean people, predicted and measured', means)
  writeRows(EXPERIMENT, 'means', means)
  const settled = await withProgress('replays', report => replay(replays, report))
  printRows('Settled by the people that are enough in 95 % of collections', settled)
  writeRows(EXPERIMENT, 'replays', settled)
})

async function predictMeans(runs: number, report: (share: number) => void): Promise<Row[]> {
  const rows: Row[] = []
  const played = readTable('goals/people.csv')
  for (const [goal, law, K, epsilon] of MEASURED) {
    const [truth] = await readTruth(law, [K], undefined)
    const measured = numberOf(played, { goal, truth: truth.name, K, epsilon }, 'people auto')
    let [total, squares] = [0, 0]
    for (let run = 1; run <= runs; run++) {
      const theta = truth.draw(`goals ${truth.name} ${K} ${run}`)
      const question = QUESTIONS[goal](theta, run)
      const setting = readPowerOptions({ truth: theta, epsilon, goal: question })
      const people = planCategories(setting, setting.goals[0], setting.vocabulary.domain).people(
        epsilon,
        PATHS,
      )
      const mean = people.reduce((sum, count) => sum + count, 0) / PATHS
      // One collection of this truth differs from the mean by as much as its paths do from each other.
      squares += people.reduce((sum, count) => sum + (count - mean) ** 2, 0) / PATHS
      total += mean
    }
    const predicted = total / runs
    const error = Math.sqrt(squares) / runs
    const off = predicted / measured - 1
    const holds = Math.abs(off) <= 0.15 || Math.abs(predicted - measured) <= 2 * error
    rows.push({ goal, truth: truth.name, K, epsilon, measured, predicted, off, error, holds: String(holds) })
    report(rows.length / MEASURED.length)
    await new Promise(setImmediate)
  }
  return rows
}

async function replay(replays: number, report: (share: number) => void): Promise<Row[]> {
  const rows: Row[] = []
  for (const { truth, epsilon, goal } of REPLAYED) {
    const { upper95 } = power({ truth, epsilon, goal }).people
    let settled = 0
    for (let run = 1; run <= replays; run++) {
      const seed = `planned ${rows.length} ${run}`
      const { runs } = createSimulation({ truth, users: upper95, strategies: ['auto'], epsilon, goal, seed })
      while (runs[0].step());
      settled += Number(runs[0].decision?.settled ?? false)
      if (run % 20 === 0) await new Promise(setImmediate)
    }
    rows.push({
      goal,
      K: truth.length,
      epsilon,
      upper95,
      replays,
      settled: settled / replays,
    })
    report(rows.length / REPLAYED.length)
  }
  return rows
}
