/**
 * What is `auto` worth? Errors are noisy; the information that the channels of a run carry about the truth is not. From it
 * follows the total variation distance that the run may expect (`ExpectedDistance`), compared with that of the better of SRR
 * and subset selection, and with that of the best single candidate for somebody who knew the truth beforehand.
 *
 *     npx tsx experiments/design-efficiency.ts [--runs 8]
 */
import { parseArgs } from 'node:util'
import { requireInteger } from '../src/check/check.ts'
import { type Candidate, srrCandidate, subsetSelectionCandidate } from '../src/design/candidate.ts'
import { designCandidates } from '../src/design/candidates.ts'
import { ExpectedDistance } from '../src/design/expected-distance.ts'
import { Engine } from '../src/loop/engine.ts'
import type { Mechanism } from '../src/mechanism/mechanism.ts'
import { createAlias } from '../src/random/categorical.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { stream } from '../src/random/stream.ts'
import { withProgress } from '../src/report/progress.ts'
import { descendingOrder } from '../src/simplex/order.ts'
import { runScript } from './run-script.ts'
import { printRows, writeRows } from './write-rows.ts'

const K = 20
const USERS = 10_000
const CELLS = [
  { rho: 0.01, epsilon: 1 },
  { rho: 0.1, epsilon: 0.5 },
  { rho: 0.1, epsilon: 2 },
  { rho: 0.1, epsilon: 5 },
  { rho: 1, epsilon: 0.5 },
]
/** A truth of 0 has no logarithm. */
const TINY = 1e-12

/** Adds the information of so many responses of a mechanism that `auto` chooses. */
function addInformation(mechanism: Mechanism, count: number, theta: Float64Array, out: Float64Array): void {
  const { name, categories, epsilon } = mechanism
  if (name === 'srr') srrCandidate(categories, epsilon).addInformation(theta, count, out)
  else if (name === 'subset-selection')
    subsetSelectionCandidate(categories, epsilon).addInformation(theta, count, out)
  else for (const response of mechanism.responses()) addColumn(mechanism.column(response), count, theta, out)
}

/** Adds that of a column of two levels, up to what the tangent of the simplex does not see. */
function addColumn(
  column: ReturnType<Mechanism['column']>,
  count: number,
  theta: Float64Array,
  out: Float64Array,
): void {
  if (column.kind !== 'levels') throw new Error('a dense column')
  const { set, base, level, logScale } = column
  const more = level - base
  const mass = set.reduce((sum, x) => sum + theta[x], 0)
  const value = (count * Math.exp(logScale) * more * more) / (base + more * mass)
  for (let i = 0; i < set.length; i++) {
    for (let j = 0; j <= i; j++) out[set[i] * theta.length + set[j]] += value
  }
}

/** Plays a run; the expected distances of `auto`, of the best fixed channel, and of the best for one who knows the truth. */
function play(rho: number, epsilon: number, run: number): [auto: number, fixed: number, best: number] {
  const seed = `design ${rho} ${epsilon} ${run}`
  const law = drawDirichlet(stream(seed, 'truth'), new Float64Array(K).fill(rho), new Float64Array(K))
  const truth = law.map(value => Math.max(value, TINY))
  const chain = stream(seed, 'chain')
  const responses = stream(seed, 'responses')
  const engine = new Engine({ categories: K, epsilon, strategy: 'auto', horizon: USERS }, chain)
  const people = createAlias(truth)
  const used = new Map<Mechanism, number>()
  for (let t = 0; t < USERS; t++) {
    const mechanism = engine.choose(chain)
    used.set(mechanism, (used.get(mechanism) ?? 0) + 1)
    engine.tally.addColumn(mechanism.column(mechanism.respond(people.draw(responses), responses)), 1)
    engine.noteAnswers(1)
  }
  const distance = new ExpectedDistance(K)
  const information = new Float64Array(K * K)
  for (const [mechanism, count] of used) addInformation(mechanism, count, truth, information)
  const expected = (candidate: Candidate) => {
    const own = new Float64Array(K * K)
    candidate.addInformation(truth, USERS, own)
    return distance.at(truth, own)
  }
  const fixed = [srrCandidate(K, epsilon), subsetSelectionCandidate(K, epsilon)]
  const all = designCandidates(epsilon, descendingOrder(truth), stream(seed, 'candidates'))
  return [
    distance.at(truth, information),
    Math.min(...fixed.map(expected)),
    Math.min(...[...fixed, ...all].map(expected)),
  ]
}

await runScript(async () => {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '8' } } })
  const runs = requireInteger('runs', Number(values.runs), 1)
  const rows = await withProgress('design-efficiency', async onProgress => {
    const found = []
    let done = 0
    for (const { rho, epsilon } of CELLS) {
      const sums = [0, 0, 0]
      for (let run = 1; run <= runs; run++) {
        play(rho, epsilon, run).forEach((value, i) => {
          sums[i] += value / runs
        })
        onProgress(++done / (CELLS.length * runs))
        await new Promise(setImmediate)
      }
      const [auto, fixed, best] = sums
      const ratios = { 'auto / best fixed': auto / fixed, 'knowing the truth / best fixed': best / fixed }
      found.push({ rho, epsilon, runs, auto, 'best fixed': fixed, 'knowing the truth': best, ...ratios })
    }
    return found
  })
  printRows(`Expected total variation distance, K = ${K}, ${USERS} people`, rows)
  writeRows('design-efficiency', 'design-efficiency', rows)
})
