import { expect, test } from 'vitest'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { unaryChannel } from '../../src/mechanism/unary-channel.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { scoresOf } from '../../src/sequence/scores.ts'

test('with p = ½ it is optimized unary encoding', () => {
  const epsilon = 1.5
  const optimized = unaryEncoding({ categories: 4, epsilon })
  const given = unaryChannel({ categories: 4, p: 0.5, q: 1 / (1 + Math.exp(epsilon)) })
  expect(given.epsilon).toBeCloseTo(epsilon, 14)
  for (const set of [[], [1], [0, 2], [0, 1, 2, 3]]) {
    expect(given.column(set).logScale).toBeCloseTo(optimized.column(set).logScale, 13)
  }
})

test('the level of basic RAPPOR is that of its numbers', () => {
  // f = ½ and reports with ¾ for a one and ½ for a zero: a bit is 1 with probability 11/16 or 9/16.
  const { epsilon } = unaryChannel({ categories: 3, p: 11 / 16, q: 9 / 16 })
  expect(Math.abs(epsilon - Math.log((11 * 7) / (5 * 9)))).toBeLessThan(1e-15)
})

test('two bits are 1 together as often as the channel says, with one of their categories held and with neither', () => {
  const mechanism = unaryChannel({ categories: 4, p: 0.7, q: 0.2 })
  const matrix = channelMatrix(mechanism)
  const both = (x: number) =>
    Array.from(mechanism.responses()).reduce(
      (sum, set, row) => sum + (set.includes(1) && set.includes(2) ? matrix[row][x] : 0),
      0,
    )
  const { outside, gap } = mechanism.support!.together!
  expect(outside).toBeCloseTo(both(0), 14)
  expect(outside + gap).toBeCloseTo(both(1), 14)
  expect(both(1)).toBeCloseTo(0.7 * 0.2, 14)
})

test('its scores are (1[bit] − q)/(p − q)', () => {
  const [lower, upper] = [new Float64Array(3), new Float64Array(3)]
  scoresOf(unaryChannel({ categories: 3, p: 0.75, q: 0.25 })).write([1], lower, upper)
  expect(Array.from(lower)).toEqual([-0.5, 1.5, -0.5])
  expect(upper).toEqual(lower)
})
