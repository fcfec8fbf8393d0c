/**
 * How many people does a question take? One category to ±0.03, a threshold next to its frequency, the two likeliest compared, the
 * likeliest, the three likeliest: `auto` with the goal, fixed channels under the same stopping rule, and the oracle, which uses the best
 * channel for the known truth.
 *
 *     npx tsx experiments/goals.ts [--runs 10] [--categories 20] [--truths 1] [--epsilons 0.5,1,2] [--only within,top1] [--users 1000000]
 *     npx tsx experiments/goals.ts --file adult.csv --truths native_country,occupation --only within,compare,top1
 *     npx tsx experiments/goals.ts --runs 100 --categories 20,200 --truths 1,0.1        the whole grid: takes hours
 *     npx tsx experiments/goals.ts --errors 200      wrong decisions: truths from the prior, and fixed hard truths at any time
 *     npx tsx experiments/goals.ts --ties 60         what a comparison with a margin answers at an exact tie, and beyond the margin
 *
 * Finished runs are stored in `out/goals/*.ndjson`. Rerun the same command to resume, if you like with more `--runs`.
 *
 * A truth is the concentration of a Dirichlet law, or a column of the file.
 */
import { parseArgs } from 'node:util'
import { requireInteger, requireNumber, requireOneOf } from '../src/check/check.ts'
import { decimal } from '../src/data/decimal.ts'
import { meanWithError, ratioOfMeans } from '../src/report/mean-with-error.ts'
import { renderPng } from '../src/report/png.ts'
import { withProgress } from '../src/report/progress.ts'
import { measureErrors } from './support/goal-errors.ts'
import { GoalJournal } from './support/goal-journal.ts'
import { QUESTIONS, readTruth } from './support/goal-questions.ts'
import { type GoalEnd, ORACLE, playGoal } from './support/goal-runs.ts'
import { measureTies } from './support/goal-ties.ts'
import { lineFigure } from './support/line-figure.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeOutput, writeRows } from './support/write-rows.ts'

const EXPERIMENT = 'goals'
const AUTO = 'auto'
const BASELINE = 'subset-selection'

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '10' },
      categories: { type: 'string', default: '20' },
      truths: { type: 'string', default: '1' },
      file: { type: 'string' },
      epsilons: { type: 'string', default: '0.5,1,2' },
      strategies: { type: 'string', default: [AUTO, BASELINE, 'srr', ORACLE].join() },
      users: { type: 'string', default: '1000000' },
      only: { type: 'string', default: Object.keys(QUESTIONS).join() },
      errors: { type: 'string' },
      ties: { type: 'string' },
    },
  })
  if (values.errors !== undefined) {
    const rows = await withProgress('goals', report =>
      measureErrors(requireInteger('errors', decimal(values.errors!), 1), report),
    )
    printRows('Wrong decisions', rows)
    return writeRows(EXPERIMENT, 'errors', rows)
  }
  if (values.ties !== undefined) {
    const rows = await withProgress('goals', report =>
      measureTies(requireInteger('ties', decimal(values.ties!), 1), report),
    )
    printRows('Ties', rows)
    return writeRows(EXPERIMENT, 'ties', rows)
  }
  const runs = requireInteger('runs', decimal(values.runs), 2)
  const users = requireInteger('users', decimal(values.users), 100)
  const list = (text: string) => text.split(',')
  const goals = list(values.only).map(goal => requireOneOf('only', goal, Object.keys(QUESTIONS)))
  const epsilons = list(values.epsilons).map(text => requireNumber('epsilons', decimal(text), { above: 0 }))
  const sizes = list(values.categories).map(text => requireInteger('categories', decimal(text), 4))
  const strategies = list(values.strategies)
  const truths = await Promise.all(list(values.truths).map(name => readTruth(name, sizes, values.file)))
  const cells = truths.flat().flatMap(truth => {
    return goals.flatMap(goal => epsilons.map(epsilon => ({ truth, goal, epsilon })))
  })
  const name = [...list(values.truths), `K${sizes.join('-')}`].join('-')
  const journal = new GoalJournal(`out/${EXPERIMENT}/${name}.ndjson`)
  const all: GoalEnd[][][] = cells.map(() => [])
  await withProgress('goals', async report => {
    for (let run = 1; run <= runs; run++) {
      for (const [at, { truth, goal, epsilon }] of cells.entries()) {
        const seed = `goals ${truth.name} ${truth.categories} ${run}`
        const theta = truth.draw(seed)
        const common = { epsilon, users, strategies, prior: 'learned', guarantee: 'posterior', seed } as const
        const key = `${goal} of ${seed}, epsilon ${epsilon}, ${users} users, by ${strategies}`
        const play = () => playGoal({ ...common, truth: theta, goal: QUESTIONS[goal](theta, run) })
        all[at].push(journal.endsOf(key, play))
        report((run - 1 + (at + 1) / cells.length) / runs)
        await new Promise(setImmediate)
      }
    }
  })
  const rows = cells.map(({ truth, goal, epsilon }, at): Row => {
    const { name: law, categories: K } = truth
    return { goal, truth: law, K, epsilon, runs, ...summary(all[at], strategies) }
  })
  printRows(`People until settled, ${runs} paired runs`, rows)
  writeRows(EXPERIMENT, name, rows)
  if (epsilons.length > 1) await writePicture(name, rows, strategies)
})

/**
 * For each strategy: the mean number of people; its ratio to that of subset selection, with the standard error; the typical ratio, which is
 * the geometric mean over runs, with its standard error as a factor, because means are dominated by the few hardest truths; and the numbers
 * of runs by outcome.
 */
function summary(all: readonly GoalEnd[][], strategies: readonly string[]): Row {
  const row: Record<string, number> = {}
  const endsOf = (strategy: string) => all.map(ends => ends.find(end => end.strategy === strategy)!)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const count = (ends: readonly GoalEnd[], matches: (end: GoalEnd) => boolean) => ends.filter(matches).length
  for (const strategy of strategies)
    row[`people ${strategy}`] = mean(endsOf(strategy).map(end => end.answers))
  for (const strategy of strategies.filter(each => each !== BASELINE && strategies.includes(BASELINE))) {
    const baseline = endsOf(BASELINE)
    const ratio = ratioOfMeans(endsOf(strategy).map((end, i) => [end.answers, baseline[i].answers] as const))
    row[`ratio ${strategy}`] = ratio.mean
    row[`its error ${strategy}`] = ratio.standardError!
    const logs = endsOf(strategy).map((end, i) => Math.log(end.answers / baseline[i].answers))
    row[`typical ratio ${strategy}`] = Math.exp(mean(logs))
    row[`its factor ${strategy}`] = Math.exp(meanWithError(logs).standardError!)
  }
  for (const strategy of strategies) {
    row[`settled ${strategy}`] = count(endsOf(strategy), end => end.settled)
    row[`wrong ${strategy}`] = count(endsOf(strategy), end => end.wrong)
    row[`ms ${strategy}`] = mean(endsOf(strategy).map(end => end.milliseconds))
  }
  return row
}

async function writePicture(
  name: string,
  rows: readonly Row[],
  strategies: readonly string[],
): Promise<void> {
  const kinds = [...new Set(rows.map(({ goal, truth, K }) => `${goal}, ${truth}, K = ${K}`))]
  const panels = kinds.map(heading => ({
    heading,
    points: rows
      .filter(({ goal, truth, K }) => heading === `${goal}, ${truth}, K = ${K}`)
      .flatMap(row =>
        strategies.map(line => {
          const value = row[`people ${line}`] as number
          return { line, x: row.epsilon as number, value, low: value, high: value }
        }),
      ),
  }))
  const svg = await lineFigure(
    {
      title: 'People until a question is settled',
      subtitle: `mean of ${rows[0].runs} runs`,
      caption: [
        'auto: with the goal. oracle: the best channel for somebody who knows the truth. All stop by the same rule.',
      ],
    },
    panels,
    {
      x: {
        label: 'ε',
        type: 'log',
        ticks: [...new Set(rows.map(row => row.epsilon as number))],
        tickFormat: '',
      },
      y: 'people',
      names: 110,
    },
  )
  writeOutput(EXPERIMENT, `${name}.svg`, svg)
  writeOutput(EXPERIMENT, `${name}.png`, await renderPng(svg))
}
