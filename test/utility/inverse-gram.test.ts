import { expect, test } from 'vitest'
import { traceOfInverseGram } from '../../src/utility/inverse-gram.ts'

const rows = (...matrix: number[][]) => matrix.map(row => Float64Array.from(row))

test('the trace of the inverse of AᵀA is that of small matrices by hand', () => {
  expect(traceOfInverseGram(rows([2]))).toBeCloseTo(0.25, 15)
  expect(traceOfInverseGram(rows([3], [4]))).toBeCloseTo(1 / 25, 15)
  // AᵀA = [[2, 1], [1, 2]], inverse [[2, −1], [−1, 2]] / 3.
  expect(traceOfInverseGram(rows([1, 0], [0, 1], [1, 1]))).toBeCloseTo(4 / 3, 14)
  expect(traceOfInverseGram(rows([1, 1], [0, 0], [1, -1]))).toBeCloseTo(1, 14)
})

test('rows of very different lengths do not hide one another', () => {
  // AᵀA = I + w²·11ᵀ, inverse I − 11ᵀ w²/(1 + n w²): trace n − n/(n + 1/w²). Formed, it would be singular in doubles.
  for (const w of [1e3, 1e9, 1e20, 1e100]) {
    const trace = traceOfInverseGram(rows([1, 0, 0], [w, w, w], [0, 1, 0], [0, 0, 1]))
    expect(trace / (3 - 3 / (3 + w ** -2))).toBeCloseTo(1, 14)
  }
})

test('it is Infinity where columns are combinations of others, at any scale', () => {
  for (const scale of [1, 1e-100, 1e100]) {
    const scaled = (...matrix: number[][]) => rows(...matrix.map(row => row.map(value => value * scale)))
    expect(traceOfInverseGram(scaled([1, 1], [2, 2]))).toBe(Infinity)
    expect(traceOfInverseGram(scaled([1, 2, 3], [4, 5, 9], [7, 8, 15], [1, 1, 2]))).toBe(Infinity)
    expect(traceOfInverseGram(scaled([0, 1], [0, 2]))).toBe(Infinity)
    expect(traceOfInverseGram(scaled([1, 1], [1, 1 + 1e-9]))).toBeLessThan(Infinity)
  }
  expect(traceOfInverseGram(rows([1, 2]))).toBe(Infinity)
})
