/**
 * How good are estimates by default? For each setting: how many runs end with an R-hat of at most 1.01 and at least 400 effective draws,
 * how often 95 % intervals contain the truth, and how long a run takes. Truths are drawn from Dirichlet(ρ); people answer in groups.
 *
 *     npx tsx experiments/default-estimates.ts [--categories 20] [--users 10000] [--group-size 10] [--runs 100]
 *     npx tsx experiments/default-estimates.ts --categories 1000 --users 100000 --group-size 100 --epsilons 1 --strategies auto --runs 10
 */
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { requireInteger, requireNumber } from '../src/check/check.ts'
import { decimal } from '../src/data/decimal.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { withProgress } from '../src/report/progress.ts'
import { type SimulateOptions, simulate } from '../src/simulation/simulate.ts'
import { processorSeconds } from './support/processor-seconds.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const LEVEL = 0.95

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      categories: { type: 'string', default: '20' },
      users: { type: 'string', default: '10000' },
      'group-size': { type: 'string', default: '10' },
      runs: { type: 'string', default: '100' },
      epsilons: { type: 'string', default: '0.5,1,5' },
      rhos: { type: 'string', default: '0.01,0.1,1' },
      strategies: { type: 'string', default: 'auto,block-design,srr' },
    },
  })
  const categories = requireInteger('categories', Number(values.categories), 2)
  const users = requireInteger('users', Number(values.users), 1)
  const groupSize = requireInteger('group-size', Number(values['group-size']), 1)
  const runs = requireInteger('runs', Number(values.runs), 2)
  const numbers = (name: 'epsilons' | 'rhos') =>
    values[name].split(',').map(text => requireNumber(name, decimal(text), { above: 0 }))
  const cells = numbers('epsilons').flatMap(epsilon =>
    numbers('rhos').flatMap(rho =>
      values.strategies.split(',').map(strategy => ({ epsilon, rho, strategy })),
    ),
  )
  const rows = await withProgress('default-estimates', async onProgress => {
    const summaries: Row[] = []
    for (const { epsilon, rho, strategy } of cells) {
      const found: Played[] = []
      for (let run = 1; run <= runs; run++) {
        const setting = { categories, users, groupSize, truth: { dirichlet: rho }, epsilon }
        found.push(play({ ...setting, strategies: [strategy], seed: `default estimates ${run}` }))
        onProgress((summaries.length + run / runs) / cells.length)
        // Gives the progress bar time between two runs.
        await setImmediate()
      }
      summaries.push({ epsilon, rho, strategy, ...summarize(found) })
    }
    return summaries
  })
  printRows(`K = ${categories}, ${users} people in groups of ${groupSize}, ${runs} runs per setting`, rows)
  writeRows('default-estimates', `${categories}`, rows)
})

/** Record of a run. */
type Played = ReturnType<typeof play>

function play(options: SimulateOptions) {
  const start = process.cpuUsage()
  const { runs, truth } = simulate(options)
  const seconds = processorSeconds(start)
  const [{ posterior, totalVariation }] = runs
  const { rhat, essBulk, essTail } = posterior.diagnostics
  const [lower, upper] = posterior.interval(LEVEL)
  return {
    sampler: posterior.sampler,
    isGood: posterior.stopped === 'good',
    rhat: Math.max(...rhat),
    ess: Math.min(...essBulk, ...essTail),
    covered: truth.filter((value, x) => lower[x] <= value && value <= upper[x]).length / truth.length,
    totalVariation,
    seconds,
  }
}

function summarize(found: readonly Played[]): Row {
  const coverage = meanWithError(found.map(({ covered }) => covered))
  return {
    samplers: [...new Set(found.map(({ sampler }) => sampler))].sort().join(' or '),
    runs: found.length,
    good: found.filter(({ isGood }) => isGood).length,
    'largest R-hat': Math.max(...found.map(({ rhat }) => rhat)),
    'least ESS': Math.min(...found.map(({ ess }) => ess)),
    coverage: coverage.mean,
    'its error': coverage.standardError!,
    totalVariation: meanWithError(found.map(run => run.totalVariation)).mean,
    seconds: meanWithError(found.map(run => run.seconds)).mean,
  }
}
