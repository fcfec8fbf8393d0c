/**
 * How much harm do a few liars, a drifting truth, and a wrong prior do? For fixed channels and for the default strategy.
 *
 * A share of the people lie: at random; by claiming the target, the fourth likeliest category, before the randomization; or by sending,
 * without randomization, an answer that supports it. Or everybody is honest, and in the second half the two likeliest categories change
 * places; the estimate is then compared with the distribution of all people together. Or the prior is Dirichlet(1) although the truth is
 * sparse.
 *
 *     npx tsx experiments/robustness.ts [--runs 10]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { withProgress } from '../src/report/progress.ts'
import { descendingOrder } from '../src/simplex/order.ts'
import { totalVariation } from '../src/simplex/total-variation.ts'
import { type Liars, playCrowd } from './support/hostile-crowd.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const K = 20
const USERS = 10_000
const EPSILON = 1
const STRATEGIES = ['srr', 'subset-selection', 'auto']
const RHO = 0.1

/** The differences of a scenario from honest people with a constant truth. */
interface Scenario {
  readonly name: string
  readonly liars?: Omit<Liars, 'targets'>
  readonly drift?: boolean
  readonly prior?: number
}

const SCENARIOS: Scenario[] = [
  { name: 'honest' },
  ...[0.01, 0.05].flatMap(share =>
    (['random', 'input', 'response'] as const).map(attack => ({
      name: `${100 * share} % lie: ${attack}`,
      liars: { share, attack },
    })),
  ),
  { name: 'truth drifts', drift: true },
  { name: 'prior Dirichlet(1)', prior: 1 },
]

interface Outcome {
  readonly distance: number
  /** The estimate of the target minus its true frequency. */
  readonly bias: number
  /** Share of the categories whose truth is within its 95 % interval. */
  readonly covered: number
}

function play({ liars, drift, prior }: Scenario, strategy: string, run: number): Outcome {
  const seed = `robustness ${run}`
  const truth = drawDirichlet(stream(seed, 'truth'), new Float64Array(K).fill(RHO), new Float64Array(K))
  const order = descendingOrder(truth)
  const later = truth.slice()
  later[order[0]] = truth[order[1]]
  later[order[1]] = truth[order[0]]
  const overall = drift ? truth.map((value, x) => (value + later[x]) / 2) : truth
  const target = order[3]
  const { mean, interval } = playCrowd({
    categories: K,
    epsilon: EPSILON,
    strategy,
    users: USERS,
    truthAt: progress => (drift && progress >= 0.5 ? later : truth),
    ...(liars && { liars: { ...liars, targets: [target] } }),
    ...(prior !== undefined && { prior }),
    seed,
  })
  const [low, high] = interval
  const covered = overall.reduce((n, value, x) => n + Number(low[x] <= value && value <= high[x]), 0) / K
  return { distance: totalVariation(mean, overall), bias: mean[target] - overall[target], covered }
}

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const rows = await withProgress('robustness', async onProgress => {
    const found: Row[] = []
    const total = SCENARIOS.length * STRATEGIES.length * runs
    let done = 0
    for (const scenario of SCENARIOS) {
      for (const strategy of STRATEGIES) {
        const outcomes: Outcome[] = []
        for (let run = 1; run <= runs; run++) {
          outcomes.push(play(scenario, strategy, run))
          onProgress(++done / total)
          await new Promise(setImmediate)
        }
        const distance = meanWithError(outcomes.map(outcome => outcome.distance))
        const bias = meanWithError(outcomes.map(outcome => outcome.bias))
        found.push({
          scenario: scenario.name,
          strategy,
          runs,
          totalVariation: distance.mean,
          'standard error': distance.standardError ?? 0,
          'bias of the target': bias.mean,
          'its standard error': bias.standardError ?? 0,
          coverage: meanWithError(outcomes.map(outcome => outcome.covered)).mean,
        })
      }
    }
    return found
  })
  printRows(`K = ${K}, ${USERS} people, ε = ${EPSILON}, truth Dirichlet(${RHO}), ${runs} paired runs`, rows)
  writeRows('robustness', 'robustness', rows)
})
