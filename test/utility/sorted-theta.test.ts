import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { createSortedTheta, firstAtMost, leastLikely, sortTheta } from '../../src/utility/sorted-theta.ts'
import { randomTheta } from '../support/random-theta.ts'

test('the running sums are those of the sorted vector, from both ends', () => {
  const rng = stream(1, 'sorted')
  const sorted = createSortedTheta(7)
  for (let i = 0; i < 500; i++) {
    const theta = randomTheta(rng, 7)
    sortTheta(theta, sorted)
    expect(Array.from(sorted.theta)).toEqual(Array.from(theta).sort((p, q) => q - p))
    expect(Array.from(sorted.order, x => theta[x])).toEqual(Array.from(sorted.theta))
    for (let k = 0; k <= 7; k++) {
      const [head, tail] = [sorted.theta.slice(0, k), sorted.theta.slice(k)]
      const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)
      const squares = (values: Float64Array) => sum(values.map(value => value * value))
      expect(sorted.mass[k]).toBeCloseTo(sum(head), 15)
      expect(sorted.squares[k]).toBeCloseTo(squares(head), 15)
      expect(Math.abs(sorted.restMass[k] - sum(tail))).toBeLessThanOrEqual(1e-15 * sum(tail))
      expect(Math.abs(sorted.restSquares[k] - squares(tail))).toBeLessThanOrEqual(1e-15 * squares(tail))
    }
  }
})

test('a rest of 1e-20 keeps its digits', () => {
  const sorted = createSortedTheta(3)
  sortTheta(Float64Array.of(1e-20, 1, 2e-20), sorted)
  expect(sorted.restMass[1]).toBe(2e-20 + 1e-20)
  expect(1 - sorted.mass[1]).toBe(0)
})

test('the first rank at most a bound is the one that a walk finds', () => {
  const rng = stream(1, 'bound')
  for (let i = 0; i < 2000; i++) {
    const theta = Float64Array.from({ length: 9 }, () => rng.integer(5))
      .sort()
      .reverse()
    const from = rng.integer(10)
    const bound = rng.integer(6) - rng.integer(2) / 2
    const walked = theta.findIndex((value, j) => j >= from && value <= bound)
    expect(firstAtMost(theta, from, bound)).toBe(walked < 0 ? 9 : walked)
  }
})

test('the least likely category is the last of the sorted ones', () => {
  const rng = stream(1, 'least')
  const sorted = createSortedTheta(6)
  for (let i = 0; i < 500; i++) {
    const theta = randomTheta(rng, 6)
    sortTheta(theta, sorted)
    expect(leastLikely(theta)).toBe(sorted.order[5])
  }
})
