import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { probit } from '../../src/special/probit.ts'
import { normalCdf } from '../support/special.ts'

test.each([
  [1e-300, -37.0470962993612],
  [1e-100, -21.273453560965326],
  [1e-20, -9.262340089798407],
  [1e-12, -7.034483825301132],
  [1e-5, -4.264890793922825],
  [0.001, -3.0902323061678136],
  [0.02, -2.053748910631823],
  [0.07, -1.4757910281791706],
  [0.075, -1.439531470938456],
  [0.0750001, -1.4395307645017297],
  [0.25, -0.6744897501960817],
  [0.49999, -2.5066282748960008e-5],
  [0.5, 0],
  [0.6, 0.2533471031357997],
  [0.925, 1.4395314709384561],
  [0.93, 1.475791028179171],
  [0.99, 2.3263478740408408],
  [0.9999, 3.7190164854557084],
  [0.999999999999, 7.0344869100478356],
])('the normal quantile of %d is right to 2e-15 (mpmath, 400 digits)', (p, exact) => {
  expect(Math.abs(probit(p) - exact) / (Math.abs(exact) || 1)).toBeLessThan(2e-15)
})

test('it is the inverse of the normal distribution function', () => {
  const rng = stream(1, 'inverse')
  for (let trial = 0; trial < 2000; trial++) {
    const p = 10 ** (-30 * rng.uniform()) / 2
    expect(Math.abs(normalCdf(probit(p)) / p - 1)).toBeLessThan(1e-11)
    // 1 − p rounds p to a multiple of 2⁻⁵³.
    const rounded = 1 - (1 - p)
    if (rounded > 0) expect(probit(1 - p)).toBe(-probit(rounded))
  }
})
