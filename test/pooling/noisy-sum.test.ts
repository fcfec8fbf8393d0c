import { expect, test } from 'vitest'
import { gridExponent, toGrid } from '../../src/pooling/grid.ts'
import { noisySum } from '../../src/pooling/noisy-sum.ts'
import { stream } from '../../src/random/stream.ts'
import { FALSE_ALARM, ksPValue } from '../support/statistics.ts'

function laplaceCdf(scale: number): (x: number) => number {
  return x => (x < 0 ? Math.exp(x / scale) / 2 : 1 - Math.exp(-x / scale) / 2)
}

test('the noise on a sum is Laplace with scale sensitivity/ε (false alarm 1e-6)', () => {
  const rng = stream('noisy-sum')
  const noise = Array.from({ length: 20_000 }, () => noisySum(-310, 15, 0.1, rng) + 310)
  expect(ksPValue(noise, laplaceCdf(150))).toBeGreaterThan(FALSE_ALARM)
  // Twins: 2r/ε for r/ε, ε for 1/ε.
  expect(ksPValue(noise, laplaceCdf(300))).toBeLessThan(FALSE_ALARM)
  expect(ksPValue(noise, laplaceCdf(15 * 0.1))).toBeLessThan(FALSE_ALARM)
})

test('sums no farther apart than the sensitivity are no farther apart on the grid (20,000 pairs)', () => {
  const rng = stream('noisy-sum', 'grid')
  let extreme = 0
  for (let i = 0; i < 20_000; i++) {
    const sensitivity = 10 ** (100 * rng.uniform() - 50)
    const exponent = gridExponent(sensitivity)
    const steps = toGrid(sensitivity, exponent)
    expect(Number(steps) * 2 ** exponent).toBe(sensitivity)
    const x = (rng.uniform() - 0.5) * sensitivity * 10 ** (10 * rng.uniform())
    const y = x + sensitivity
    // Doubles to their last bit, so that the pairs rounded apart by the addition itself can be left out.
    const apart = toGrid(y, exponent - 200) - toGrid(x, exponent - 200)
    if (apart > steps << 200n) continue
    extreme++
    expect(toGrid(y, exponent) - toGrid(x, exponent)).toBeLessThanOrEqual(steps)
  }
  expect(extreme).toBeGreaterThan(10_000)
})

test('a released sum is a whole number of steps, whatever the bits of the sum', () => {
  const rng = stream('noisy-sum', 'bits')
  for (let i = 0; i < 2000; i++) {
    const released = noisySum(rng.uniform() * 1e-5, 3, 1, rng)
    expect(Number.isInteger(released * 2 ** -gridExponent(3))).toBe(true)
  }
})

test('a public sum is left as it is', () => {
  expect(noisySum(0.1 + 0.2, 1, Infinity, stream('noisy-sum', 'public'))).toBe(0.1 + 0.2)
})
