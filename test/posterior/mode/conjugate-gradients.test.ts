import { expect, test } from 'vitest'
import { conjugateGradients } from '../../../src/posterior/mode/conjugate-gradients.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import { stream } from '../../../src/random/stream.ts'
import { deviation } from '../../support/tally.ts'

test('it solves random positive definite systems, however differently their rows are scaled', () => {
  const rng = stream(1, 'systems')
  for (let trial = 0; trial < 500; trial++) {
    const n = 1 + rng.integer(20)
    const scale = Float64Array.from({ length: n }, () => 10 ** (12 * rng.uniform() - 6))
    const factor = Array.from({ length: n }, () => Float64Array.from({ length: n }, () => drawNormal(rng)))
    // FᵀF + 1, with its rows and columns scaled.
    const multiply = (v: Float64Array, out: Float64Array) => {
      const w = v.map((value, j) => value * scale[j])
      const image = factor.map(row => row.reduce((sum, f, j) => sum + f * w[j], 0))
      for (let i = 0; i < n; i++) {
        out[i] = scale[i] * (w[i] + image.reduce((sum, value, k) => sum + factor[k][i] * value, 0))
      }
    }
    const diagonal = scale.map((s, i) => s * s * (1 + factor.reduce((sum, row) => sum + row[i] ** 2, 0)))
    const solution = scale.map(s => drawNormal(rng) / s)
    const b = new Float64Array(n)
    multiply(solution, b)
    const x = new Float64Array(n)
    conjugateGradients(multiply, diagonal, b, 1e-12, x)
    const whitened = (v: Float64Array) => v.map((value, i) => value * scale[i])
    expect(deviation(whitened(x), whitened(solution))).toBeLessThan(1e-9)
  }
})

test('a rough solution points the same way as the right-hand side', () => {
  const rng = stream(1, 'rough')
  for (let trial = 0; trial < 500; trial++) {
    const diagonal = Float64Array.from({ length: 30 }, () => 10 ** (8 * rng.uniform() - 4))
    const ones = new Float64Array(30).fill(1)
    const b = ones.map(() => drawNormal(rng))
    const x = new Float64Array(30)
    conjugateGradients((v, out) => out.set(v.map((value, i) => diagonal[i] * value)), ones, b, 0.9, x)
    expect(x.reduce((sum, value, i) => sum + value * b[i], 0)).toBeGreaterThan(0)
  }
})

test('the solution for zero is zero', () => {
  const x = Float64Array.of(7, 7)
  conjugateGradients((v, out) => out.set(v), Float64Array.of(1, 1), Float64Array.of(0, 0), 0.01, x)
  expect(x).toEqual(Float64Array.of(0, 0))
})
