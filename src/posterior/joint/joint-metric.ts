import { factorize } from '../../arrays/cholesky.ts'
import { square } from '../../elementary/square.ts'
import { type Metric, timesLower, timesTransposed } from '../moves/metric.ts'

/** Prior variance of a parameter, and the number of states that it counts as. */
const PRIOR_VARIANCE = 0.3
const PRIOR_STATES = 5
const JITTER = 1e-6

/** A range of parameters whose covariance is estimated: the β of a question, which the answers correlate. */
interface Block {
  readonly first: number
  readonly size: number
}

/**
 * The covariance of a chain's states since the last renewal: variances, and covariances within blocks. The factors get none: they may
 * rotate, which changes their coefficients but no table.
 */
export class StateMoments {
  private readonly blocks: readonly Block[]
  private readonly mean: Float64Array
  private readonly squares: Float64Array
  private readonly off: Float64Array
  private readonly products: readonly Float64Array[]
  private count = 0

  constructor(dimension: number, blocks: readonly Block[]) {
    this.blocks = blocks
    this.mean = new Float64Array(dimension)
    this.squares = new Float64Array(dimension)
    this.off = new Float64Array(dimension)
    this.products = blocks.map(({ size }) => new Float64Array(size * size))
  }

  add(z: ArrayLike<number>): void {
    const { blocks, mean, squares, off, products } = this
    this.count++
    for (let i = 0; i < mean.length; i++) {
      off[i] = z[i] - mean[i]
      mean[i] += off[i] / this.count
      squares[i] += off[i] * (z[i] - mean[i])
    }
    blocks.forEach(({ first, size }, b) => {
      for (let i = 0; i < size; i++) {
        for (let j = 0; j <= i; j++) {
          products[b][i * size + j] += off[first + i] * (z[first + j] - mean[first + j])
        }
      }
    })
  }

  /** The metric whose inverse mass matrix is this covariance. */
  metric(): Metric {
    const { blocks, squares, count, products } = this
    const weight = count / (count + PRIOR_STATES)
    const sd = squares.map(sum =>
      Math.sqrt(weight * (sum / Math.max(1, count - 1)) + (1 - weight) * PRIOR_VARIANCE),
    )
    const factors = blocks.map(({ first, size }, b) => {
      const shrinkage = count / (count + size + PRIOR_STATES)
      const matrix = products[b].map(sum => (shrinkage * sum) / Math.max(1, count - 1))
      for (let i = 0; i < size; i++) matrix[i * size + i] = (1 + JITTER) * square(sd[first + i])
      factorize(matrix, size)
      return matrix
    })
    const apply = (times: typeof timesLower, from: Float64Array, out: Float64Array) => {
      for (let i = 0; i < out.length; i++) out[i] = sd[i] * from[i]
      for (let b = 0; b < blocks.length; b++) {
        const { first, size } = blocks[b]
        times(factors[b], size, from, out, first)
      }
    }
    return {
      whitenGradient: (gradient, out) => apply(timesTransposed, gradient, out),
      unwhitenVelocity: (p, out) => apply(timesLower, p, out),
    }
  }
}

/** The metric in which all parameters have the same scale. */
export const UNIT_METRIC: Metric = {
  whitenGradient: (gradient, out) => out.set(gradient),
  unwhitenVelocity: (p, out) => out.set(p),
}
