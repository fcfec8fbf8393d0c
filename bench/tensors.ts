import { pathToFileURL } from 'node:url'
import { srr } from '../src/mechanism/srr.ts'
import { sgrld } from '../src/posterior/sgrld.ts'
import { createTally, type Tally } from '../src/posterior/tally.ts'
import { createTensorChains } from '../src/posterior/tensor/tensor-chains.ts'
import { BACKENDS, type BackendName, loadTensorflow } from '../src/posterior/tensor/tensorflow.ts'
import { drawNormal } from '../src/random/normal.ts'
import { stream } from '../src/random/stream.ts'

/** Microseconds for one update of one chain, random numbers included unless it is said otherwise. */
export interface TensorRow {
  readonly backend: BackendName
  readonly chains: number
  readonly categories: number
  /** One scalar chain after another. */
  readonly loop: number
  /** All chains as tensors. */
  readonly tensors: number
  /** As tensors, with noise and minibatches given. */
  readonly given: number
}

const ROUNDS = 5
const MINIBATCH = 50

/**
 * Times SGRLD of many chains as tensors against the plain loop: medians of alternating runs, for each backend that is
 * here.
 */
export async function tensorRows(
  sizes: readonly [chains: number, categories: number][] = [
    [1, 20],
    [10, 20],
    [100, 20],
    [1000, 20],
    [10_000, 20],
    [1000, 5],
    [10_000, 5],
    [1000, 50],
    [1000, 200],
  ],
  budget = 200,
): Promise<TensorRow[]> {
  const rows: TensorRow[] = []
  for (const backend of BACKENDS) {
    if (!(await isThere(backend))) continue
    for (const [chains, categories] of sizes) rows.push(await timeOne(backend, chains, categories, budget))
  }
  return rows
}

async function timeOne(
  backend: BackendName,
  chains: number,
  categories: number,
  budget: number,
): Promise<TensorRow> {
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
  const contenders = [
    plainLoop(tally, chains),
    (updates: number) => {
      tensors.run(updates, 1)
      tensors.theta()
    },
    (updates: number) => {
      for (let made = 0; made < updates; made++) tensors.step(noise, batch)
      tensors.theta()
    },
  ]
  const times = contenders.map(() => [] as number[])
  const updates = contenders.map(run => updatesWithin(run, budget))
  for (let round = 0; round < ROUNDS; round++) {
    contenders.forEach((run, i) => {
      times[i].push((elapsed(() => run(updates[i])) / updates[i] / chains) * 1000)
    })
  }
  tensors.dispose()
  const [loop, all, given] = times.map(median)
  return { backend, chains, categories, loop, tensors: all, given }
}

function plainLoop(tally: Tally, chains: number): (updates: number) => void {
  const sampler = sgrld({ tally, prior: 1, horizon: tally.size, minibatch: MINIBATCH })
  return updates => {
    const theta = new Float64Array(tally.categories)
    // One state for all: copies of the answers, which every state lists, are no part of an update.
    const rng = stream(1, 'chain', 0)
    const state = sampler.init(rng)
    for (let made = updates * chains; made > 0; made--) sampler.step(rng, state)
    sampler.theta(state, theta)
  }
}

/** Everybody's answer, 500 a category. */
function uniformTally(categories: number): Tally {
  const tally = createTally(categories)
  const mechanism = srr({ categories, epsilon: 1 })
  for (let y = 0; y < categories; y++) tally.add(mechanism, y, 500)
  return tally
}

async function isThere(backend: BackendName): Promise<boolean> {
  try {
    await loadTensorflow([backend])
    return true
  } catch {
    return false
  }
}

/** So many updates take about `budget` milliseconds, once the code is warm. */
function updatesWithin(run: (updates: number) => void, budget: number): number {
  let updates = 1
  while (elapsed(() => run(updates)) < budget / 2) updates *= 2
  return updates
}

function elapsed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.table(
    (await tensorRows()).map(({ backend, chains, categories, loop, tensors, given }) => ({
      backend,
      chains,
      K: categories,
      'loop µs': loop.toFixed(2),
      'tensors µs': tensors.toFixed(2),
      'loop/tensors': (loop / tensors).toFixed(2),
      'given µs': given.toFixed(2),
    })),
  )
}
