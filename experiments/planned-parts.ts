/**
 * Do plans for numbers, groups and tables hold? Compares the numbers of people that `power` predicts to those of played collections, each
 * until its goal is settled. The table is `out/planning/parts.csv`.
 *
 *     npx tsx experiments/planned-parts.ts [--runs 40]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { decimal } from '../src/data/decimal.ts'
import { power } from '../src/planning/power.ts'
import type { PowerOptions } from '../src/planning/power-options.ts'
import { withProgress } from '../src/report/progress.ts'
import { type SimulateOptions, simulate } from '../src/simulation/simulate.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

/** Largest number of people of a collection. */
const USERS = 60_000

/** Two bells over 40 bins. */
const bells = Float64Array.from({ length: 42 }, (_, x) =>
  x % 41 === 0 ? 0 : Math.exp(-(((x - 14) / 6) ** 2) / 2) + 0.5 * Math.exp(-(((x - 26) / 4) ** 2) / 2),
)
const total = bells.reduce((sum, value) => sum + value, 0)
const numbers = {
  question: { from: 0, to: 80, bins: 40 },
  truth: Array.from(bells, value => value / total),
  epsilon: 2,
}
const groups = {
  categories: 3,
  by: ['a', 'b', 'c'],
  truth: [
    [0.5, 0.3, 0.2],
    [0.4, 0.35, 0.25],
    [0.3, 0.5, 0.2],
  ],
  epsilon: 1,
}
const table = { questions: { a: 2, b: 3 }, truth: [0.2, 0.15, 0.1, 0.2, 0.2, 0.15], epsilon: 2 }
const independent = { ...table, truth: [0.1, 0.1, 0.2, 0.2, 0.2, 0.2] }
const square = {
  questions: { a: 4, b: 4 },
  truth: Array.from({ length: 16 }, (_, i) => (i % 4 === Math.floor(i / 4) ? 0.13 : 0.04)),
  epsilon: 2,
}

/** All cells of the table to ± .05: a goal each. */
function cellsOf(rows: number, columns: number): string[] {
  return Array.from(
    { length: rows * columns },
    (_, i) => `share(a = ${i % rows}, b = ${Math.floor(i / rows)}) ± .05`,
  )
}

const SETTINGS: readonly (Omit<PowerOptions, 'goal'> & {
  readonly goal?: string
  readonly goals?: readonly string[]
})[] = [
  { ...numbers, goal: 'median ± 2' },
  { ...numbers, goal: 'quantile(.9) ± 3' },
  { ...numbers, goal: 'mean ± 2' },
  { ...numbers, goal: 'share(>= 40) > .35' },
  { ...groups, goal: 'share(0 | group = a) ± .06' },
  { ...groups, goal: 'share(0 | group = a) > share(0 | group = c)' },
  { ...groups, goal: 'share(0 | group = a) > share(0 | group = b) by .03' },
  { ...table, goals: cellsOf(2, 3) },
  { ...square, goals: cellsOf(4, 4) },
  { ...table, goal: 'association(a, b) > .1' },
  { ...independent, goal: 'association(a, b) > .1' },
]

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '40' } } })
  const runs = requireInteger('runs', decimal(values.runs), 2)
  const rows = await withProgress('parts', async report => {
    const found: Row[] = []
    for (const setting of SETTINGS) {
      found.push(await compare(setting, runs))
      report(found.length / SETTINGS.length)
      printRows('so far', found)
    }
    return found
  })
  writeRows('planning', 'parts', rows)
})

async function compare(setting: (typeof SETTINGS)[number], runs: number): Promise<Row> {
  const plan = power(setting as unknown as PowerOptions)
  const counts: number[] = []
  let wrong = 0
  for (let seed = 1; seed <= runs; seed++) {
    const played = { users: USERS, strategies: ['auto'], draws: 20, seed: `planned part ${seed}` }
    const [run] = simulate({ ...setting, ...played } as unknown as SimulateOptions).runs
    counts.push(run.decision!.settled ? run.decision!.answers : Infinity)
    wrong += Number(!run.correct)
    await new Promise(setImmediate)
  }
  const mean = counts.reduce((sum, count) => sum + count, 0) / runs
  const error = Math.sqrt(counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (runs - 1) / runs)
  const settledBy = (people: number) => counts.filter(count => count <= people).length / runs
  return {
    goal: setting.goal ?? `${setting.goals![0]}, and so each cell`,
    epsilon: setting.epsilon!,
    runs,
    measured: mean,
    error,
    predicted: plan.mean!,
    off: plan.mean! / mean - 1,
    'settled by median': settledBy(plan.people.median),
    'settled by upper80': settledBy(plan.people.upper80),
    'settled by upper95': settledBy(plan.people.upper95),
    wrong,
  }
}
