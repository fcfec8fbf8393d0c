/**
 * How often do 95 % intervals contain the truth of non-empty categories, and how often of empty ones? Ten categories, three of them present
 * with the frequencies .6, .3 and .1, answers by SRR; priors: Dirichlet(1), a learnt concentration, and a learnt concentration whose
 * hyperprior is twice as wide.
 *
 *     npx tsx experiments/present-and-empty.ts [--runs 150]
 */
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { requireInteger } from '../src/check/check.ts'
import { srr } from '../src/mechanism/srr.ts'
import { HYPERPRIOR } from '../src/posterior/kind/prior.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { drawMultinomial } from '../src/random/multinomial.ts'
import { stream } from '../src/random/stream.ts'
import { withProgress } from '../src/report/progress.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import { respondMany } from '../src/simulation/respond-many.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const TRUTH = Float64Array.of(0.6, 0.3, 0.1, 0, 0, 0, 0, 0, 0, 0)
const LEVEL = 0.95
const SETTINGS = [
  { users: 200, epsilon: 0.5 },
  { users: 1000, epsilon: 1 },
]
/** The standard deviation of the hyperprior of ln ρ; none for the fixed prior. */
const PRIORS = [
  { name: 'Dirichlet(1)', prior: 1, sd: HYPERPRIOR.sd },
  { name: 'learnt', prior: 'learned', sd: HYPERPRIOR.sd },
  { name: 'learnt, twice as wide', prior: 'learned', sd: 2 * HYPERPRIOR.sd },
] as const

type Setting = (typeof SETTINGS)[number] & (typeof PRIORS)[number]

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '150' } } })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const cells = SETTINGS.flatMap(setting => PRIORS.map(prior => ({ ...setting, ...prior })))
  const rows = await withProgress('present-and-empty', async onProgress => {
    const summaries: Row[] = []
    for (const cell of cells) {
      summaries.push(
        await playAll(cell, runs, share => onProgress((summaries.length + share) / cells.length)),
      )
    }
    return summaries
  })
  printRows(`Per cent of ${runs} runs in which a 95 % interval holds the truth`, rows)
  writeRows('present-and-empty', 'coverage', rows)
})

async function playAll(cell: Setting, runs: number, onProgress: (share: number) => void): Promise<Row> {
  const held = new Float64Array(TRUTH.length)
  let error = 0
  let width = 0
  for (let run = 1; run <= runs; run++) {
    const { mean, lower, upper } = play(cell, run)
    TRUTH.forEach((value, x) => {
      // No draw is 0, so that an interval reaches an empty category if it begins below half a person.
      const least = value > 0 ? lower[x] : lower[x] - 1 / (2 * cell.users)
      if (least <= value && value <= upper[x]) held[x]++
      if (value > 0) width += (upper[x] - lower[x]) / 3 / runs
    })
    error += totalVariation(mean, TRUTH) / runs
    onProgress(run / runs)
    // Gives the progress bar time between two runs.
    await setImmediate()
  }
  const percent = (from: number, to: number) =>
    (100 * held.subarray(from, to).reduce((sum, count) => sum + count, 0)) / runs / (to - from)
  const { users, epsilon, name } = cell
  return {
    users,
    epsilon,
    prior: name,
    runs,
    'held .6': percent(0, 1),
    'held .3': percent(1, 2),
    'held .1': percent(2, 3),
    'held present': percent(0, 3),
    'held empty': percent(3, 10),
    'held all': percent(0, 10),
    'width present': width,
    TV: error,
  }
}

function play({ users, epsilon, prior, sd }: Setting, run: number) {
  const mechanism = srr({ categories: TRUTH.length, epsilon })
  const rng = stream('present and empty', users, epsilon, run)
  const tally = createTally(TRUTH.length)
  const people = drawMultinomial(rng, users, TRUTH, new Float64Array(TRUTH.length))
  for (const [response, count] of respondMany(mechanism, people, rng)) tally.add(mechanism, response, count)
  // The library has one hyperprior; this experiment alone tries another.
  Object.assign(HYPERPRIOR, { sd })
  const posterior = samplePosterior(tally, { prior, draws: 500, warmup: 100, chains: 2, seed: run })
  const [lower, upper] = posterior.interval(LEVEL)
  return { mean: posterior.mean, lower, upper }
}
