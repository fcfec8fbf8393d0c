import { unitRoots } from '../../elementary/unit-roots.ts'

/** Largest number of cosines in the basis. */
export const MOST_COSINES = 40

/** Number of polynomials in the basis: a straight one and a bent one. */
export const POLYNOMIALS = 2

/** Number of functions that a product handles at once, so that each entry of the other factor is loaded once for all of them. */
const AT_ONCE = 4

/**
 * The basis of log densities over d bins. It consists of the Legendre polynomials P₁ and P₂, normalised on (0, 1), and of the cosines `√2
 * cos(πk x)`, k = 1 … min(40, d − 1), at the bins' midpoints `x_i = (i + ½)/d`. Each function is odd or even about ½, so products need only
 * the values on the left half.
 */
export class Basis {
  readonly bins: number
  /** The number n of functions. Polynomials come first; functions with even indices are odd about ½. */
  readonly size: number
  private readonly half: number
  /** Number of odd functions, and of even ones, rounded up to a multiple of four; the padding is zeros. */
  private readonly rows: number
  /** The values on the left half and at the middle, function by function: first the odd functions, then the even ones. */
  private readonly values: Float64Array
  private readonly coefficients: Float64Array
  private readonly even: Float64Array
  private readonly odd: Float64Array

  constructor(bins: number) {
    const cosines = Math.min(MOST_COSINES, bins - 1)
    const half = Math.ceil(bins / 2)
    this.bins = bins
    this.size = POLYNOMIALS + cosines
    this.half = half
    this.rows = AT_ONCE * Math.ceil(Math.ceil(this.size / 2) / AT_ONCE)
    this.values = new Float64Array(2 * this.rows * half)
    this.coefficients = new Float64Array(2 * this.rows)
    this.even = new Float64Array(half)
    this.odd = new Float64Array(half)
    // cos(πk(i + ½)/d) is the real part of a 4d-th root of unity.
    const roots = unitRoots(4 * bins)
    for (let i = 0; i < half; i++) {
      const x = (i + 0.5) / bins
      this.values[half * this.rowOf(0) + i] = Math.sqrt(3) * (2 * x - 1)
      this.values[half * this.rowOf(1) + i] = Math.sqrt(5) * (6 * x * x - 6 * x + 1)
      for (let k = 1; k <= cosines; k++) {
        const root = roots[2 * ((k * (2 * i + 1)) % (4 * bins))]
        this.values[half * this.rowOf(k + 1) + i] = Math.SQRT2 * root
      }
    }
  }

  /** `B_j(x_i)`. */
  value(j: number, i: number): number {
    const { bins, half, values } = this
    const row = half * this.rowOf(j)
    if (i < half) return values[row + i]
    const mirrored = values[row + bins - 1 - i]
    return j % 2 === 0 ? -mirrored : mirrored
  }

  /** Writes `Σ_j coefficients_j B_j(x_i)` for each bin i. */
  combine(coefficients: ArrayLike<number>, out: Float64Array): void {
    const { bins, half, size, rows, even, odd } = this
    for (let j = 0; j < size; j++) this.coefficients[this.rowOf(j)] = coefficients[j]
    this.combineRows(0, odd)
    this.combineRows(rows, even)
    for (let i = 0; i < half; i++) {
      out[bins - 1 - i] = even[i] - odd[i]
      out[i] = even[i] + odd[i]
    }
  }

  /** Writes `Σ_i weights_i B_j(x_i)` for each function j. */
  project(weights: ArrayLike<number>, out: Float64Array): void {
    const { bins, half, size, rows, even, odd } = this
    for (let i = 0; i < half; i++) {
      const mirrored = weights[bins - 1 - i]
      even[i] = weights[i] + mirrored
      odd[i] = weights[i] - mirrored
    }
    // The middle of an odd number of bins is its own mirror image.
    if (bins % 2 === 1) even[half - 1] = weights[half - 1]
    this.projectRows(odd, 0)
    this.projectRows(even, rows)
    for (let j = 0; j < size; j++) out[j] = this.coefficients[this.rowOf(j)]
  }

  /** Row of function j in `values`. */
  private rowOf(j: number): number {
    return j % 2 === 0 ? j >> 1 : this.rows + (j >> 1)
  }

  private combineRows(first: number, side: Float64Array): void {
    const { half, rows, values, coefficients } = this
    side.fill(0)
    for (let row = first; row < first + rows; row += AT_ONCE) {
      const a = row * half
      const b = a + half
      const c = b + half
      const d = c + half
      const a0 = coefficients[row]
      const b0 = coefficients[row + 1]
      const c0 = coefficients[row + 2]
      const d0 = coefficients[row + 3]
      for (let i = 0; i < half; i++) {
        side[i] += a0 * values[a + i] + b0 * values[b + i] + (c0 * values[c + i] + d0 * values[d + i])
      }
    }
  }

  private projectRows(side: Float64Array, first: number): void {
    const { half, rows, values, coefficients } = this
    for (let row = first; row < first + rows; row += AT_ONCE) {
      const a = row * half
      const b = a + half
      const c = b + half
      const d = c + half
      let a0 = 0
      let b0 = 0
      let c0 = 0
      let d0 = 0
      for (let i = 0; i < half; i++) {
        const weight = side[i]
        a0 += weight * values[a + i]
        b0 += weight * values[b + i]
        c0 += weight * values[c + i]
        d0 += weight * values[d + i]
      }
      coefficients[row] = a0
      coefficients[row + 1] = b0
      coefficients[row + 2] = c0
      coefficients[row + 3] = d0
    }
  }
}
