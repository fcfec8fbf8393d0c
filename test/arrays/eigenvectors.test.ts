import { expect, test } from 'vitest'
import { eigenvectors } from '../../src/arrays/eigenvectors.ts'
import { drawNormal } from '../../src/random/normal.ts'
import { stream } from '../../src/random/stream.ts'

test('the vectors are orthonormal, and make the matrix diagonal', () => {
  const n = 7
  const rng = stream('eigenvectors')
  const root = Float64Array.from({ length: n * 3 }, () => drawNormal(rng))
  // Of rank three: four eigenvalues are 0.
  const matrix = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++)
      for (let k = 0; k < 3; k++) matrix[i * n + j] += root[i * 3 + k] * root[j * 3 + k]
  }
  const vectors = eigenvectors(n, matrix.slice())
  for (let p = 0; p < n; p++) {
    for (let q = 0; q < p; q++) {
      let [product, form] = [0, 0]
      for (let i = 0; i < n; i++) {
        product += vectors[i * n + p] * vectors[i * n + q]
        for (let j = 0; j < n; j++) form += vectors[i * n + p] * matrix[i * n + j] * vectors[j * n + q]
      }
      expect(product).toBeCloseTo(0, 12)
      expect(form).toBeCloseTo(0, 12)
    }
  }
})
