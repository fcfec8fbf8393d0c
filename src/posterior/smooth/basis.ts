import { unitRoots } from '../../elementary/unit-roots.ts'

/** The most cosines of the basis. */
const MOST_COSINES = 40

/** The polynomials of the basis: straight and bent. */
export const POLYNOMIALS = 2

/**
 * The basis of log densities over d bins: the Legendre polynomials P₁ and P₂, normalised on (0, 1), and the cosines `√2 cos(πk x)`,
 * k = 1 … min(40, d − 1), all at the bins' midpoints `x_i = (i + ½)/d`. Each function is odd or even about ½, so that products
 * need the values on the left half only.
 */
export class Basis {
  readonly bins: number
  /** The number n of functions, polynomials first: the odd ones have even numbers. */
  readonly size: number
  /** The values on the left half and at the middle, one function after the other. */
  private readonly values: Float64Array
  private readonly half: number
  private readonly even: Float64Array
  private readonly odd: Float64Array

  constructor(bins: number) {
    const cosines = Math.min(MOST_COSINES, bins - 1)
    const half = Math.ceil(bins / 2)
    this.bins = bins
    this.size = POLYNOMIALS + cosines
    this.half = half
    this.values = new Float64Array(this.size * half)
    this.even = new Float64Array(half)
    this.odd = new Float64Array(half)
    // cos(πk(i + ½)/d) is the real part of a 4d-th root of unity.
    const roots = unitRoots(4 * bins)
    for (let i = 0; i < half; i++) {
      const x = (i + 0.5) / bins
      this.values[i] = Math.sqrt(3) * (2 * x - 1)
      this.values[half + i] = Math.sqrt(5) * (6 * x * x - 6 * x + 1)
      for (let k = 1; k <= cosines; k++) {
        this.values[(k + 1) * half + i] = Math.SQRT2 * roots[2 * ((k * (2 * i + 1)) % (4 * bins))]
      }
    }
  }

  /** Writes `Σ_j coefficients_j B_j(x_i)` for each bin i. */
  combine(coefficients: ArrayLike<number>, out: Float64Array): void {
    const { bins, half, size, even, odd, values } = this
    even.fill(0)
    odd.fill(0)
    for (let j = 0, at = 0; j < size; j++, at += half) {
      const side = j % 2 === 0 ? odd : even
      const coefficient = coefficients[j]
      for (let i = 0; i < half; i++) side[i] += coefficient * values[at + i]
    }
    for (let i = 0; i < half; i++) {
      out[bins - 1 - i] = even[i] - odd[i]
      out[i] = even[i] + odd[i]
    }
  }

  /** Writes `Σ_i weights_i B_j(x_i)` for each function j. */
  project(weights: ArrayLike<number>, out: Float64Array): void {
    const { bins, half, size, even, odd, values } = this
    for (let i = 0; i < half; i++) {
      const mirrored = weights[bins - 1 - i]
      even[i] = weights[i] + mirrored
      odd[i] = weights[i] - mirrored
    }
    // The middle of an odd number of bins is its own mirror image.
    if (bins % 2 === 1) even[half - 1] = weights[half - 1]
    for (let j = 0, at = 0; j < size; j++, at += half) {
      const side = j % 2 === 0 ? odd : even
      let a = 0
      let b = 0
      let i = 0
      for (; i + 1 < half; i += 2) {
        a += side[i] * values[at + i]
        b += side[i + 1] * values[at + i + 1]
      }
      if (i < half) a += side[i] * values[at + i]
      out[j] = a + b
    }
  }
}
