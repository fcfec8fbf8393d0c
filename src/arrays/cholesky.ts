/**
 * Cholesky's factor L of a positive definite matrix A = L Lᵀ, in place: row-major n × n, the lower triangle alone is read
 * and written. A pivot that rounding took to zero is kept positive.
 */
export function factorize(matrix: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let value = matrix[i * n + j]
      for (let k = 0; k < j; k++) value -= matrix[i * n + k] * matrix[j * n + k]
      if (i === j) matrix[i * n + i] = Math.sqrt(Math.max(value, 1e-12 * Math.abs(matrix[i * n + i])))
      else matrix[i * n + j] = value / matrix[j * n + j]
    }
  }
}

/**
 * Solves `L x = right` in place, for a factor L in the lower triangle of a row-major n × n matrix. It begins at row `first`: the
 * entries of `right` before that have to be 0.
 */
export function solveLower(factor: Float64Array, right: Float64Array, first = 0): Float64Array {
  const n = right.length
  for (let i = first; i < n; i++) {
    let value = right[i]
    for (let j = first; j < i; j++) value -= factor[i * n + j] * right[j]
    right[i] = value / factor[i * n + i]
  }
  return right
}

/** Solves `L Lᵀ x = right` in place; `first` is as in `solveLower`. */
export function solveFactored(factor: Float64Array, right: Float64Array, first = 0): Float64Array {
  return solveTransposed(factor, solveLower(factor, right, first))
}

/** Solves `Lᵀ x = right` in place, for the first n entries. */
export function solveTransposed(factor: Float64Array, right: Float64Array, n = right.length): Float64Array {
  for (let i = n - 1; i >= 0; i--) {
    let value = right[i]
    for (let j = i + 1; j < n; j++) value -= factor[j * n + i] * right[j]
    right[i] = value / factor[i * n + i]
  }
  return right
}

/** Copies the lower triangle of a row-major n × n matrix to the upper one. */
export function mirrorLower(matrix: Float64Array, n: number): Float64Array {
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) matrix[j * n + i] = matrix[i * n + j]
  return matrix
}
