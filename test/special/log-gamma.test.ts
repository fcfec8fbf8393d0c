import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { binet } from '../../src/special/log-gamma.ts'
import { logGamma } from '../support/special.ts'

test.each([
  [1e-300, 344.4688254159022],
  [1e-10, 10.593986934110418],
  [0.004, 1.8655820406360044],
  [0.3, 0.2360649007482156],
  [1, 0.08106146679532726],
  [1.5, 0.05481412105191765],
  [2, 0.0413406959554093],
  [3.7, 0.022468770580143144],
  [9.99, 0.00833889679773433],
  [10, 0.00833056343336287],
  [10.5, 0.00793411456431402],
  [170.6, 0.0004884714999548015],
  [1e5, 8.333333333305556e-7],
  [1e10, 8.333333333333334e-12],
  [1e300, 8.333333333333334e-302],
])('what Stirling’s formula leaves at %d is right to 1e-14 (mpmath, 60 digits)', (x, exact) => {
  expect(Math.abs(binet(x) - exact) / Math.max(1, exact)).toBeLessThan(1e-14)
  // Beyond 10 it is the series, which is right relatively.
  if (x >= 10) expect(Math.abs(binet(x) - exact)).toBeLessThan(1e-14 * exact)
})

test('with it Stirling’s formula is the logarithm of Γ, from 1e-8 to 1e12', () => {
  const rng = stream(1, 'Stirling')
  for (let trial = 0; trial < 5000; trial++) {
    const x = 10 ** (20 * rng.uniform() - 8)
    const plain = (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2
    const exact = logGamma(x)
    expect(Math.abs(plain + binet(x) - exact) / Math.max(1, Math.abs(exact))).toBeLessThan(5e-14)
  }
})
