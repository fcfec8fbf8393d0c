/**
 * How accurate are means of a number given a category, and do their intervals hold? Everybody answers about a number of 40 bins and a
 * category of eight together. The eight categories have unequal weights and one of five kinds of laws of the number, none of which is drawn
 * from the joint law's prior: `alike`, the same beta law for all; `shifted`, beta laws whose means rise from .2 to .6; `spread`, beta laws of
 * one mean and growing spread; `peaks`, two peaks of changing weights; and `tails`, exponential laws of different rates.
 *
 * One row for each kind, level ε and way of asking: by `auto`, and by `subset-selection` over all cells. `RMSE` is that of the eight means,
 * as a share of the range; `held` the share of their 95 % intervals that contain the truth, and `margins held` that of shares of a
 * single question; distances are total variation of the whole table; seconds are processor time, of all chains.
 *
 *     npx tsx experiments/mixed-tables.ts [--levels 1,2] [--users 10000] [--seeds 3] [--part=NAME]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { exp } from '../src/elementary/exp.ts'
import { log } from '../src/elementary/log.ts'
import { simulate } from '../src/simulation/simulate.ts'
import { HeldShare } from './support/held-share.ts'
import { processorSeconds } from './support/processor-seconds.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const [BINS, CATEGORIES] = [40, 8]
const QUESTIONS = { number: { from: 0, to: 1, bins: BINS, outside: 'clamp' }, kind: CATEGORIES } as const
const STRATEGIES = ['auto', 'subset-selection'] as const
const KINDS: Readonly<Record<string, (x: number, place: number) => number>> = {
  alike: x => beta(x, 0.35, 8),
  shifted: (x, place) => beta(x, 0.2 + 0.4 * place, 10),
  spread: (x, place) => beta(x, 0.4, 4 + 16 * place),
  peaks: (x, place) => (0.8 - 0.6 * place) * beta(x, 0.2, 30) + (0.2 + 0.6 * place) * beta(x, 0.7, 30),
  tails: (x, place) => exp(-x * (2 + 8 * place)),
}

/** The density of a beta law at x, relative to its largest. */
function beta(x: number, mean: number, concentration: number): number {
  const [a, b] = [mean * concentration - 1, (1 - mean) * concentration - 1]
  const mode = a / (a + b)
  return exp(a * (log(x) - log(mode)) + b * (log(1 - x) - log(1 - mode)))
}

/** The weights of the categories, and the law of the number in each. */
function truthOf(kind: string) {
  const weights = Array.from({ length: CATEGORIES }, (_, c) => 1 + c / 2)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const laws = weights.map((_, c) => {
    const masses = Array.from({ length: BINS }, (_, i) => KINDS[kind]((i + 0.5) / BINS, c / (CATEGORIES - 1)))
    const mass = masses.reduce((sum, one) => sum + one, 0)
    return masses.map(one => one / mass)
  })
  const classes = weights.map((weight, c) => ({
    weight: weight / total,
    shares: { number: laws[c], kind: weights.map((_, other) => Number(other === c)) },
  }))
  const means = laws.map(law => law.reduce((sum, share, i) => sum + (share * (i + 0.5)) / BINS, 0))
  return { classes, means }
}

/** Queries about one question each, with their true values: the shares of the categories, and of people below seven places of the range. */
function marginsOf(classes: ReturnType<typeof truthOf>['classes']): [query: string, truth: number][] {
  const below = (end: number) =>
    classes.reduce((sum, { weight, shares }) => {
      return sum + weight * shares.number.slice(0, end).reduce((mass, share) => mass + share, 0)
    }, 0)
  return classes.flatMap(({ weight }, c): [string, number][] => {
    const share: [string, number] = [`share(kind = ${c})`, weight]
    return c === 0 ? [share] : [share, [`share(number < ${c / CATEGORIES})`, below((c * BINS) / CATEGORIES)]]
  })
}

function rowsOf(kind: string, epsilon: number, users: number, seeds: number): Row[] {
  const { classes, means } = truthOf(kind)
  const queries = marginsOf(classes)
  return STRATEGIES.map(strategy => {
    const [held, margins] = [new HeldShare(), new HeldShare()]
    let [squares, distance, seconds, warned] = [0, 0, 0, 0]
    for (let seed = 1; seed <= seeds; seed++) {
      const start = process.cpuUsage()
      const { runs } = simulate({
        ...{ questions: QUESTIONS, truth: { classes }, users, strategies: [strategy], epsilon },
        ...{ ask: 'pairs', seed: `${kind} ${seed}` },
      })
      const [run] = runs
      seconds += processorSeconds(start) / seeds
      distance += run.laws.find(law => law.about.length === 2)!.totalVariation / seeds
      warned += Number(run.posterior.warnings.length > 0)
      for (const [query, truth] of queries) margins.addOne(run.posterior.of(query).interval(0.95), truth)
      means.forEach((truth, c) => {
        const { mean, interval } = run.posterior.of(`mean(number | kind = ${c})`)
        squares += (mean - truth) ** 2 / CATEGORIES / seeds
        held.addOne(interval(0.95), truth)
      })
    }
    return {
      ...{ kind, epsilon, asked: strategy, seeds, RMSE: Math.sqrt(squares) },
      ...{ held: held.share, 'margins held': margins.share, distance, warned, 'mean seconds': seconds },
    }
  })
}

runScript(async () => {
  const { values } = parseArgs({
    options: {
      levels: { type: 'string', default: '1,2' },
      users: { type: 'string', default: '10000' },
      seeds: { type: 'string', default: '3' },
      part: { type: 'string', default: '' },
    },
  })
  const [users, seeds] = (['users', 'seeds'] as const).map(name =>
    requireInteger(name, Number(values[name]), 1),
  )
  const levels = values.levels.split(',').map(Number)
  const rows = Object.keys(KINDS).flatMap(kind =>
    levels.flatMap(epsilon => rowsOf(kind, epsilon, users, seeds)),
  )
  printRows('A number beside a category', rows)
  writeRows('tables', `mixed${values.part}`, rows)
})
