import { dot } from '../arrays/sums.ts'
import { square } from '../elementary/square.ts'

/** Relative residual below which a column is linearly dependent on the others; relative to the lengths of its rows. */
const DEPENDENT = 1e-13

/**
 * `Tr (AᵀA)⁻¹ = ‖R⁻¹‖²`, squares summed, from `A = QR`; Infinity where A's columns are dependent. Overwrites the rows.
 *
 * It proceeds by Householder reflections, the longest row first and the longest column next. The result is accurate row by
 * row, whereas AᵀA itself would lose the short rows beside a very long one.
 *
 * @see Cox, Higham (1998), Stability of Householder QR factorization for weighted least squares problems
 */
export function traceOfInverseGram(a: Float64Array[]): number {
  const columns = Array.from(a[0], (_, j) => j)
  const lengths = new Map(a.map(row => [row, Math.sqrt(dot(row, row))]))
  const rows = a.sort((p, q) => lengths.get(q)! - lengths.get(p)!)
  for (let step = 0; step < columns.length; step++) {
    const remaining = rows.slice(step).filter(row => lengths.get(row)! > 0)
    const squares = columns.map(j => remaining.reduce((total, row) => total + square(row[j]), 0))
    let next = step
    for (let i = step + 1; i < columns.length; i++) if (squares[i] > squares[next]) next = i
    ;[columns[step], columns[next]] = [columns[next], columns[step]]
    const pivot = columns[step]
    if (remaining.every(row => Math.abs(row[pivot]) <= DEPENDENT * lengths.get(row)!)) return Infinity
    reflect(remaining, pivot, columns.slice(step + 1), Math.sqrt(squares[next]))
  }
  return inverseSquares(rows, columns)
}

/** Reflects the rows so that column `pivot`, which has this length, keeps only its first entry. The other columns are reflected with it. */
function reflect(rows: Float64Array[], pivot: number, others: number[], length: number): void {
  const top = rows[0][pivot] >= 0 ? -length : length
  const normal = Float64Array.from(rows, row => row[pivot])
  normal[0] -= top
  const half = -top * normal[0]
  for (const j of others) {
    let along = 0
    for (let i = 0; i < rows.length; i++) along += normal[i] * rows[i][j]
    for (let i = 0; i < rows.length; i++) rows[i][j] -= (along / half) * normal[i]
  }
  rows[0][pivot] = top
}

/** The sum of the squares of R⁻¹, by back substitution; column i of R is column `columns[i]` of the rows. */
function inverseSquares(rows: Float64Array[], columns: number[]): number {
  let total = 0
  for (let column = 0; column < columns.length; column++) {
    const inverse = new Float64Array(column + 1)
    inverse[column] = 1
    for (let i = column; i >= 0; i--) {
      for (let j = i + 1; j <= column; j++) inverse[i] -= rows[i][columns[j]] * inverse[j]
      inverse[i] /= rows[i][columns[i]]
      total += square(inverse[i])
    }
  }
  return total
}
