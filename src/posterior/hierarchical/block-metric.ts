import { invertFactor, invertMatrix, type Metric, timesLower, timesTransposed } from '../moves/metric.ts'

/**
 * The mean covariance of blocks of parameters, over the places where a chain has been: what the curvature says there, `I + Σ JᵀFJ`, is
 * inverted before the mean is taken.
 *
 * The curvature is large where answers say much, and it changes from place to place. Its own mean would be that of the sharpest
 * places, in whose units a chain hardly moves elsewhere.
 */
export class MeanCovariance {
  private readonly blocks: readonly Int32Array[]
  private readonly sums: readonly Float64Array[]
  private count = 0

  /** @param blocks the numbers of the parameters of each block; together all of them */
  constructor(blocks: readonly Int32Array[]) {
    this.blocks = blocks
    this.sums = blocks.map(({ length }) => new Float64Array(length * length))
  }

  /** @param information `Σ JᵀFJ` at a place, row-major n × n, of which the lower triangle is read */
  add(information: Float64Array, n: number): void {
    this.count++
    this.blocks.forEach((block, b) => {
      const m = block.length
      const part = new Float64Array(m * m)
      for (let i = 0; i < m; i++) {
        for (let j = 0; j < m; j++) {
          const [row, column] = block[i] >= block[j] ? [block[i], block[j]] : [block[j], block[i]]
          part[i * m + j] = information[row * n + column] + Number(i === j)
        }
      }
      const inverse = invertMatrix(m, part)
      for (let i = 0; i < inverse.length; i++) this.sums[b][i] += inverse[i]
    })
  }

  /** The metric whose mass matrix is the inverse of the mean, block by block. */
  metric(): Metric {
    const { blocks, sums, count } = this
    const factors = sums.map((sum, b) => {
      const m = blocks[b].length
      return invertFactor(
        m,
        invertMatrix(
          m,
          sum.map(value => value / count),
        ),
      )
    })
    const most = Math.max(...blocks.map(block => block.length))
    const [part, product] = [new Float64Array(most), new Float64Array(most)]
    const apply = (times: typeof timesLower, vector: Float64Array, out: Float64Array) => {
      for (let b = 0; b < blocks.length; b++) {
        const block = blocks[b]
        const m = block.length
        for (let i = 0; i < m; i++) part[i] = vector[block[i]]
        times(factors[b], m, part, product)
        for (let i = 0; i < m; i++) out[block[i]] = product[i]
      }
    }
    return {
      whitenGradient: (gradient, out) => apply(timesLower, gradient, out),
      unwhitenVelocity: (p, out) => apply(timesTransposed, p, out),
    }
  }
}
