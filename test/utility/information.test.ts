import { expect, test } from 'vitest'
import { scanSubsets } from '../../src/catalogue/scan-subsets.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { randomTheta } from '../support/random-theta.ts'

type Matrix = number[][]

const multiply = (matrix: Matrix, vector: number[]) =>
  matrix.map(row => row.reduce((sum, value, j) => sum + value * vector[j], 0))
const inner = (p: ArrayLike<number>, q: number[]) => q.reduce((sum, value, i) => sum + p[i] * value, 0)

/** The covariance of a few Dirichlet draws: of low rank, and with rows that sum to zero. */
function randomCovariance(rng: SeededRng, categories: number): Matrix {
  const draws = Array.from({ length: 4 }, () =>
    drawDirichlet(rng, new Array(categories).fill(1), new Float64Array(categories)),
  )
  const mean = Array.from({ length: categories }, (_, x) => draws.reduce((sum, draw) => sum + draw[x], 0) / 4)
  return mean.map((_, i) =>
    mean.map((_, j) => draws.reduce((sum, draw) => sum + (draw[i] - mean[i]) * (draw[j] - mean[j]), 0) / 4),
  )
}

/** `Σ_y h_y ‖C g_y‖² / (h_y² + g_yᵀ C g_y)` of every k, from the dense columns as they are. */
function denseValues(theta: Float64Array, covariance: Matrix, epsilon: number, epsilon1: number): number[] {
  const K = theta.length
  const order = Array.from(theta.keys()).sort((i, j) => theta[j] - theta[i] || i - j)
  return order.map((_, k) => {
    const rows = channelMatrix(rrrr({ categories: K, subset: order.slice(0, k), epsilon, epsilon1 }))
    return rows.reduce((total, g) => {
      const h = inner(theta, g)
      const moved = multiply(covariance, g)
      const spread = inner(g, moved)
      return h > 0 ? total + (h * inner(moved, moved)) / (h * h + spread) : total
    }, 0)
  })
}

function expectDense(cases: number, disturb: (covariance: Matrix) => Matrix): void {
  const rng = stream(1, 'information')
  for (let i = 0; i < cases; i++) {
    const K = 2 + rng.integer(9)
    const theta = randomTheta(rng, K)
    const covariance = randomCovariance(rng, K)
    const epsilon = 0.01 * 2000 ** rng.uniform()
    const epsilon1 = [1, 0.8, 0.9, rng.uniform()][rng.integer(4)] * epsilon
    const { values, size } = scanSubsets({
      theta,
      utility: 'information',
      epsilon,
      epsilon1,
      covariance: disturb(covariance),
    })
    const dense = denseValues(theta, covariance, epsilon, epsilon1)
    const largest = Math.max(...dense)
    dense.forEach((value, k) => {
      expect(Math.abs(values[k] - value)).toBeLessThanOrEqual(1e-11 * value + 1e-15)
    })
    expect(dense[size]).toBeGreaterThanOrEqual(largest * (1 - 1e-11))
  }
}

test('the scan has the values of the dense formula, in 1,000 random cases with ε from 0.01 to 20', () => {
  expectDense(1000, covariance => covariance)
})

test('twins have not: a covariance in another order, and one twice as large', () => {
  const reversed = (matrix: Matrix) => [...matrix].reverse().map(row => [...row].reverse())
  expect(() => expectDense(20, reversed)).toThrow()
  expect(() => expectDense(20, matrix => matrix.map(row => row.map(value => 2 * value)))).toThrow()
})

test('it is the fall of the trace by the update of the covariance on each response, on average', () => {
  const rng = stream(1, 'update')
  for (let i = 0; i < 100; i++) {
    const theta = randomTheta(rng, 4)
    const covariance = randomCovariance(rng, 4)
    const { values } = scanSubsets({ theta, utility: 'information', epsilon: 1, covariance })
    const order = Array.from(theta.keys()).sort((x, y) => theta[y] - theta[x] || x - y)
    values.forEach((value, k) => {
      const rows = channelMatrix(rrrr({ categories: 4, subset: order.slice(0, k), epsilon: 1 }))
      const fall = rows.reduce((total, g) => {
        const h = inner(theta, g)
        const moved = multiply(covariance, g)
        const scale = h * h + inner(g, moved)
        const after = covariance.map((row, x) => row.map((c, z) => c - (moved[x] * moved[z]) / scale))
        return total + h * covariance.reduce((sum, row, x) => sum + row[x] - after[x][x], 0)
      }, 0)
      expect(Math.abs(value - fall)).toBeLessThanOrEqual(1e-12 * fall + 1e-15)
    })
  }
})

test('where nothing is left to learn every value is 0, and the smallest subset is taken', () => {
  const covariance = Array.from({ length: 3 }, () => [0, 0, 0])
  const { values, size } = scanSubsets({
    theta: [0.2, 0.5, 0.3],
    utility: 'information',
    epsilon: 1,
    covariance,
  })
  expect(Array.from(values)).toEqual([0, 0, 0])
  expect(size).toBe(0)
})
