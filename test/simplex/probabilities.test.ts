import { describe, expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { probabilities, sum, weights } from '../../src/simplex/probabilities.ts'

describe('probabilities', () => {
  test('come back as a copy that sums to one', () => {
    const given = Float64Array.of(0.25, 0.75)
    const result = probabilities('p', given)
    expect(result).toEqual(given)
    expect(result).not.toBe(given)
    expect(sum(probabilities('p', [0.3, 0.7 + 5e-7]))).toBe(1)
  })

  test.each([
    [[0.5, 0.5 + 2e-6], /^p must be probabilities that sum to one, not 1.00000/],
    [[0.5, 0.4], /^p must be probabilities that sum to one, not 0.9; got \[0.5, 0.4\]$/],
    [[1e308, 1e308], /^p must be probabilities that sum to one/],
    [[1.5, -0.5], /^p\[1\] must be a finite number, not negative; got -0.5$/],
    [[0.5, Number.NaN], /^p\[1\] must be a finite number, not negative; got NaN$/],
    [[Infinity], /^p\[0\] must be a finite number/],
    [['1'], /^p\[0\] must be a finite number, not negative; got "1"$/],
    [new Array(1), /^p\[0\] must be a finite number, not negative; got undefined$/],
    [[0, 0], /^p must be a vector with a positive sum/],
    [[], /^p must be a vector of numbers; got \[\]$/],
    [undefined, /^p must be a vector of numbers; got undefined$/],
    [null, /^p must be a vector of numbers; got null$/],
    ['11', /^p must be a vector of numbers; got "11"$/],
    [{}, /^p must be a vector of numbers; got {}$/],
  ])('%j are refused', (vector, message) => {
    const check = () => probabilities('p', vector as number[])
    expect(check).toThrow(RangeError)
    expect(check).toThrow(message)
  })

  test('of another length than asked for are refused', () => {
    expect(() => probabilities('p', [1], 2)).toThrow(/^p must be a vector of 2 numbers; got \[1\]$/)
  })
})

describe('weights', () => {
  test('are scaled to sum to one', () => {
    expect(weights('w', [1, 3])).toEqual(Float64Array.of(0.25, 0.75))
  })

  test('at both ends of the doubles are', () => {
    expect(weights('w', [1e308, 1e308])).toEqual(Float64Array.of(0.5, 0.5))
    expect(weights('w', [5e-324, 1.5e-323])).toEqual(Float64Array.of(0.25, 0.75))
    expect(weights('w', [0, 1e-300, 1e300])).toEqual(Float64Array.of(0, 0, 1))
  })
})

describe('a compensated sum', () => {
  test('is right where the plain one loses the small terms', () => {
    expect(sum([1, 1e100, 1, -1e100])).toBe(2)
    expect(sum([])).toBe(0)
  })

  test('of a million random numbers is that of whole numbers to an ulp, where the plain one is not', () => {
    const rng = stream(1, 'sum')
    const values = Float64Array.from({ length: 1e6 }, () => rng.uniform())
    let exact = 0n
    for (const value of values) exact += BigInt(value * 2 ** 53)
    const expected = Number(exact) / 2 ** 53
    expect(Math.abs(sum(values) - expected)).toBeLessThanOrEqual(2 ** -52 * expected)
    const plain = values.reduce((total, value) => total + value, 0)
    expect(Math.abs(plain - expected)).toBeGreaterThan(2 ** -52 * expected)
  })
})
