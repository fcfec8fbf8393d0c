import { factorize, mirrorLower } from '../../arrays/cholesky.ts'

/** Largest dimension of a full matrix. Beyond it, only the diagonal is kept, because a full matrix would cost more than it saves. */
export const MOST_DENSE = 128

/**
 * A mass matrix `M = L Lᵀ`. Momenta are whitened, `p = L⁻¹ × momentum`, so that they are standard normal.
 */
export interface Metric {
  /** `L⁻¹ gradient`. */
  whitenGradient(gradient: Float64Array, out: Float64Array): void
  /** The velocity of the position, `M⁻¹ momentum = L⁻ᵀ p`. */
  unwhitenVelocity(p: Float64Array, out: Float64Array): void
}

/** The metric of a stored `L⁻¹`: row-major lower triangle in a full n × n array, or its diagonal alone (length n). */
export function createMetric(dimension: number, stored: ArrayLike<number>): Metric {
  const n = dimension
  const inverse = Float64Array.from(stored)
  if (inverse.length === n) {
    const scale = (from: Float64Array, out: Float64Array) => {
      for (let i = 0; i < n; i++) out[i] = inverse[i] * from[i]
    }
    return { whitenGradient: scale, unwhitenVelocity: scale }
  }
  return {
    whitenGradient: (gradient, out) => timesLower(inverse, n, gradient, out),
    unwhitenVelocity: (p, out) => timesTransposed(inverse, n, p, out),
  }
}

/** Writes `L v`, for a lower triangle L, row-major n × n, and vectors that begin at `start`. */
export function timesLower(L: Float64Array, n: number, v: Float64Array, out: Float64Array, start = 0): void {
  for (let i = 0; i < n; i++) {
    let total = 0
    for (let j = 0, at = i * n; j <= i; j++) total += L[at + j] * v[start + j]
    out[start + i] = total
  }
}

/** Writes `Lᵀ v`, for a lower triangle L, row-major n × n, and vectors that begin at `start`. */
export function timesTransposed(
  L: Float64Array,
  n: number,
  v: Float64Array,
  out: Float64Array,
  start = 0,
): void {
  out.fill(0, start, start + n)
  for (let i = 0; i < n; i++) {
    const value = v[start + i]
    for (let j = 0, at = i * n; j <= i; j++) out[start + j] += L[at + j] * value
  }
}

/** `L⁻¹` of a positive definite matrix, row-major n × n, which is overwritten; or of a diagonal (length n). */
export function invertFactor(dimension: number, matrix: Float64Array): Float64Array {
  const n = dimension
  if (matrix.length === n) return matrix.map(value => 1 / Math.sqrt(value))
  // A pivot of a nearly singular matrix may be off; any positive one keeps the sampler exact.
  factorize(matrix, n)
  return invertFactorized(n, matrix)
}

/** `L⁻¹` of a Cholesky factor L, both row-major n × n with only the lower triangle in use. */
export function invertFactorized(n: number, factor: Float64Array): Float64Array {
  const inverse = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    inverse[i * n + i] = 1 / factor[i * n + i]
    for (let j = 0; j < i; j++) {
      let total = 0
      for (let k = j; k < i; k++) total -= factor[i * n + k] * inverse[k * n + j]
      inverse[i * n + j] = total / factor[i * n + i]
    }
  }
  return inverse
}

/** The inverse of a positive definite matrix, row-major n × n, which is overwritten. */
export function invertMatrix(n: number, matrix: Float64Array): Float64Array {
  const root = invertFactor(n, matrix)
  const inverse = new Float64Array(n * n)
  for (let k = 0; k < n; k++) {
    for (let i = 0; i <= k; i++) {
      for (let j = 0; j <= i; j++) inverse[i * n + j] += root[k * n + i] * root[k * n + j]
    }
  }
  return mirrorLower(inverse, n)
}
