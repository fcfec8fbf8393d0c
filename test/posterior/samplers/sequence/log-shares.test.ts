import { expect, test } from 'vitest'
import { drawLogShares } from '../../../../src/posterior/samplers/sequence/log-shares.ts'
import { stream } from '../../../../src/random/stream.ts'
import { LEAST_DRAWN } from '../../../../src/random/tilted-power.ts'
import { FALSE_ALARM, ksPValue } from '../../../support/statistics.ts'

test('an entry that a double holds has its logarithm', () => {
  const theta = Float64Array.of(0.25, 0.75, LEAST_DRAWN)
  const out = drawLogShares(stream(1), theta, 0.1, new Float64Array(3))
  expect(Array.from(out)).toEqual([0.25, 0.75, LEAST_DRAWN].map(value => expect.closeTo(Math.log(value), 12)))
})

// False alarms: 1e-6 for each concentration.
test('an entry that has underflowed is drawn below that, by a law whose scale is the concentration', () => {
  for (const rho of [0.01, 3]) {
    const n = 2000
    const out = drawLogShares(stream('log shares', rho), new Float64Array(n), rho, new Float64Array(n))
    const below = out.map(value => (Math.log(LEAST_DRAWN) - value) * rho)
    expect(ksPValue(below, value => (value > 0 ? -Math.expm1(-value) : 0))).toBeGreaterThan(FALSE_ALARM)
    // The twin that forgets the concentration.
    expect(
      ksPValue(
        below.map(value => value / rho),
        value => -Math.expm1(-value),
      ),
    ).toBeLessThan(FALSE_ALARM)
  }
})
