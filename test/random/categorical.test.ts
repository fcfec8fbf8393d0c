import { expect, test } from 'vitest'
import type { Vector } from '../../src/check/check.ts'
import { createAlias, drawIndex } from '../../src/random/categorical.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

// Each statistical check raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const DRAWS = 500_000
/** A thousand weights are gone through for each of these. */
const FEW = 100_000
const WEIGHTS = [0, 1, 2, 0, 3, 0.5, 0]

function goodness(draw: (rng: Rng) => number, weights: Vector, draws = DRAWS): number {
  const rng = stream(1, 'categorical', weights.length)
  const counts = new Float64Array(weights.length)
  for (let i = 0; i < draws; i++) counts[draw(rng)]++
  const total = Array.from(weights).reduce((a, b) => a + b)
  return chiSquarePValue(
    counts,
    Array.from(weights, w => (draws * w) / total),
  )
}

/** Weights over many orders of magnitude, some of them zero, at least one positive. */
function spreadWeights(rng: Rng): Float64Array {
  const weights = Float64Array.from({ length: 1 + rng.integer(30) }, () =>
    rng.uniform() < 0.3 ? 0 : 10 ** (-40 * rng.uniform() ** 4),
  )
  weights[rng.integer(weights.length)] = 1
  return weights
}

/** The probabilities that an alias table draws with, found by bisection of the uniform draw in each of its columns. */
function tableLaw(weights: Vector): Float64Array {
  const law = new Float64Array(weights.length)
  const table = createAlias(weights)
  let [column, uniform] = [0, 0]
  const fixed = { ...stream(1), integer: () => column, uniform: () => uniform }
  const at = (u: number) => {
    uniform = u
    return table.draw(fixed)
  }
  for (; column < law.length; column++) {
    let [low, high] = [-(2 ** -53), 1]
    while (high - low > 2 ** -53) {
      const middle = Math.ceil(((low + high) / 2) * 2 ** 53) / 2 ** 53
      if (middle < 1 && at(middle) === column) low = middle
      else high = middle
      if (low + 2 ** -53 >= high) break
    }
    const share = low + 2 ** -53
    law[column] += share / law.length
    if (share < 1) law[at(1 - 2 ** -53)] += (1 - share) / law.length
  }
  return law
}

test('indices are drawn in proportion to their weights, by one pass and by the alias table', () => {
  const alias = createAlias(WEIGHTS)
  expect(goodness(rng => drawIndex(rng, WEIGHTS), WEIGHTS)).toBeGreaterThan(FALSE_ALARM)
  expect(goodness(rng => drawIndex(rng, WEIGHTS, 6.5), WEIGHTS)).toBeGreaterThan(FALSE_ALARM)
  expect(goodness(rng => alias.draw(rng), WEIGHTS)).toBeGreaterThan(FALSE_ALARM)
})

test('a thousand random weights are drawn in proportion, by one pass and by the alias table', () => {
  const rng = stream(1, 'weights')
  const weights = Float64Array.from({ length: 1000 }, () => Math.max(0, rng.uniform() - 0.2))
  const total = weights.reduce((a, b) => a + b)
  const alias = createAlias(weights)
  expect(goodness(rng => drawIndex(rng, weights, total), weights, FEW)).toBeGreaterThan(FALSE_ALARM)
  expect(goodness(rng => alias.draw(rng), weights, FEW)).toBeGreaterThan(FALSE_ALARM)
})

test('those checks reject a shifted table, one without aliases, and a total that is too large', () => {
  const rng = stream(1, 'weights')
  const weights = Float64Array.from({ length: 1000 }, () => 0.3 + rng.uniform())
  const total = weights.reduce((a, b) => a + b)
  const shifted = createAlias(weights.map((_, i) => weights[(i + 1) % weights.length]))
  expect(goodness(rng => shifted.draw(rng), weights, FEW)).toBeLessThan(FALSE_ALARM)
  expect(goodness(rng => rng.integer(weights.length), weights, FEW)).toBeLessThan(FALSE_ALARM)
  expect(goodness(rng => drawIndex(rng, weights, total * 1.01), weights, FEW)).toBeLessThan(FALSE_ALARM)
})

test('the alias table of two thousand random weight vectors holds their exact probabilities', () => {
  const rng = stream(1, 'exact')
  for (let i = 0; i < 2000; i++) {
    const weights = spreadWeights(rng)
    const total = weights.reduce((a, b) => a + b)
    const wrong = tableLaw(weights).filter((p, j) =>
      weights[j] === 0 ? p !== 0 : !(Math.abs(p - weights[j] / total) < 1e-15),
    )
    expect(wrong).toHaveLength(0)
  }
})

test('an index of weight 0 is never drawn, nor one past the end, at the extreme uniform draws and rounded totals', () => {
  const rng = stream(1, 'extreme')
  const source = stream(1)
  const wrong: number[] = []
  for (let i = 0; i < 5000; i++) {
    const weights = spreadWeights(rng)
    const total = weights.reduce((a, b) => a + b)
    for (const u of [0, 2 ** -53, rng.uniform(), 1 - 2 ** -53]) {
      const fixed = { ...source, uniform: () => u }
      for (const given of [undefined, total, total * (1 + 1e-15), total * (1 - 1e-15)]) {
        if (!(weights[drawIndex(fixed, weights, given)] > 0)) wrong.push(u)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('weights near the ends of the range of doubles are drawn in proportion', () => {
  for (const scale of [1e-300, 1e300]) {
    const weights = WEIGHTS.map(w => w * scale)
    const alias = createAlias(weights)
    expect(goodness(rng => drawIndex(rng, weights), WEIGHTS)).toBeGreaterThan(FALSE_ALARM)
    expect(goodness(rng => alias.draw(rng), WEIGHTS)).toBeGreaterThan(FALSE_ALARM)
  }
  expect(tableLaw([1e308, 1e308, 0])).toEqual(Float64Array.of(0.5, 0.5, 0))
  expect(drawIndex(stream(1), [0, 5e-324])).toBe(1)
})

test.each([
  [[0, 0], /^the total of weights must be finite and positive; got 0/],
  [[], /^the total of weights must be finite and positive; got 0/],
  [[1e308, 1e308], /^the total of weights must be finite and positive; got Infinity/],
  [[1, Number.NaN], /^the total of weights must be finite and positive; got NaN/],
  [[-1, 2], /^weights\[0\] must be a number, not negative; got -1/],
])('weights %j are refused by one pass', (weights, message) => {
  expect(() => drawIndex(stream(1), weights)).toThrow(message)
})

test('weights that are all zero are refused whatever total is given, and so is a total that is not positive', () => {
  expect(() => drawIndex(stream(1), [0, 0], 1)).toThrow(
    /^weights must be a vector with a positive sum; got \[0, 0\]/,
  )
  expect(() => drawIndex(stream(1), [Number.NaN, 1], 1)).toThrow(
    /^weights\[0\] must be a number, not negative; got NaN/,
  )
  for (const total of [0, -1, Number.NaN, Infinity]) {
    expect(() => drawIndex(stream(1), [1, 1], total)).toThrow(
      /^the total of weights must be finite and positive/,
    )
  }
})

test.each([
  [[0, 0], /^weights must be a vector with a positive sum/],
  [[], /^weights must be a vector of numbers/],
  [[1, -1], /^weights\[1\] must be/],
  [[Number.NaN], /^weights\[0\] must be/],
  [[Infinity], /^weights\[0\] must be/],
])('weights %j are refused by the alias table', (weights, message) => {
  expect(() => createAlias(weights)).toThrow(message)
})
