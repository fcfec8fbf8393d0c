/**
 * How often do the 95 % intervals of a regression hold its coefficients, and how far are they from the truth, next to maximum
 * likelihood? Five coefficients: an intercept, a number of five values, a sex and two of three regions; answers by SRR over two
 * categories.
 *
 *     npx tsx experiments/regression.ts [--runs 200]
 */
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { exp } from '../src/elementary/exp.ts'
import { square } from '../src/elementary/square.ts'
import { srr } from '../src/mechanism/srr.ts'
import { stream } from '../src/random/stream.ts'
import { regress } from '../src/regression/regress.ts'
import { withProgress } from '../src/report/progress.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const FORMULA = 'y ~ age + sex + region'
/** Intercept, age, sex[male], region[north], region[south]. */
const TRUTH = [-1.2, 0.4, -0.6, 0.5, -0.3] as const
const REGIONS = ['east', 'north', 'south'] as const
const LEVEL = 0.95
const CELLS = [1000, 5000].flatMap(people => [0.5, 1, 2].map(epsilon => ({ people, epsilon })))

type Cell = (typeof CELLS)[number]

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '200' } } })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const rows = await withProgress('regression', async onProgress => {
    const summaries: Row[] = []
    for (const cell of CELLS) {
      summaries.push(
        await playAll(cell, runs, share => onProgress((summaries.length + share) / CELLS.length)),
      )
    }
    return summaries
  })
  printRows(`Coverage of 95 % intervals and errors of five coefficients, ${runs} runs a row`, rows)
  writeRows('regression', 'coverage', rows)
})

async function playAll(
  { people, epsilon }: Cell,
  runs: number,
  onProgress: (share: number) => void,
): Promise<Row> {
  let [held, good, converged] = [0, 0, 0]
  /** Squared errors: of the posterior mean in all runs, and of both in those where maximum likelihood converges. */
  let [all, posterior, likelihood] = [0, 0, 0]
  for (let run = 1; run <= runs; run++) {
    const { means, intervals, isGood, maximum } = play({ people, epsilon }, run)
    TRUTH.forEach((value, j) => {
      held += Number(intervals[j][0] <= value && value <= intervals[j][1])
    })
    good += Number(isGood)
    const error = squaredError(means)
    all += error
    if (maximum !== undefined) {
      converged++
      posterior += error
      likelihood += squaredError(maximum)
    }
    onProgress(run / runs)
    // Lets the progress bar be drawn between two runs.
    await setImmediate()
  }
  const root = (total: number, count: number) => Math.sqrt(total / count / TRUTH.length)
  return {
    people,
    epsilon,
    runs,
    'coverage %': (100 * held) / runs / TRUTH.length,
    RMSE: root(all, runs),
    'ML converges %': (100 * converged) / runs,
    'RMSE where it does': root(posterior, converged),
    'RMSE of ML there': root(likelihood, converged),
    'good %': (100 * good) / runs,
  }
}

function squaredError(estimate: ArrayLike<number>): number {
  return TRUTH.reduce((sum, value, j) => sum + square(estimate[j] - value), 0)
}

function play({ people, epsilon }: Cell, run: number) {
  const mechanism = srr({ categories: 2, epsilon })
  const rng = stream('regression', people, epsilon, run)
  const answers = Array.from({ length: people }, () => {
    const age = rng.integer(5) - 2
    const isMale = rng.integer(2) === 1
    const region = rng.integer(3)
    const eta = TRUTH[0] + TRUTH[1] * age + TRUTH[2] * Number(isMale) + [0, TRUTH[3], TRUTH[4]][region]
    const category = Number(rng.uniform() < 1 / (1 + exp(-eta)))
    return {
      age,
      sex: isMale ? 'male' : 'female',
      region: REGIONS[region],
      response: mechanism.respond(category, rng),
    }
  })
  const found = regress({ formula: FORMULA, answers, mechanism, seed: run })
  return {
    means: found.coefficients.map(({ mean }) => mean),
    intervals: found.coefficients.map(scalar => scalar.interval(LEVEL)),
    isGood: found.stopped === 'good',
    maximum: maximumLikelihoodOf(
      () =>
        regress({ formula: FORMULA, answers, mechanism, prior: 'flat', draws: 4, chains: 1, seed: 1 }).mode,
    ),
  }
}

/** The estimate of maximum likelihood; undefined where the flat prior is refused, as there is no maximum. */
function maximumLikelihoodOf(fitted: () => Float64Array | undefined): Float64Array | undefined {
  try {
    return fitted()
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith("prior must be 'default'")) return undefined
    throw error
  }
}
