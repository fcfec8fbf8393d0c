import type { Tensor2D } from '@tensorflow/tfjs-core'
import type { Prior } from '../kind/prior.ts'
import { readFixedPrior } from '../langevin/langevin.ts'
import { readSgldPrior } from '../langevin/sgld.ts'
import type { Tensorflow } from './tensorflow.ts'

/** The inputs of an update of many chains; `[chains, K]` unless another shape is given. */
interface TensorParts {
  readonly phi: Tensor2D
  /** Σφ of each chain, `[chains, 1]`. */
  readonly s: Tensor2D
  readonly theta: Tensor2D
  /** s times the estimated gradient of the log-likelihood in φ; `[1, 1]` if it is 0. */
  readonly excess: Tensor2D
  /** Independent standard normal draws. */
  readonly noise: Tensor2D
  /** The prior's parameters, `[1, K]`. */
  readonly rho: Tensor2D
}

/** A sampler on tensors. */
export interface TensorUpdate {
  /** Reads and checks the prior. */
  readPrior(prior: Prior | undefined, categories: number): Float64Array
  /** The next φ, before reflection. */
  move(tf: Tensorflow, gamma: number, parts: TensorParts): Tensor2D
}

/** The smallest normal float32, and the least divisor: reflection may put φ at 0, and 0/0 would be NaN where ρ = 1. */
const SMALLEST = 2 ** -126

export const TENSOR_UPDATES: Record<'sgld' | 'sgrld', TensorUpdate> = {
  sgld: {
    readPrior: readSgldPrior,
    move(tf, gamma, { phi, s, excess, noise, rho }) {
      const pull = tf.div(tf.sub(rho, 1), tf.maximum(phi, SMALLEST))
      const drift = tf.add(tf.sub(pull, 1), tf.div(excess, s))
      return tf.add(phi, tf.add(tf.mul(drift, gamma / 2), tf.mul(noise, Math.sqrt(gamma))))
    },
  },
  sgrld: {
    readPrior: (prior, categories) => readFixedPrior('sgrld', prior, categories),
    move(tf, gamma, { phi, theta, excess, noise, rho }) {
      const drift = tf.add(tf.sub(rho, phi), tf.mul(theta, excess))
      return tf.add(phi, tf.add(tf.mul(drift, gamma / 2), tf.mul(tf.sqrt(tf.mul(phi, gamma)), noise)))
    },
  },
}
