import { expect, test } from 'vitest'
import { temper } from '../../src/simplex/temper.ts'

test('a law to the power 1 is itself, to 0 uniform, to ½ that of the roots', () => {
  expect(temper([3, 1], 1)).toEqual(Float64Array.of(0.75, 0.25))
  expect(temper([3, 1, 0], 0)).toEqual(new Float64Array(3).fill(1 / 3))
  expect(temper([16, 1], 0.5)).toEqual(Float64Array.of(0.8, 0.2))
})

test('a high power leaves the largest entries, though all of them to that power are too small for a double', () => {
  expect(temper([0.1, 0.4, 0.4, 0.1], 1e6)).toEqual(Float64Array.of(0, 0.5, 0.5, 0))
})

test('bad arguments are refused by name', () => {
  expect(() => temper([1, 1], -1)).toThrow(/^power must be .*; got -1$/)
  expect(() => temper([1, 1], Number.NaN)).toThrow(RangeError)
  expect(() => temper([-1, 1], 1)).toThrow(/^theta\[0\]/)
})
