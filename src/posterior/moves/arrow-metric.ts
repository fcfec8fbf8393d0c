import { factorize, solveTransposed } from '../../arrays/cholesky.ts'
import type { Metric } from './metric.ts'

/** The layout of an arrow matrix: local blocks, which are coupled to the global parameters and not to each other. */
export interface ArrowLayout {
  readonly dimension: number
  /** The parameters of each local block. */
  readonly blocks: readonly (readonly number[])[]
  /** The global parameters. */
  readonly shared: readonly number[]
}

/**
 * A precision matrix in the shape of an arrow: blocks A_g along the diagonal, their couplings B_g to the global parameters, and C of
 * these. Entries between two blocks are dropped. Its Cholesky factor has the same shape, blocks first:
 *
 *     A_g = L_g L_gᵀ,   W_g = L_g⁻¹ B_g,   C − Σ W_gᵀ W_g = L L ᵀ,
 *
 * so that the work grows with the number of blocks and not with its cube.
 */
export class ArrowMatrix {
  private readonly layout: ArrowLayout
  /** The block of each parameter, −1 for global ones, and its index in the block. */
  private readonly blockOf: Int32Array
  private readonly placeOf: Int32Array
  private readonly diagonals: readonly Float64Array[]
  private readonly couplings: readonly Float64Array[]
  private readonly center: Float64Array

  constructor(layout: ArrowLayout) {
    const { dimension, blocks, shared } = layout
    this.layout = layout
    this.blockOf = new Int32Array(dimension).fill(-1)
    this.placeOf = new Int32Array(dimension)
    for (const [g, block] of blocks.entries()) for (const j of block) this.blockOf[j] = g
    for (const block of [...blocks, shared]) for (const [i, j] of block.entries()) this.placeOf[j] = i
    this.diagonals = blocks.map(({ length }) => new Float64Array(length * length))
    this.couplings = blocks.map(({ length }) => new Float64Array(length * shared.length))
    this.center = new Float64Array(shared.length * shared.length)
  }

  /** Adds to the entry of parameters i and j; each pair is given in both orders. */
  add(i: number, j: number, value: number): void {
    const { blockOf, placeOf } = this
    const { blocks, shared } = this.layout
    const [g, h] = [blockOf[i], blockOf[j]]
    if (g < 0) {
      if (h < 0) this.center[placeOf[i] * shared.length + placeOf[j]] += value
    } else if (h < 0) this.couplings[g][placeOf[i] * shared.length + placeOf[j]] += value
    else if (g === h) this.diagonals[g][placeOf[i] * blocks[g].length + placeOf[j]] += value
  }

  /** The metric of this matrix with a diagonal added to it. */
  metricWith(diagonal: ArrayLike<number>): Metric {
    const { blocks, shared } = this.layout
    const q = shared.length
    const center = this.center.slice()
    for (const [i, j] of shared.entries()) center[i * q + i] += diagonal[j]
    const factors = this.diagonals.map((matrix, g) => {
      const m = blocks[g].length
      const factor = matrix.slice()
      for (const [i, j] of blocks[g].entries()) factor[i * m + i] += diagonal[j]
      factorize(factor, m)
      return factor
    })
    const whitened = this.couplings.map((coupling, g) => {
      const W = coupling.slice()
      solveLower(factors[g], blocks[g].length, W, q)
      for (let i = 0; i < blocks[g].length; i++) {
        for (let a = 0; a < q; a++) {
          for (let b = 0; b <= a; b++) center[a * q + b] -= W[i * q + a] * W[i * q + b]
        }
      }
      return W
    })
    factorize(center, q)
    return arrowMetric(this.layout, factors, whitened, center)
  }
}

/** The metric of a factored arrow. */
function arrowMetric(
  { blocks, shared }: ArrowLayout,
  factors: readonly Float64Array[],
  whitened: readonly Float64Array[],
  center: Float64Array,
): Metric {
  const q = shared.length
  const rest = new Float64Array(q)
  const part = new Float64Array(Math.max(0, ...blocks.map(({ length }) => length)))
  return {
    whitenGradient(gradient, out) {
      for (let a = 0; a < q; a++) rest[a] = gradient[shared[a]]
      for (let g = 0; g < blocks.length; g++) {
        const block = blocks[g]
        for (let i = 0; i < block.length; i++) part[i] = gradient[block[i]]
        solveLower(factors[g], block.length, part, 1)
        for (let i = 0; i < block.length; i++) {
          out[block[i]] = part[i]
          for (let a = 0; a < q; a++) rest[a] -= whitened[g][i * q + a] * part[i]
        }
      }
      solveLower(center, q, rest, 1)
      for (let a = 0; a < q; a++) out[shared[a]] = rest[a]
    },
    unwhitenVelocity(p, out) {
      for (let a = 0; a < q; a++) rest[a] = p[shared[a]]
      solveTransposed(center, rest, q)
      for (let a = 0; a < q; a++) out[shared[a]] = rest[a]
      for (let g = 0; g < blocks.length; g++) {
        const block = blocks[g]
        for (let i = 0; i < block.length; i++) {
          part[i] = p[block[i]]
          for (let a = 0; a < q; a++) part[i] -= whitened[g][i * q + a] * rest[a]
        }
        solveTransposed(factors[g], part, block.length)
        for (let i = 0; i < block.length; i++) out[block[i]] = part[i]
      }
    },
  }
}

/** Solves `L X = B` in place, B row-major n × width. */
function solveLower(L: Float64Array, n: number, B: Float64Array, width: number): void {
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < width; c++) {
      let value = B[i * width + c]
      for (let k = 0; k < i; k++) value -= L[i * n + k] * B[k * width + c]
      B[i * width + c] = value / L[i * n + i]
    }
  }
}
