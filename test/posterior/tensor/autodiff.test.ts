import { require as load } from 'tsx/cjs/api'
import { beforeAll, expect, test } from 'vitest'
import { columnValues } from '../../../src/mechanism/column.ts'
import { MinibatchGradient } from '../../../src/posterior/langevin/minibatch-gradient.ts'
import type { Tally } from '../../../src/posterior/tally/tally.ts'
import { loadTensorflow, type Tensorflow } from '../../../src/posterior/tensor/tensorflow.ts'
import { stream } from '../../../src/random/stream.ts'
import { randomEntries, tallyOf } from '../../support/tally.ts'

// Compares the gradients that TensorFlow.js derives from ln g by itself with the formulas that the samplers use.

let tf: Tensorflow

beforeAll(async () => {
  tf = await loadTensorflow(['cpu'])
  // Its files are modules without extensions in their imports, which tsx can load and Node alone cannot.
  load('@tensorflow/tfjs-core/dist/register_all_gradients.js', import.meta.url)
})

/** Gradient in φ of `Σ_c weight_c ln(Σ_x p_c(x) φ_x / Σφ)`. */
function autodiff(tally: Tally, weight: ArrayLike<number>, phi: Float64Array): Float64Array {
  const gradient = tf.tidy(() => {
    const columns = tf.tensor2d(tally.table.mapColumns(column => Array.from(columnValues(column))))
    const weights = tf.tensor2d(Array.from(weight), [1, tally.distinct])
    const logLikelihood = tf.grad(point => {
      const theta = tf.div(point, tf.sum(point))
      return tf.sum(tf.mul(weights, tf.log(tf.matMul(theta, columns, false, true))))
    })
    return logLikelihood(tf.tensor2d(Array.from(phi), [1, phi.length])).dataSync()
  })
  return Float64Array.from(gradient)
}

/** The largest difference over many random tallies, as a share of n/s, the size of the gradient's terms. */
function worst(
  check: (tally: Tally, phi: Float64Array, trial: number) => [Float64Array, Float64Array],
): number {
  const rng = stream(1, 'autodiff')
  let most = 0
  for (let trial = 0; trial < 300; trial++) {
    const K = 2 + rng.integer(9)
    const tally = tallyOf(randomEntries(rng, K, 1 + rng.integer(20)))
    const phi = Float64Array.from({ length: K }, () => 0.05 + 3 * rng.uniform())
    const s = phi.reduce((total, value) => total + value, 0)
    const [found, expected] = check(tally, phi, trial)
    for (let i = 0; i < K; i++) {
      most = Math.max(most, (Math.abs(found[i] - expected[i]) * s) / tally.size)
    }
  }
  return most
}

const countsOf = (tally: Tally) => tally.counts.subarray(0, tally.distinct)

test('the gradient of the log-likelihood is that of automatic differentiation, to float32 accuracy', () => {
  const difference = worst((tally, phi) => [tally.gradientPhi(phi), autodiff(tally, countsOf(tally), phi)])
  expect(difference).toBeLessThan(1e-5)
})

test('a gradient that forgets that θ is scaled by Σφ is another one', () => {
  const difference = worst((tally, phi) => {
    const s = phi.reduce((total, value) => total + value, 0)
    return [
      tally.gradientPhi(phi).map(value => value + tally.size / s),
      autodiff(tally, countsOf(tally), phi),
    ]
  })
  expect(difference).toBeGreaterThan(0.5)
})

test('the gradient of a minibatch is that of automatic differentiation, to float32 accuracy', () => {
  const rng = stream(1, 'autodiff', 'minibatch')
  const difference = worst((tally, phi) => {
    const m = 1 + rng.integer(20)
    const batch = Uint32Array.from({ length: m }, () => rng.integer(tally.distinct))
    const weight = new Float64Array(tally.distinct)
    for (const c of batch) weight[c] += tally.size / m
    const out = new Float64Array(phi.length)
    new MinibatchGradient(tally).estimate(batch, m, phi, out)
    return [out, autodiff(tally, weight, phi)]
  })
  expect(difference).toBeLessThan(1e-5)
})
