/**
 * By which criterion should a design be chosen? Runs of `auto` are stopped when a hundred or a thousand people have answered. Each
 * criterion then chooses among the same candidates, knowing only the answers. Its choice is judged with knowledge of the truth: by the
 * expected total variation distance at the end, relative to the best candidate's.
 *
 *     npx tsx experiments/design-criteria.ts [--runs 12]
 */
import { parseArgs } from 'node:util'
import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { requireInteger } from '../src/check/check.ts'
import { evenCandidates, hashingCandidates } from '../src/design/candidates.ts'
import { expectedDistance as diagonalDistance } from '../src/design/expected-distance.ts'
import type { Mechanism } from '../src/mechanism/mechanism.ts'
import { Expansion } from '../src/posterior/likelihood/log-likelihood.ts'
import { roughPosterior } from '../src/posterior/mode/rough-posterior.ts'
import { stream } from '../src/random/stream.ts'
import { meanWithError } from '../src/report/mean-with-error.ts'
import { withProgress } from '../src/report/progress.ts'
import { descendingOrder } from '../src/simplex/order.ts'
import { addInformation } from './support/channel-information.ts'
import { ExpectedDistance } from './support/expected-distance.ts'
import { drawTruth, playAuto } from './support/play-auto.ts'
import { runScript } from './support/run-script.ts'
import { covarianceAt, inverseFactorAt, symmetric } from './support/softmax-covariance.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const K = 20
const USERS = 10_000
const STOPS = [100, 1000]
const CELLS = [
  { rho: 0.01, epsilon: 1 },
  { rho: 0.1, epsilon: 0.5 },
  { rho: 0.1, epsilon: 2 },
  { rho: 0.1, epsilon: 5 },
  { rho: 1, epsilon: 1 },
]
const DRAWS = 8

/** A loss at θ, given the information about it there. A criterion chooses the candidate with the smallest mean loss. */
type Loss = (theta: Float64Array, information: Float64Array) => number

const distance = new ExpectedDistance(K)
const expectedDistance: Loss = (theta, information) => distance.at(theta, information)
const trace: Loss = (theta, information) => {
  const covariance = covarianceAt(theta, symmetric(information))
  return Array.from({ length: K }, (_, x) => covariance[x * K + x]).reduce((sum, value) => sum + value)
}
/** `−ln det` of the precision. */
const volume: Loss = (theta, information) => {
  const inverse = inverseFactorAt(theta, symmetric(information))
  return Array.from({ length: K }, (_, x) => 2 * Math.log(inverse[x * K + x])).reduce(
    (sum, value) => sum + value,
  )
}

/** A criterion of choice. */
interface Criterion {
  readonly name: string
  readonly loss: Loss
  /** Whether the loss is taken at the posterior mean instead of at draws. */
  readonly atMean?: boolean
  /** Whether the loss is taken after one more answer instead of all. */
  readonly shortSighted?: boolean
}

const CRITERIA: Criterion[] = [
  { name: 'expected distance', loss: expectedDistance },
  { name: 'expected distance at the mean', loss: expectedDistance, atMean: true },
  { name: 'expected distance one answer ahead', loss: expectedDistance, shortSighted: true },
  { name: 'A-optimal', loss: trace },
  { name: 'A-optimal one answer ahead', loss: trace, shortSighted: true },
  { name: 'D-optimal', loss: volume },
]

/** The criterion that `auto` uses: the same distance, from the diagonal of the information and rough draws. */
const QUICK = 'expected distance, diagonal, rough draws'

/** For each criterion, and last for the quick one: the loss of its choice at the truth, divided by that of the best choice. */
function play(rho: number, epsilon: number, stop: number, run: number): number[] {
  const seed = `criteria ${rho} ${epsilon} ${run}`
  const truth = drawTruth(K, rho, seed)
  const { engine } = playAuto({ truth, epsilon, horizon: USERS, users: stop, batch: 1, seed })
  const posterior = samplePosterior(engine.tally, { draws: 250, seed })
  const count = posterior.draws.length / K
  const draws = Array.from({ length: DRAWS }, (_, i) => {
    const at = Math.floor(((i + 0.5) * count) / DRAWS) * K
    return posterior.draws.slice(at, at + K)
  })
  const rng = stream(seed, 'candidates')
  const order = descendingOrder(posterior.mean)
  const candidates = [...evenCandidates(K, epsilon), ...hashingCandidates(epsilon, order, rng)]
  const mechanisms = candidates.map(candidate => candidate.mechanism())
  const informationSoFar = new Expansion(engine.tally, posterior.mean).information
  const after = (mechanism: Mechanism, theta: Float64Array, people: number) => {
    const total = informationSoFar.slice()
    addInformation(mechanism, people, theta, total)
    return total
  }
  const trueLosses = mechanisms.map(one => expectedDistance(truth, after(one, truth, USERS - stop)))
  const least = Math.min(...trueLosses)
  const rough = roughPosterior(engine.tally, new Float64Array(K).fill(1 / K), DRAWS, rng)
  const each = new Float64Array(K)
  const quick = candidates.map(candidate =>
    rough.draws.reduce((sum, theta) => {
      candidate.information(theta, each)
      return sum + diagonalDistance(theta, rough.precision, each, USERS - stop)
    }, 0),
  )
  const slow = CRITERIA.map(({ loss, atMean, shortSighted }) => {
    const thetas = atMean ? [posterior.mean] : draws
    const people = shortSighted ? 1 : USERS - stop
    return mechanisms.map(one =>
      thetas.reduce((sum, theta) => sum + loss(theta, after(one, theta, people)), 0),
    )
  })
  return [...slow, quick].map(losses => trueLosses[losses.indexOf(Math.min(...losses))] / least)
}

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '12' } } })
  const runs = requireInteger('runs', Number(values.runs), 2)
  const rows = await withProgress('design-criteria', async onProgress => {
    const found: Row[] = []
    let done = 0
    for (const { rho, epsilon } of CELLS) {
      for (const stop of STOPS) {
        const all: number[][] = []
        for (let run = 1; run <= runs; run++) {
          all.push(play(rho, epsilon, stop, run))
          onProgress(++done / (CELLS.length * STOPS.length * runs))
          await new Promise(setImmediate)
        }
        ;[...CRITERIA.map(({ name }) => name), QUICK].forEach((name, i) => {
          const { mean, standardError } = meanWithError(all.map(ratios => ratios[i]))
          found.push({
            rho,
            epsilon,
            answers: stop,
            criterion: name,
            runs,
            ratio: mean,
            'standard error': standardError ?? 0,
          })
        })
      }
    }
    return found
  })
  printRows(`Distance at the end, relative to the best candidate’s: K = ${K}, ${USERS} people`, rows)
  writeRows('design-criteria', 'design-criteria', rows)
})
