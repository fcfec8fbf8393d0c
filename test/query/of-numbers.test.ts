import { describe, expect, test } from 'vitest'
import { orderedQuestion } from '../../src/domain/read-question.ts'
import { cellOf, type Functional } from '../../src/query/functional.ts'
import { distributionOf, expectationOf, quantileOf, tailOf } from '../../src/query/of-numbers.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import { stream } from '../../src/random/stream.ts'

const range = orderedQuestion({ edges: [0, 1, 3, 4] })
/** Below .1, then .2, .4, .2, above .1. */
const law = Float64Array.of(0.1, 0.2, 0.4, 0.2, 0.1)

describe('by hand', () => {
  test.each([
    ['a quantile in the cell below is the lower end', quantileOf(range, 0.05), 0],
    ['a quantile in the cell above is the upper end', quantileOf(range, 0.95), 4],
    ['the median is inside its bin by the share of it', quantileOf(range, 0.5), 2],
    ['a quantile at an edge is the edge', quantileOf(range, 0.3), 1],
    [
      'the mean is of values clamped to the range',
      expectationOf(range),
      0.2 * 0.5 + 0.4 * 2 + 0.2 * 3.5 + 0.1 * 4,
    ],
    ['the distribution function goes evenly through a bin', distributionOf(range, 2), 0.5],
    ['the distribution function has the cell below at the lower end', distributionOf(range, 0), 0.1],
    ['the distribution function lacks the cell above at the upper end', distributionOf(range, 4), 0.9],
    ['a tail has the cell above', tailOf(range, 2, 'tail'), 0.7],
    ['a cell is its own probability', cellOf(3), 0.2],
  ] as [string, Functional, number][])('%s', (_, functional, expected) => {
    expect(functional.value(law, 0)).toBeCloseTo(expected, 12)
  })

  test('a law may begin anywhere in an array of draws', () => {
    const draws = Float64Array.of(...law, ...law.slice().reverse())
    expect(quantileOf(range, 0.5).value(draws, 5)).toBeCloseTo(2, 12)
    expect(expectationOf(range).value(draws, 0)).toBeCloseTo(2, 12)
  })
})

test('influence functions are the derivatives, up to a constant', () => {
  const rng = stream(1, 'influence')
  const wide = orderedQuestion({ from: -2, to: 7, bins: 11 })
  for (const functional of [quantileOf(wide, 0.37), expectationOf(wide), distributionOf(wide, 1.3)]) {
    const theta = drawDirichlet(rng, new Float64Array(13).fill(2), new Float64Array(13))
    const influence = new Float64Array(13)
    functional.influence!(theta, influence)
    const mean = influence.reduce((sum, value, x) => sum + value * theta[x], 0)
    for (let x = 0; x < 13; x++) {
      // A little mass moves from the whole law to the cell.
      const h = 1e-7
      const moved = theta.map((value, z) => (1 - h) * value + (z === x ? h : 0))
      const slope = (functional.value(moved, 0) - functional.value(theta, 0)) / h
      expect(slope).toBeCloseTo(influence[x] - mean, 4)
    }
  }
})

test('bad arguments are refused', () => {
  expect(() => quantileOf(range, 1)).toThrow('p must be a number above 0 and below 1; got 1')
  expect(() => distributionOf(range, 5)).toThrow('x must be a number from 0 to 4; got 5')
})
