import { eigenvectors } from '../../arrays/eigenvectors.ts'
import type { CategoriesKind, OrderedKind } from '../../domain/kind.ts'
import { isOrdered } from '../../domain/read-question.ts'
import { unitRoots } from '../../elementary/unit-roots.ts'

/** The directions in which the logits of a question's cells can move. */
export interface LogitBasis {
  /** The number K of cells. */
  readonly cells: number
  /** Number of directions. */
  readonly columns: number
  /** The directions as columns of a K × columns matrix, row-major. */
  readonly values: Float64Array
  /** Whether tables of this question may deviate from the factors cell by cell: true if the order of its cells is not smooth. */
  readonly deviates: boolean
}

/** Largest number of cosines of a scale or number. */
const MOST_COSINES = 12

/**
 * The basis of a question. The logits of categories move in all directions: the basis has Helmert's contrasts. Those of scales, whole
 * numbers and numbers move smoothly, along the cosines `√2 cos(πk(u + ½)/bins) k⁻¹ / √(Σ k⁻²)`. Cells below and above the range, if there
 * are any, have directions of their own.
 */
export function logitBasis(kind: CategoriesKind | OrderedKind): LogitBasis {
  return isOrdered(kind) ? cosines(kind) : helmert(kind.cells)
}

/** Helmert's orthonormal contrasts of K categories. */
export function helmert(cells: number): LogitBasis {
  const columns = cells - 1
  const values = new Float64Array(cells * columns)
  for (let c = 0; c < columns; c++) {
    const scale = 1 / Math.sqrt((c + 1) * (c + 2))
    for (let u = 0; u <= c; u++) values[u * columns + c] = scale
    values[(c + 1) * columns + c] = -(c + 1) * scale
  }
  return { cells, columns, values, deviates: true }
}

function cosines({ kind, cells, bins, first }: OrderedKind): LogitBasis {
  const smooth = Math.min(bins - 1, MOST_COSINES)
  const columns = smooth + 2 * first
  const values = new Float64Array(cells * columns)
  let squares = 0
  for (let k = 1; k <= smooth; k++) squares += 1 / (k * k)
  // cos(πk(u + ½)/bins) is the real part of a root of unity of order 4 bins.
  const roots = unitRoots(4 * bins)
  for (let u = 0; u < bins; u++) {
    for (let k = 1; k <= smooth; k++) {
      const cosine = Math.SQRT2 * roots[2 * ((k * (2 * u + 1)) % (4 * bins))]
      values[(first + u) * columns + k - 1] = cosine / k / Math.sqrt(squares)
    }
  }
  if (first === 1) {
    values[smooth] = 1
    values[(cells - 1) * columns + smooth + 1] = 1
  }
  return { cells, columns, values, deviates: kind === 'scale' }
}

/**
 * Turns the columns of a basis B, in place, to the eigenvectors of `BᵀAB`, for a symmetric matrix A over cells.
 *
 * @param matrix K × K, row-major
 */
export function turnBasis({ cells: K, columns: q, values }: LogitBasis, matrix: Float64Array): void {
  const half = new Float64Array(K * q)
  const inner = new Float64Array(q * q)
  for (let u = 0; u < K; u++) {
    for (let v = 0; v < K; v++) {
      const entry = matrix[u * K + v]
      for (let c = 0; c < q; c++) half[u * q + c] += entry * values[v * q + c]
    }
  }
  for (let u = 0; u < K; u++) {
    for (let c = 0; c < q; c++) {
      for (let d = 0; d < q; d++) inner[c * q + d] += values[u * q + c] * half[u * q + d]
    }
  }
  const vectors = eigenvectors(q, inner)
  const row = new Float64Array(q)
  for (let u = 0; u < K; u++) {
    row.fill(0)
    for (let c = 0; c < q; c++) {
      for (let d = 0; d < q; d++) row[d] += values[u * q + c] * vectors[c * q + d]
    }
    values.set(row, u * q)
  }
}
