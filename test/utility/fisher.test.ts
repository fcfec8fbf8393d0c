import { expect, test } from 'vitest'
import { evaluateUtility, scanSubsets } from '../../src/catalogue/scan-subsets.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { descendingOrder } from '../../src/simplex/order.ts'

/** `−Tr (Hᵀ diag(1/h) H)⁻¹` by Gauss and Jordan, with any category as the dependent one. */
function dense(theta: Float64Array, mechanism: Mechanism, dependent: number): number {
  const matrix = channelMatrix(mechanism)
  const kept = Array.from(theta.keys()).filter(x => x !== dependent)
  const h = matrix.map(row => row.reduce((sum, g, x) => sum + g * theta[x], 0))
  const work = kept.map(i => [
    ...kept.map(j =>
      matrix.reduce((sum, row, y) => sum + ((row[i] - row[dependent]) * (row[j] - row[dependent])) / h[y], 0),
    ),
    ...kept.map(j => (i === j ? 1 : 0)),
  ])
  // Positive definite: no pivots needed.
  kept.forEach((_, step) => {
    const pivot = work[step].map(value => value / work[step][step])
    work.forEach((row, i) => {
      const factor = row[step]
      work[i] = i === step ? pivot : row.map((value, j) => value - factor * pivot[j])
    })
  })
  return -work.reduce((trace, row, i) => trace + row[kept.length + i], 0)
}

type Form = (theta: Float64Array, subset: number[], epsilon: number, epsilon1: number) => number

const scanned: Form = (theta, subset, epsilon, epsilon1) =>
  scanSubsets({ theta, utility: 'fisher', epsilon, epsilon1 }).values[subset.length]
const plain: Form = (theta, subset, epsilon, epsilon1) =>
  evaluateUtility('fisher', theta, rrrr({ categories: theta.length, subset, epsilon, epsilon1 }))

/** Checks a form against the dense inverse, to 1e-10 of it, where that is well conditioned. */
function expectDense(form: Form, dependent: (order: Uint32Array) => number): void {
  const rng = stream(1, 'fisher')
  for (let i = 0; i < 1000; i++) {
    const K = 2 + rng.integer(9)
    const theta = drawDirichlet(rng, new Array(K).fill(3), new Float64Array(K))
    const epsilon = 0.3 * 30 ** rng.uniform()
    const epsilon1 = (0.3 + 0.6 * rng.uniform()) * epsilon
    const order = descendingOrder(theta)
    const subset = Array.from(order.subarray(0, rng.integer(K)))
    const expected = dense(theta, rrrr({ categories: K, subset, epsilon, epsilon1 }), dependent(order))
    const value = form(theta, subset, epsilon, epsilon1)
    expect(Math.abs(value / expected - 1)).toBeLessThanOrEqual(1e-10)
  }
}

const leastLikely = (order: Uint32Array) => order[order.length - 1]
const mostLikely = (order: Uint32Array) => order[0]

test('the closed form is the dense inverse with the least likely category dependent, to 1e-10 of it', () => {
  expectDense(scanned, leastLikely)
})

test('the plain form is the dense inverse with the least likely category dependent, in whatever order θ stands', () => {
  expectDense(plain, leastLikely)
})

test('the twin with the most likely category dependent is neither', () => {
  expect(() => expectDense(scanned, mostLikely)).toThrow()
  expect(() => expectDense(plain, mostLikely)).toThrow()
})

test('of equally unlikely categories any may be the dependent one', () => {
  const theta = Float64Array.of(0.2, 0.6, 0.2)
  const mechanism = rrrr({ categories: 3, subset: [1], epsilon: 1 })
  expect(dense(theta, mechanism, 0)).toBeCloseTo(dense(theta, mechanism, 2), 10)
})

test('the plain form serves mechanisms with more responses than categories', () => {
  const theta = Float64Array.of(0.1, 0.4, 0.3, 0.2)
  const mechanism = subsetSelection({ categories: 4, epsilon: 1, size: 2 })
  expect(evaluateUtility('fisher', theta, mechanism) / dense(theta, mechanism, 0)).toBeCloseTo(1, 11)
})

test('where the response cannot tell all categories apart the utility is −∞ in both forms', () => {
  const theta = Float64Array.of(0.4, 0.3, 0.2, 0.1)
  for (const epsilon of [0.01, 1, 20]) {
    const merged = scanSubsets({ theta, utility: 'fisher', epsilon, epsilon1: epsilon }).values
    expect(Array.from(merged, Number.isFinite)).toEqual([true, false, false, true])
    const uninformed = scanSubsets({ theta, utility: 'fisher', epsilon, epsilon1: 0 }).values
    expect(Array.from(uninformed, Number.isFinite)).toEqual([true, false, false, false])
    for (const [k, epsilon1] of [
      [1, epsilon],
      [2, epsilon],
      [1, 0],
      [3, 0],
    ]) {
      expect(plain(theta, [0, 1, 2].slice(0, k), epsilon, epsilon1)).toBe(-Infinity)
      expect(scanned(theta, [0, 1, 2].slice(0, k), epsilon, epsilon1)).toBe(-Infinity)
    }
  }
})
