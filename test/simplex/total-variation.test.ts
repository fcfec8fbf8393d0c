import { expect, test } from 'vitest'
import { totalVariation } from '../../src/simplex/total-variation.ts'

test('the distance is half the sum of the absolute differences', () => {
  expect(totalVariation([0.5, 0.5], [0.25, 0.75])).toBe(0.25)
  expect(totalVariation([1, 0, 0], Float64Array.of(0, 0.5, 0.5))).toBe(1)
  expect(totalVariation([0.2, 0.8], [0.2, 0.8])).toBe(0)
})

test('vectors of different lengths are refused', () => {
  expect(() => totalVariation([1], [0.5, 0.5])).toThrow('q must be as long as p, 1; got [0.5, 0.5]')
})

test('a distance that is no number does not come out', () => {
  for (const bad of [Number.NaN, Infinity, undefined]) {
    expect(() => totalVariation([bad as number, 0], [1, 0])).toThrow(
      /^the total variation distance of p and q must be a (finite )?number; got/,
    )
  }
})
