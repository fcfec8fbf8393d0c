import { srr } from '../src/mechanism/srr.ts'
import { sgrld } from '../src/posterior/langevin/sgrld.ts'
import { createTally, type Tally } from '../src/posterior/tally/tally.ts'
import { createTensorChains } from '../src/posterior/tensor/tensor-chains.ts'
import { BACKENDS, type BackendName, loadTensorflow } from '../src/posterior/tensor/tensorflow.ts'
import { drawNormal } from '../src/random/normal.ts'
import { stream } from '../src/random/stream.ts'
import { interleave, ratios, type Spread, spread, type Times, timed } from './pairs.ts'
import { figure, type Section, table, withQuartiles } from './report.ts'

/** Processor time in microseconds for one update of one chain, random numbers included unless stated otherwise. */
interface TensorRow {
  readonly backend: BackendName
  readonly chains: number
  readonly categories: number
  /** One scalar chain after another. */
  readonly loop: Spread
  /** All chains as tensors. */
  readonly tensors: Spread
  /** All chains as tensors, with noise and minibatches given. */
  readonly given: Spread
  /** The time of the loop divided by that of the tensors. */
  readonly gain: Spread
  readonly elapsedGain: Spread
}

const SIZES: readonly [chains: number, categories: number][] = [
  [1, 20],
  [10, 20],
  [100, 20],
  [1000, 20],
  [10_000, 20],
  [1000, 5],
  [10_000, 5],
  [1000, 50],
  [1000, 200],
]
const ROUNDS = 5
/** Milliseconds for one measurement. */
const BUDGET = 50
const MINIBATCH = 50

/** SGRLD of many chains as tensors against the plain loop, for each backend that is available. */
export const tensorsSection: Section = {
  name: 'tensors',
  title: 'Tensors: many chains at once',
  async measure() {
    const rows: TensorRow[] = []
    for (const backend of BACKENDS) {
      if (!(await isAvailable(backend))) continue
      for (const [chains, categories] of SIZES) rows.push(await timeOne(backend, chains, categories))
    }
    const best = rows.reduce((most, row) => (row.gain.median > most.gain.median ? row : most))
    return [
      'Microseconds for one update of one chain of SGRLD, minibatches of 50, SRR with all responses seen: by the plain loop,' +
        ' chain after chain; by tensors that draw their own random numbers; by tensors that are given them. Backends of' +
        ` TensorFlow.js that start on this machine: ${[...new Set(rows.map(row => row.backend))].join(', ')}. ${ROUNDS} rounds.`,
      table(
        ['backend', 'chains', 'K', 'loop µs', 'tensors µs', 'given µs', 'loop / tensors', 'elapsed'],
        rows.map(row => [
          row.backend,
          String(row.chains),
          String(row.categories),
          figure(row.loop.median),
          figure(row.tensors.median),
          figure(row.given.median),
          withQuartiles(row.gain),
          withQuartiles(row.elapsedGain),
        ]),
      ),
      `The plain loop takes at most ${figure(best.gain.median)} times as long as the tensors: with ${best.backend}, ` +
        `${best.chains} chains and K = ${best.categories}. There is no target.`,
    ]
  },
}

async function timeOne(backend: BackendName, chains: number, categories: number): Promise<TensorRow> {
  const tally = uniformTally(categories)
  const gamma = 0.5 / tally.size
  const tensors = await createTensorChains({
    tally,
    sampler: 'sgrld',
    chains,
    gamma,
    minibatch: MINIBATCH,
    backend,
  })
  const rng = stream(1, 'bench')
  const noise = Float64Array.from({ length: chains * categories }, () => drawNormal(rng))
  const batch = Uint32Array.from({ length: chains * MINIBATCH }, () => rng.integer(tally.distinct))
  const works = {
    loop: plainLoop(tally, chains),
    tensors(updates: number) {
      tensors.run(updates, 1)
      return tensors.theta()[0]
    },
    given(updates: number) {
      for (let update = 0; update < updates; update++) tensors.step(noise, batch)
      return tensors.theta()[0]
    },
  }
  const updates = Object.values(works).map(updatesWithin)
  const contenders = Object.entries(works).map(([name, work], i) => timed(name, () => work(updates[i])))
  const all = interleave(contenders, ROUNDS)
  tensors.dispose()
  const each = (i: number, times: Times[]) =>
    times.map(({ cpu, elapsed }) => ({
      cpu: (cpu / updates[i] / chains) * 1e6,
      elapsed: (elapsed / updates[i] / chains) * 1e6,
    }))
  const [loop, asTensors, given] = Object.values(works).map((_, i) => each(i, all[Object.keys(works)[i]]))
  const inMicroseconds = (times: Times[]) => spread(times.map(({ cpu }) => cpu))
  return {
    backend,
    chains,
    categories,
    loop: inMicroseconds(loop),
    tensors: inMicroseconds(asTensors),
    given: inMicroseconds(given),
    gain: ratios(loop, asTensors, 'cpu'),
    elapsedGain: ratios(loop, asTensors, 'elapsed'),
  }
}

function plainLoop(tally: Tally, chains: number): (updates: number) => number {
  const sampler = sgrld({ tally, prior: 1, horizon: tally.size, minibatch: MINIBATCH })
  return updates => {
    const theta = new Float64Array(tally.categories)
    // All chains share one state. Every state has a copy of the answers, and making copies is not part of an update.
    const rng = stream(1, 'chain', 0)
    const state = sampler.init(rng)
    for (let left = updates * chains; left > 0; left--) sampler.step(rng, state)
    return sampler.theta(state, theta)[0]
  }
}

/** A tally with every response of SRR, 500 times each. */
function uniformTally(categories: number): Tally {
  const tally = createTally(categories)
  const mechanism = srr({ categories, epsilon: 1 })
  for (let y = 0; y < categories; y++) tally.add(mechanism, y, 500)
  return tally
}

async function isAvailable(backend: BackendName): Promise<boolean> {
  try {
    await loadTensorflow([backend])
    return true
  } catch {
    return false
  }
}

/** A number of updates that takes at least half the budget. Trying it out also warms up the code. */
function updatesWithin(work: (updates: number) => number): number {
  for (let updates = 1; ; updates *= 2) {
    const { elapsed } = timed('', () => work(updates))(0)['']
    if (elapsed * 1000 >= BUDGET / 2) return updates
  }
}
