const MOST_SWEEPS = 30
/** Off the diagonal, this share of a matrix counts as nothing. */
const NEGLIGIBLE = 1e-14

/**
 * The eigenvectors of a symmetric matrix, row-major n × n, as the columns of the result, in no order. The matrix is overwritten.
 *
 * @see Golub, Van Loan (2013), Matrix Computations, section 8.5: Jacobi's method, in cyclic order
 */
export function eigenvectors(n: number, matrix: Float64Array): Float64Array {
  const vectors = new Float64Array(n * n)
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let isDiagonal = true
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const off = matrix[p * n + q]
        const [first, second] = [matrix[p * n + p], matrix[q * n + q]]
        if (!(Math.abs(off) > NEGLIGIBLE * Math.sqrt(Math.abs(first * second)))) continue
        isDiagonal = false
        const slope = (second - first) / (2 * off)
        const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(1 + slope * slope))
        const cosine = 1 / Math.sqrt(1 + tangent * tangent)
        const sine = tangent * cosine
        for (let k = 0; k < n; k++) rotate(matrix, k * n + p, k * n + q, cosine, sine)
        for (let k = 0; k < n; k++) rotate(matrix, p * n + k, q * n + k, cosine, sine)
        for (let k = 0; k < n; k++) rotate(vectors, k * n + p, k * n + q, cosine, sine)
      }
    }
    if (isDiagonal) break
  }
  return vectors
}

function rotate(values: Float64Array, i: number, j: number, cosine: number, sine: number): void {
  const [first, second] = [values[i], values[j]]
  values[i] = cosine * first - sine * second
  values[j] = sine * first + cosine * second
}
