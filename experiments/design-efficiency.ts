/**
 * How good is `auto`, and how good could any ε-LDP protocol be? Errors are noisy; the information of a run's channels about the truth is
 * not. It determines the expected total variation distance of the run (`ExpectedDistance`). It is compared with the distance of the better
 * of SRR and subset selection; with the distances attainable with knowledge of the truth, by RRRR with the best subset size and split, and
 * by the best of `auto`'s candidates; and with a lower bound for every ε-LDP channel and every sequence of them (`bestChannel`).
 *
 *     npx tsx experiments/design-efficiency.ts [--runs 4]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { evenCandidates, hashingCandidates } from '../src/design/candidates.ts'
import type { Mechanism } from '../src/mechanism/mechanism.ts'
import { srr } from '../src/mechanism/srr.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { stream } from '../src/random/stream.ts'
import { withProgress } from '../src/report/progress.ts'
import { rrrr } from '../src/rrrr/rrrr.ts'
import { descendingOrder } from '../src/simplex/order.ts'
import { bestChannel } from './support/best-channel.ts'
import { addInformation } from './support/channel-information.ts'
import { ExpectedDistance } from './support/expected-distance.ts'
import { drawTruth, playAuto } from './support/play-auto.ts'
import { runScript } from './support/run-script.ts'
import { printRows, writeRows } from './support/write-rows.ts'

const K = 20
const USERS = 10_000
const BATCH = 10
const CELLS = [0.01, 0.1, 1].flatMap(rho => [0.5, 1, 5].map(epsilon => ({ rho, epsilon })))
/** The shares of the budget inside RRRR's subset. */
const SPLITS = [0.5, 0.6, 0.7, 0.8, 0.9, 1]

/** Expected distances in one run. */
interface Distances {
  readonly auto: number
  readonly fixed: number
  readonly rrrr: number
  readonly candidate: number
  readonly bound: number
}

function play(rho: number, epsilon: number, run: number): Distances {
  const seed = `design ${rho} ${epsilon} ${run}`
  const truth = drawTruth(K, rho, seed)
  const distance = new ExpectedDistance(K)
  const after = (add: (out: Float64Array) => void) => {
    const information = new Float64Array(K * K)
    add(information)
    return distance.at(truth, information)
  }
  const afterAll = (mechanism: Mechanism) => after(out => addInformation(mechanism, USERS, truth, out))
  const { used } = playAuto({ truth, epsilon, horizon: USERS, users: USERS, batch: BATCH, seed })
  const auto = after(out => {
    for (const [mechanism, count] of used) addInformation(mechanism, count, truth, out)
  })
  const setting = { categories: K, epsilon }
  const fixed = [srr(setting), subsetSelection(setting)].map(afterAll)
  const order = descendingOrder(truth)
  const rng = stream(seed, 'candidates')
  const candidates = [...evenCandidates(K, epsilon), ...hashingCandidates(epsilon, order, rng)].map(
    candidate => afterAll(candidate.mechanism()),
  )
  const restricted = SPLITS.flatMap(split =>
    Array.from({ length: K }, (_, size) => {
      const subset = Array.from(order.subarray(0, size)).sort((one, other) => one - other)
      const mechanism = rrrr({ categories: K, subset, epsilon, epsilon1: split * epsilon })
      return after(out => addInformation(mechanism, USERS, truth, out))
    }),
  )
  return {
    auto,
    fixed: Math.min(...fixed),
    rrrr: Math.min(...restricted),
    candidate: Math.min(...fixed, ...candidates),
    bound: bestChannel({ theta: truth, epsilon, users: USERS }).bound,
  }
}

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '4' } } })
  const runs = requireInteger('runs', Number(values.runs), 1)
  const rows = await withProgress('design-efficiency', async onProgress => {
    const found = []
    let done = 0
    for (const { rho, epsilon } of CELLS) {
      const all: Distances[] = []
      for (let run = 1; run <= runs; run++) {
        all.push(play(rho, epsilon, run))
        onProgress(++done / (CELLS.length * runs))
        await new Promise(setImmediate)
      }
      const mean = (of: keyof Distances) => all.reduce((sum, one) => sum + one[of], 0) / runs
      found.push({
        rho,
        epsilon,
        runs,
        'no channel below': mean('bound'),
        'best fixed': mean('fixed'),
        auto: mean('auto'),
        'best candidate knowing the truth': mean('candidate'),
        'best RRRR knowing the truth': mean('rrrr'),
        'auto / best fixed': mean('auto') / mean('fixed'),
        'auto / bound': mean('auto') / mean('bound'),
      })
    }
    return found
  })
  printRows(`Expected total variation distance, K = ${K}, ${USERS} people`, rows)
  writeRows('design-efficiency', 'design-efficiency', rows)
})
