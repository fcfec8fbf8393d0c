import { factorize, solveFactored } from '../arrays/cholesky.ts'

/** Tolerance for the entries of a row of the inverse times the matrix, in comparison with the identity. */
const TOLERANCE = 1e-9

/** An inverse, row-major, and whether each row is accurate. */
export interface CheckedInverse {
  readonly rows: Float64Array
  readonly isGood: Uint8Array
}

/**
 * The inverse of a symmetric positive semidefinite n × n matrix, row-major. A row is good if its product with the matrix is that
 * row of the identity. If the matrix is singular, the rows that its null space touches are not good.
 */
export function checkedInverse(matrix: Float64Array, n: number): CheckedInverse {
  const factor = matrix.slice()
  factorize(factor, n)
  const rows = new Float64Array(n * n)
  const isGood = new Uint8Array(n).fill(1)
  for (let u = 0; u < n; u++) {
    const row = rows.subarray(u * n, (u + 1) * n)
    row[u] = 1
    solveFactored(factor, row, u)
    for (let v = 0; v < n; v++) {
      let product = 0
      for (let j = 0; j < n; j++) product += row[j] * matrix[j * n + v]
      if (!(Math.abs(product - Number(u === v)) <= TOLERANCE)) isGood[u] = 0
    }
  }
  return { rows, isGood }
}
