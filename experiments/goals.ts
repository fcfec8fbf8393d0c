/**
 * How many people does a question take? One category to ±0.03, a threshold next to its frequency, the two likeliest compared, the likeliest, the
 * three likeliest: `auto` with the goal, subset selection and SRR under the same stopping rule, and the oracle, which asks by the
 * best channel for somebody who knows the truth.
 *
 *     npx tsx experiments/goals.ts [--runs 10] [--categories 20] [--rho 1] [--epsilons 0.5,1,2] [--users 100000] [--only within,top1]
 *     npx tsx experiments/goals.ts --errors 200      wrong decisions: truths from the prior, and fixed hard truths at any time
 */
import { parseArgs } from 'node:util'
import { requireInteger, requireNumber } from '../src/check/check.ts'
import type { Goal } from '../src/loop/goal/goal.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { stream } from '../src/random/stream.ts'
import { renderPng } from '../src/report/png.ts'
import { withProgress } from '../src/report/progress.ts'
import { descendingOrder } from '../src/simplex/order.ts'
import { type GoalEnd, ORACLE, playGoal } from './support/goal-runs.ts'
import { lineFigure } from './support/line-figure.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeOutput, writeRows } from './support/write-rows.ts'

const AUTO = 'auto'
const SETS = 'subset-selection'
const STRATEGIES = [AUTO, SETS, ORACLE]

/** A question about a truth; the run decides on which side of the frequency the threshold lies, and how far. */
const QUESTIONS: Record<string, (truth: Float64Array, run: number) => Goal> = {
  within: truth => ({ category: descendingOrder(truth)[0], within: 0.03 }),
  above: (truth, run) => {
    const [category] = descendingOrder(truth)
    const off = 0.03 + 0.01 * (run % 4)
    return {
      above: {
        category,
        threshold: truth[category] > 0.12 && run % 2 ? truth[category] - off : truth[category] + off,
      },
    }
  },
  compare: truth => {
    const [first, second] = descendingOrder(truth)
    return { compare: [first, second], margin: 0.01 }
  },
  top1: () => ({ top: 1, margin: 0.01 }),
  top3: () => ({ top: 3, margin: 0.01 }),
}

const draw = (categories: number, rho: number, name: string) =>
  drawDirichlet(stream(name, 'truth'), new Float64Array(categories).fill(rho), new Float64Array(categories))

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '10' },
      categories: { type: 'string', default: '20' },
      rho: { type: 'string', default: '1' },
      epsilons: { type: 'string', default: '0.5,1,2' },
      users: { type: 'string', default: '100000' },
      only: { type: 'string', default: Object.keys(QUESTIONS).join() },
      errors: { type: 'string' },
    },
  })
  if (values.errors !== undefined) return errors(requireInteger('errors', Number(values.errors), 1))
  const runs = requireInteger('runs', Number(values.runs), 2)
  const K = requireInteger('categories', Number(values.categories), 4)
  const rho = requireNumber('rho', Number(values.rho), { above: 0 })
  const users = requireInteger('users', Number(values.users), 100)
  const epsilons = values.epsilons
    .split(',')
    .map(text => requireNumber('epsilons', Number(text), { above: 0 }))
  const cells = values.only.split(',').flatMap(goal => epsilons.map(epsilon => ({ goal, epsilon })))
  const rows = await withProgress('goals', async onProgress => {
    const found: Row[] = []
    let done = 0
    for (const { goal, epsilon } of cells) {
      const all: GoalEnd[][] = []
      for (let run = 1; run <= runs; run++) {
        const seed = `goals ${K} ${rho} ${run}`
        const truth = draw(K, rho, seed)
        const question = QUESTIONS[goal](truth, run)
        const strategies = STRATEGIES
        all.push(
          playGoal({
            truth,
            goal: question,
            epsilon,
            users,
            strategies,
            prior: 'learned',
            guarantee: 'posterior',
            seed,
          }),
        )
        onProgress(++done / (cells.length * runs))
        await new Promise(setImmediate)
      }
      found.push({ goal, K, rho, epsilon, runs, ...summary(all) })
    }
    return found
  })
  const name = `goals-K${K}-rho${rho}`
  printRows(`People until settled, K = ${K}, ρ = ${rho}, ${runs} paired runs`, rows)
  writeRows('goals', name, rows)
  if (epsilons.length > 1) await writePicture(name, rows)
})

/** Mean people by strategy, their ratios, and how many runs ended how. */
function summary(all: readonly GoalEnd[][]): Row {
  const of = (strategy: string) => all.map(ends => ends.find(end => end.strategy === strategy)!)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const people = (strategy: string) => mean(of(strategy).map(({ answers }) => answers))
  const count = (strategy: string, is: (end: GoalEnd) => boolean) => of(strategy).filter(is).length
  const ratio = people(AUTO) / people(SETS)
  // Of a ratio of means of pairs, by the delta method.
  const residuals = of(AUTO).map((end, i) => end.answers - ratio * of(SETS)[i].answers)
  const error = Math.sqrt(mean(residuals.map(value => value * value)) / (all.length - 1)) / people(SETS)
  return {
    ...Object.fromEntries(STRATEGIES.map(strategy => [strategy, people(strategy)])),
    ratio,
    'standard error': error,
    'oracle / sets': people(ORACLE) / people(SETS),
    'settled auto': count(AUTO, end => end.settled),
    'settled sets': count(SETS, end => end.settled),
    'wrong auto': count(AUTO, end => end.wrong),
    'wrong sets': count(SETS, end => end.wrong),
    'ms auto': mean(of(AUTO).map(end => end.milliseconds)),
    'ms sets': mean(of(SETS).map(end => end.milliseconds)),
  }
}

async function writePicture(name: string, rows: readonly Row[]): Promise<void> {
  const panels = [...new Set(rows.map(row => row.goal as string))].map(goal => ({
    heading: goal,
    points: rows
      .filter(row => row.goal === goal)
      .flatMap(row =>
        STRATEGIES.map(line => ({
          line,
          x: row.epsilon as number,
          value: row[line] as number,
          low: row[line] as number,
          high: row[line] as number,
        })),
      ),
  }))
  const svg = await lineFigure(
    {
      title: 'People until a question is settled',
      subtitle: `K = ${rows[0].K}, ρ = ${rows[0].rho}, mean of ${rows[0].runs} runs`,
      caption: [
        'auto: with the goal. oracle: the best channel for somebody who knows the truth. All stop by the same rule.',
      ],
    },
    panels,
    {
      x: { label: 'ε', type: 'log', ticks: rows.map(row => row.epsilon as number), tickFormat: '' },
      y: 'people',
      names: 110,
    },
  )
  writeOutput('goals', `${name}.svg`, svg)
  writeOutput('goals', `${name}.png`, await renderPng(svg))
}

/** Wrong decisions: over truths drawn from the prior by the posterior rule, and at fixed hard truths by each rule. */
async function errors(runs: number): Promise<void> {
  const K = 20
  const epsilon = 2
  const rows: Row[] = []
  const count = (
    name: string,
    guarantee: 'posterior' | 'anytime',
    make: (run: number) => { truth: Float64Array; goal: Goal },
  ) => {
    let [settled, wrong, people] = [0, 0, 0]
    for (let run = 1; run <= runs; run++) {
      const seed = `errors ${name} ${run}`
      const [end] = playGoal({
        ...make(run),
        epsilon,
        users: 10_000,
        strategies: [AUTO],
        prior: 1,
        guarantee,
        seed,
      })
      settled += Number(end.settled)
      wrong += Number(end.wrong)
      people += end.answers / runs
    }
    rows.push({ truth: name, guarantee, runs, settled, wrong, 'share wrong': wrong / runs, people })
  }
  // The two that are compared, and eighteen others that share the rest.
  const fixed = (lead: number) =>
    Float64Array.from({ length: K }, (_, x) =>
      x === 0 ? 0.15 + lead : x === 1 ? 0.15 : (0.7 - lead) / (K - 2),
    )
  const prior = (run: number) => draw(K, 1, `errors ${run}`)
  count('compare, drawn', 'posterior', run => ({ truth: prior(run), goal: { compare: [0, 1] } }))
  count('above .05, drawn', 'posterior', run => ({
    truth: prior(run),
    goal: { above: { category: 0, threshold: 0.05 } },
  }))
  count('above .15, drawn', 'posterior', run => ({
    truth: prior(run),
    goal: { above: { category: 0, threshold: 0.15 } },
  }))
  count('top 1, drawn', 'posterior', run => ({ truth: prior(run), goal: { top: 1 } }))
  for (const lead of [0.003, 0.02, 0.04]) {
    for (const guarantee of ['posterior', 'anytime'] as const) {
      count(`compare, lead ${lead}`, guarantee, () => ({
        truth: fixed(lead),
        goal: { compare: [0, 1] },
      }))
    }
  }
  count('above, by .005', 'anytime', () => ({
    truth: fixed(0),
    goal: { above: { category: 0, threshold: fixed(0)[0] + 0.005 } },
  }))
  printRows(`Wrong decisions, K = ${K}, ε = ${epsilon}`, rows)
  writeRows('goals', 'errors', rows)
}
