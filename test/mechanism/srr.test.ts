import { expect, test } from 'vitest'
import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import { anotherThan } from '../../src/mechanism/select.ts'
import { srr } from '../../src/mechanism/srr.ts'

test('the truth is told with probability e^ε/(e^ε + K − 1), in full precision from ε = 1e-300 to 800', () => {
  for (const [categories, epsilon, truth] of [
    [4, 1, Math.E / (Math.E + 3)],
    [4, 1e-300, 0.25],
    [20, 800, 1],
    [1e6, 20, Math.exp(20) / (Math.exp(20) + 999_999)],
  ]) {
    const column = likelihood(srr({ categories, epsilon }), 1)
    expect(column[1] / truth).toBeCloseTo(1, 14)
    expect(column[0] * (categories - 1) + column[1]).toBeCloseTo(1, 14)
  }
})

test('the others than a category are all categories but that one, in order', () => {
  expect([0, 1, 2, 3].map(index => anotherThan(2, index))).toEqual([0, 1, 3, 4])
  expect([0, 1].map(index => anotherThan(0, index))).toEqual([1, 2])
})
