import type { Tensor2D } from '@tensorflow/tfjs-core'
import type { Tensorflow } from './tensorflow.ts'
import type { TensorUpdate } from './updates.ts'

interface TensorSettings {
  readonly update: TensorUpdate
  readonly gamma: number
  readonly chains: number
  readonly rho: Float64Array
  /** The relative values of the tally's distinct columns. */
  readonly columns: readonly Float64Array[]
  /** Numbers of observations in all and in a minibatch. */
  readonly size: number
  readonly minibatch: number
}

/** The φ of many chains as one tensor, with the constants that its updates need. It owns all tensors that it allocates. */
export class TensorState {
  private readonly tf: Tensorflow
  private readonly settings: TensorSettings
  private readonly rho: Tensor2D
  /** `[D, K]`; undefined without observations. */
  private readonly columns: Tensor2D | undefined
  private phi: Tensor2D

  constructor(tf: Tensorflow, settings: TensorSettings) {
    const { chains, columns, rho } = settings
    const K = rho.length
    this.tf = tf
    this.settings = settings
    this.rho = tf.tensor2d(Float32Array.from(rho), [1, K])
    if (columns.length > 0) {
      const values = new Float32Array(columns.length * K)
      columns.forEach((column, c) => {
        values.set(column, c * K)
      })
      this.columns = tf.tensor2d(values, [columns.length, K])
    }
    this.phi = tf.fill([chains, K], 1 / K)
  }

  /**
   * One update of every chain.
   *
   * @param noise standard normal draws, `[chains × K]`
   * @param counts how often each column is in each chain's minibatch, `[chains × D]`
   */
  advance(noise: Float32Array, counts: Float32Array): void {
    const { tf, phi } = this
    const { update, gamma, chains, rho } = this.settings
    this.phi = tf.tidy(() => {
      const s = tf.sum<Tensor2D>(phi, 1, true)
      const theta = tf.div<Tensor2D>(phi, s)
      const excess = this.excess(theta, counts)
      const normals = tf.tensor2d(noise, [chains, rho.length])
      return tf.abs(update.move(tf, gamma, { phi, s, theta, excess, noise: normals, rho: this.rho }))
    })
    phi.dispose()
  }

  /** The current φ, `[chains × K]`. */
  read(): Float64Array {
    return Float64Array.from(this.phi.dataSync())
  }

  dispose(): void {
    this.phi.dispose()
    this.rho.dispose()
    this.columns?.dispose()
  }

  /** `(n/m) Σ_{t ∈ minibatch} (p_t/g_t(θ) − 1)` of each chain. */
  private excess(theta: Tensor2D, counts: Float32Array): Tensor2D {
    const { tf, columns } = this
    const { chains, size, minibatch } = this.settings
    if (columns === undefined) return tf.zeros([1, 1])
    const g = tf.matMul(theta, columns, false, true)
    const weights = tf.div<Tensor2D>(tf.tensor2d(counts, [chains, columns.shape[0]]), g)
    return tf.mul(tf.sub(tf.matMul(weights, columns), minibatch), size / minibatch)
  }
}
