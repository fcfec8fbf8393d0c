import { expect, test } from 'vitest'
import { factorize, solveFactored, solveLower } from '../../src/arrays/cholesky.ts'
import { stream } from '../../src/random/stream.ts'

test.each([1, 2, 5, 12])('the factor times its transpose is the matrix, of %d rows', n => {
  const rng = stream(1, 'cholesky', n)
  const root = Float64Array.from({ length: n * n }, () => rng.uniform() - 0.5)
  const entry = (i: number, j: number) => {
    let total = i === j ? 0.1 : 0
    for (let k = 0; k < n; k++) total += root[i * n + k] * root[j * n + k]
    return total
  }
  const factor = Float64Array.from({ length: n * n }, (_, at) => entry(Math.floor(at / n), at % n))
  factorize(factor, n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let product = 0
      for (let k = 0; k <= j; k++) product += factor[i * n + k] * factor[j * n + k]
      expect(Math.abs(product - entry(i, j))).toBeLessThan(1e-14)
    }
  }
})

test('a singular matrix has a factor too, whose pivots are positive', () => {
  const matrix = Float64Array.of(1, 1, 1, 1)
  factorize(matrix, 2)
  expect(matrix[0]).toBe(1)
  expect(matrix[2]).toBe(1)
  expect(matrix[3]).toBeGreaterThan(0)
  expect(matrix[3]).toBeLessThan(1e-5)
})

test.each([0, 3])('the factor solves for a right-hand side that begins with %d zeros', first => {
  const rng = stream(1, 'triangular systems', first)
  const n = 7
  const factor = Float64Array.from({ length: n * n }, (_, at) => rng.uniform() + (at % (n + 1) === 0 ? 1 : 0))
  const right = Float64Array.from({ length: n }, (_, i) => (i < first ? 0 : rng.uniform() - 0.5))
  const half = solveLower(factor, right.slice(), first)
  const whole = solveFactored(factor, right.slice(), first)
  // Lᵀ x = the half solved, and L times that is the right-hand side.
  for (let i = 0; i < n; i++) {
    let [lower, upper] = [0, 0]
    for (let j = 0; j <= i; j++) lower += factor[i * n + j] * half[j]
    for (let j = i; j < n; j++) upper += factor[j * n + i] * whole[j]
    expect(lower).toBeCloseTo(right[i], 13)
    expect(upper).toBeCloseTo(half[i], 13)
  }
})
