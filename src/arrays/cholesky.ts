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
