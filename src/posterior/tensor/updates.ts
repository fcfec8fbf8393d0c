import type { Tensor2D } from '@tensorflow/tfjs-core'
import type { Prior } from '../contract/prior.ts'
import { readFixedPrior } from '../langevin/langevin.ts'
import { readSgldPrior } from '../langevin/sgld.ts'
import type { Tensorflow } from './tensorflow.ts'

/** What an update of many chains is made of; `[chains, K]` where nothing else is said. */
interface TensorParts {
  readonly phi: Tensor2D
  /** Σφ of each chain, `[chains, 1]`. */
  readonly s: Tensor2D
  readonly theta: Tensor2D
  /** s times the estimated gradient of the log-likelihood in φ; `[1, 1]` where it is 0. */
  readonly excess: Tensor2D
  /** Independent standard normal draws. */
  readonly noise: Tensor2D
  /** The prior's parameters, `[1, K]`. */
  readonly rho: Tensor2D
}

/** A sampler on tensors: the priors it can honour, and where φ goes before reflection. */
export interface TensorUpdate {
  readPrior(prior: Prior | undefined, categories: number): Float64Array
  move(tf: Tensorflow, gamma: number, parts: TensorParts): Tensor2D
}

/** The smallest float32 with all its digits: reflection may put φ at 0, which must not divide ρ − 1 = 0. */
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
