import { expect, test } from 'vitest'
import { discreteLaplace } from '../../src/pooling/discrete-laplace.ts'
import { stream } from '../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

const DRAWS = 100_000
const REACH = 400

/** Counts of −REACH…REACH beside those of the law ∝ exp(−|z|·rate). */
function pValue(sensitivity: bigint, epsilon: number, rate: number): number {
  const rng = stream('discrete-laplace', String(sensitivity), epsilon)
  const draw = discreteLaplace(sensitivity, epsilon)
  const observed = new Float64Array(2 * REACH + 1)
  for (let i = 0; i < DRAWS; i++) observed[Number(draw(rng)) + REACH]++
  const ratio = Math.exp(-rate)
  const expected = observed.map((_, i) => (DRAWS * (1 - ratio) * ratio ** Math.abs(i - REACH)) / (1 + ratio))
  return chiSquarePValue(observed, expected)
}

test.each([
  [1n, 1],
  [1n, 0.3],
  [3n, 0.3],
  [1n, 5],
  [7n, 1.75],
  [2n, 4],
])(
  'noise for sensitivity %s at ε = %f has the law ∝ exp(−|z| ε/sensitivity) (false alarm 1e-6)',
  (s, epsilon) => {
    const rate = epsilon / Number(s)
    expect(pValue(s, epsilon, rate)).toBeGreaterThan(FALSE_ALARM)
  },
)

test('twin: the same check rejects a scale wrong by a twentieth, and a sensitivity left out', () => {
  expect(pValue(3n, 0.3, 0.105)).toBeLessThan(FALSE_ALARM)
  expect(pValue(3n, 0.3, 0.3)).toBeLessThan(FALSE_ALARM)
})

test('a level of 1e-50 gives noise of about 1e50, one of 1e300 gives none', () => {
  const rng = stream('discrete-laplace', 'extremes')
  const size = Number(discreteLaplace(1n, 1e-50)(rng))
  expect(Math.abs(size)).toBeGreaterThan(1e43)
  expect(Math.abs(size)).toBeLessThan(1e52)
  expect(discreteLaplace(1n, 1e300)(rng)).toBe(0n)
})
