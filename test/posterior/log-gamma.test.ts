import { expect, test } from 'vitest'
import { logGamma, logRising } from '../../src/posterior/log-gamma.ts'
import { stream } from '../../src/random/stream.ts'

/** Relative, but absolute below 1: both functions have zeros. */
function error(value: number, exact: number): number {
  return Math.abs(value - exact) / Math.max(1, Math.abs(exact))
}

test.each([
  [5e-324, 744.4400719213812],
  [1e-300, 690.7755278982137],
  [1e-10, 23.025850929882736],
  [0.004, 5.5191651891003515],
  [0.3, 1.0957979948180756],
  [1, 0],
  [1.0000001, -5.772155829918507e-8],
  [1.5, -0.12078223763524522],
  [2, 0],
  [2.0000001, 4.227843666532498e-8],
  [3.7, 1.428072326665388],
  [9.99, 12.779315214350193],
  [10, 12.801827480081469],
  [10.5, 13.940625219403763],
  [170.6, 704.5180371279987],
  [1e5, 1051287.7089736569],
  [1e10, 220258509288.81058],
  [1e15, 3.3538776394910668e16],
  [1e100, 2.2925850929940456e102],
  [1e300, 6.897755278982137e302],
])('ln Γ(%d) is right to 1e-14 (mpmath, 50 digits)', (x, exact) => {
  expect(error(logGamma(x), exact)).toBeLessThan(1e-14)
})

// Below x = 10 it is a difference, which has the error of ln Γ(x + n).
test.each([
  [1e-300, 1, -690.7755278982137],
  [1e-10, 3, -22.33270374923051],
  [0.004, 1000, 5899.728887048867],
  [0.2, 1, -1.6094379124341003],
  [0.2, 1e9, 19723265830.124306],
  [3.3, 0, 0],
  [9.999999, 1, 2.3025849929940407],
  [10, 1, Math.LN10],
  [10, 1e15, 3.3538776394911e16],
  [12.5, 7, 19.126738997024653],
  [1e8, 3, 55.2620422618571],
  [1e17, 5, 195.7197329044939],
  [1e17, 1e9, 39143946585.89877],
  [1e100, 1e6, 230258509.29940456],
  [1e300, 2, 1381.5510557964274],
])('ln Γ(%d + n) − ln Γ for n = %d is right to 1e-14 (mpmath, 700 digits)', (x, n, exact) => {
  expect(error(logRising(x, n), exact)).toBeLessThan(1e-14)
})

test('Γ(x + 1) = x Γ(x), from 1e-8 to 1e12', () => {
  const rng = stream(1, 'recurrence')
  for (let trial = 0; trial < 5000; trial++) {
    const x = 10 ** (20 * rng.uniform() - 8)
    const next = logGamma(x + 1)
    expect(Math.abs(next - logGamma(x) - Math.log(x)) / Math.max(1, Math.abs(next))).toBeLessThan(1e-14)
  }
})

test('rising by n is rising by one n times, on both sides of where the formula changes', () => {
  const rng = stream(1, 'rising')
  for (let trial = 0; trial < 2000; trial++) {
    const x = 10 ** (22 * rng.uniform() - 4)
    const n = rng.integer(40)
    let sum = 0
    for (let i = 0; i < n; i++) sum += Math.log(x + i)
    expect(error(logRising(x, n), sum)).toBeLessThan(1e-13)
  }
})
