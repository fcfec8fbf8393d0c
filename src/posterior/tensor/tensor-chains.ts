import {
  refuse,
  requireInteger,
  requireNumber,
  requireOneOf,
  requireOptions,
  type Vector,
} from '../../check/check.ts'
import { columnSpread, columnValues } from '../../mechanism/column.ts'
import { fillNormals } from '../../random/normal.ts'
import { stream } from '../../random/stream.ts'
import { leftFinite } from '../langevin/langevin.ts'
import { Observations } from '../langevin/observations.ts'
import { requireTally, type Tally } from '../tally/tally.ts'
import { TensorState } from './tensor-state.ts'
import { BACKENDS, type BackendName, loadTensorflow } from './tensorflow.ts'
import { TENSOR_UPDATES } from './updates.ts'

/** The largest difference between the logarithms of a column's values: float32 has no e^−90. */
const MOST_SPREAD = 80

export interface TensorChainsOptions {
  /** The answers. The chains do not follow the tally as it grows. */
  readonly tally: Tally
  /** The sampler whose update the chains make. */
  readonly sampler: 'sgld' | 'sgrld'
  /** Dirichlet parameters, default 1; for `'sgld'` at least 1. */
  readonly prior?: number | Vector
  /** Number of parallel chains. */
  readonly chains: number
  /** The step size γ. */
  readonly gamma: number
  /** Observations drawn for an update of a chain, m, default 50; min(n, m) are drawn, with replacement. */
  readonly minibatch?: number
  /** Default: the first of `'tensorflow'` (native), `'wasm'` and `'cpu'` that is available. */
  readonly backend?: BackendName
}

/** Many chains of one sampler, side by side. */
export interface TensorChains {
  /** The backend that computes. */
  readonly backend: string
  /**
   * One update of every chain, with noise and minibatches from outside.
   *
   * @param noise standard normal draws, `[chains × K]`, row-major
   * @param batch numbers of the tally's columns, `[chains × min(n, m)]`, row-major
   * @throws RangeError if one of them has another length, or if `batch` contains a value that is not the number of a column
   */
  step(noise: Vector, batch: Vector): void
  /** Makes this many updates of every chain, with noise and minibatches from the seed; the same seed draws the same numbers again. */
  run(updates: number, seed: string | number): void
  /** The surrogates, `[chains × K]`, row-major; throws an Error if a chain has left the finite numbers. */
  phi(): Float64Array
  /** θ = φ/Σφ, `[chains × K]`, row-major; throws an Error if a chain has left the finite numbers. */
  theta(): Float64Array
  /** Frees the tensors; nothing else may be called afterwards. */
  dispose(): void
}

/**
 * Many chains of `sgld` or `sgrld` side by side, as `[chains, K]` tensors of TensorFlow.js. TensorFlow.js is loaded by this call, and not
 * before. All chains start at φ = 1/K. An update is the scalar sampler's, to float32 accuracy, where the minibatch's
 *
 *     Σ_t p_t/g_t(θ) = (N ⊘ θPᵀ)·P,        N[chain, c] how often column c is in the chain's minibatch,
 *
 * takes two matrix products with the D distinct columns P, `[D, K]`.
 *
 * On a CPU this is hardly faster. The table has the time of the plain loop divided by the time of the tensors, on one core with
 * WebAssembly, so that above 1 the tensors are faster (SRR, so that D = K, with m = 50; `bench/tensors.ts`):
 *
 *     chains      K = 5    20     50     200
 *     1                    0.02
 *     100                  0.7
 *     1,000       1.2      1.0    0.6    0.2
 *     10,000      1.25     0.9
 *
 * Tensors break even at 1,000 chains with K = 20, and never with larger K: the products cost D·K, whereas the loop, which uses the
 * levels of a column, costs m + K. The random numbers take half of the time, and are the same either way. The plain backend is at
 * least three times slower than the loop at any size.
 *
 * @throws RangeError on a bad argument, or if a column's values are more than `e^80` apart; Error if the backend is not
 *   available
 * @example
 * const tally = createTally(2)
 * tally.add(srr({ categories: 2, epsilon: 1 }), 0, 100)
 * const chains = await createTensorChains({ tally, sampler: 'sgrld', chains: 1000, gamma: 0.005 })
 * chains.run(100, 1)
 * chains.theta().length // 2000
 * chains.dispose()
 */
export async function createTensorChains(options: TensorChainsOptions): Promise<TensorChains> {
  requireOptions(options, {
    tally: true,
    sampler: true,
    prior: true,
    chains: true,
    gamma: true,
    minibatch: true,
    backend: true,
  })
  const tally = requireTally('tally', options.tally)
  const K = tally.categories
  const D = tally.distinct
  const sampler = requireOneOf('sampler', options.sampler, ['sgld', 'sgrld'])
  const update = TENSOR_UPDATES[sampler]
  const rho = update.readPrior(options.prior, K)
  const chains = requireInteger('chains', options.chains, 1, 1e7)
  const gamma = requireNumber('gamma', options.gamma, { above: 0 })
  const n = tally.size
  const m = Math.min(n, requireInteger('minibatch', options.minibatch ?? 50, 1, 2 ** 16))
  const { backend } = options
  if (backend !== undefined) requireOneOf('backend', backend, BACKENDS)
  const columns = tally.table.mapColumns(column => {
    const { logRatio } = columnSpread(column)
    if (!(logRatio <= MOST_SPREAD)) refuse('the log ratio of a column', logRatio, `at most ${MOST_SPREAD}`)
    return columnValues(column)
  })
  const observations = new Observations(tally, { sealed: [], recent: [] })
  observations.update()

  const tf = await loadTensorflow(backend === undefined ? BACKENDS : [backend])
  const state = new TensorState(tf, { update, gamma, chains, rho, columns, size: n, minibatch: m })
  const batch = new Uint32Array(chains * m)
  const noise = new Float32Array(chains * K)
  const counts = new Float32Array(chains * D)
  const advance = () => {
    counts.fill(0)
    for (let chain = 0, j = 0; chain < chains; chain++) {
      for (const end = j + m; j < end; j++) counts[chain * D + batch[j]]++
    }
    state.advance(noise, counts)
  }
  const read = (scaled: boolean) => {
    const values = state.read()
    for (let at = 0; at < values.length; at += K) {
      let s = 0
      for (let i = at; i < at + K; i++) s += values[i]
      if (!(s > 0 && s < Infinity)) throw leftFinite(sampler, gamma, rho, n)
      if (scaled) for (let i = at; i < at + K; i++) values[i] /= s
    }
    return values
  }
  return {
    backend: tf.getBackend(),
    step(normals, columnNumbers) {
      if (normals.length !== noise.length) refuse('noise', normals, `a vector of ${noise.length} numbers`)
      if (columnNumbers.length !== batch.length) {
        refuse('batch', columnNumbers, `a vector of ${batch.length} column numbers`)
      }
      for (let j = 0; j < batch.length; j++) {
        const c = columnNumbers[j]
        if (!(Number.isInteger(c) && c >= 0 && c < D))
          refuse(`batch[${j}]`, c, `a column's number, below ${D}`)
      }
      batch.set(columnNumbers)
      noise.set(normals)
      advance()
    },
    run(updates, seed) {
      requireInteger('updates', updates, 0)
      const normals = new Float64Array(noise.length)
      const rng = stream(seed, 'tensor chains')
      for (let i = 0; i < updates; i++) {
        if (m > 0) observations.draw(rng, batch, batch.length)
        fillNormals(rng, normals)
        noise.set(normals)
        advance()
      }
    },
    phi: () => read(false),
    theta: () => read(true),
    dispose() {
      state.dispose()
    },
  }
}
