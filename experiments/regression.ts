/**
 * How often do the 95 % intervals of a regression contain its coefficients, and how far are they from the truth, next to maximum
 * likelihood? Five coefficients: an intercept, a number of five values, a sex and two of three regions; answers by SRR over two categories.
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
import { meanWithError, ratioOfMeans } from '../src/report/mean-with-error.ts'
import { withProgress } from '../src/report/progress.ts'
import { sum } from '../src/simplex/probabilities.ts'
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

/** Result of a run. Squared errors are summed over the coefficients. */
interface Run {
  readonly held: number
  readonly isGood: boolean
  readonly error: number
  readonly errorOfMode: number
  /** Squared error of maximum likelihood; undefined if the likelihood has no maximum. */
  readonly errorOfMaximum: number | undefined
}

async function playAll(cell: Cell, runs: number, onProgress: (share: number) => void): Promise<Row> {
  const played: Run[] = []
  while (played.length < runs) {
    played.push(play(cell, played.length + 1))
    onProgress(played.length / runs)
    // Gives the progress bar time between two runs.
    await setImmediate()
  }
  const both = played.filter(({ errorOfMaximum }) => errorOfMaximum !== undefined)
  const errors = {
    mean: both.map(({ error }) => error),
    mode: both.map(({ errorOfMode }) => errorOfMode),
    maximum: both.map(({ errorOfMaximum }) => errorOfMaximum!),
  }
  const coverage = meanWithError(played.map(({ held }) => (100 * held) / TRUTH.length))
  const ofSquares = ratioOfMeans(errors.mean.map((error, i) => [error, errors.maximum[i]]))
  const ratio = Math.sqrt(ofSquares.mean)
  return {
    ...cell,
    runs,
    'coverage %': coverage.mean,
    'coverage se': coverage.standardError!,
    RMSE: rootMean(played.map(({ error }) => error)),
    'without a maximum of likelihood': runs - both.length,
    'RMSE where there is one': rootMean(errors.mean),
    'RMSE of the mode there': rootMean(errors.mode),
    'RMSE of maximum likelihood': rootMean(errors.maximum),
    ratio,
    // Standard error of a square root, by the delta method.
    'ratio se': (ofSquares.standardError ?? Number.NaN) / (2 * ratio),
    'good runs': played.filter(({ isGood }) => isGood).length,
  }
}

/** The root of the mean error of a coefficient, from sums of squares over the coefficients. */
function rootMean(squares: number[]): number {
  return Math.sqrt(sum(squares) / squares.length / TRUTH.length)
}

function squaredError(estimate: ArrayLike<number>): number {
  return TRUTH.reduce((sum, value, j) => sum + square(estimate[j] - value), 0)
}

function play({ people, epsilon }: Cell, run: number): Run {
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
  const intervals = found.coefficients.map(scalar => scalar.interval(LEVEL))
  const maximum = maximumLikelihoodOf(
    () => regress({ formula: FORMULA, answers, mechanism, prior: 'flat', draws: 4, chains: 1, seed: 1 }).mode,
  )
  return {
    held: TRUTH.filter((value, j) => intervals[j][0] <= value && value <= intervals[j][1]).length,
    isGood: found.stopped === 'good',
    error: squaredError(found.coefficients.map(({ mean }) => mean)),
    errorOfMode: squaredError(found.mode!),
    errorOfMaximum: maximum && squaredError(maximum),
  }
}

/** The estimate of maximum likelihood; undefined if the flat prior is refused, because there is no maximum. */
function maximumLikelihoodOf(fitted: () => Float64Array | undefined): Float64Array | undefined {
  try {
    return fitted()
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith("prior must be 'default'")) return undefined
    throw error
  }
}
