import { describe, expect, test } from 'vitest'
import { expRoundedDown } from '../../src/mechanism/coin.ts'
import { clipBounds } from '../../src/private-sampling/clip-sampler.ts'
import { continuousSampler } from '../../src/private-sampling/continuous-sampler.ts'
import { laplace, laplaceMixture } from '../../src/private-sampling/laplace.ts'
import { mixingCoin } from '../../src/private-sampling/mixing-coin.ts'
import { mixture } from '../../src/private-sampling/optimal-mixing.ts'
import { boxAround } from '../../src/private-sampling/ratio-box.ts'
import { wholeBox } from '../../src/private-sampling/whole-box.ts'
import { wholeGrid } from '../../src/private-sampling/whole-grid.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import { stream } from '../../src/random/stream.ts'
import { lawsKeepEpsilon } from '../support/exact-exp.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

const REFERENCE = laplace()
const LEVELS = [0, 1e-12, 0.1, 1, 5, 40]
const UNIFORM = new Float64Array(4096).fill(1 / 4096)

/** Ratios to the reference, some of them no densities at all, nor near the mass of one. */
const RATIOS: ((x: number) => number)[] = [
  () => 0,
  () => Infinity,
  () => 1,
  x => (x < 0 ? 0 : 100),
  x => (Math.abs(x) < 1e-3 ? 1e6 : 1e-6),
  x => 2 + Math.sin(1e9 * x),
  ...[-4, -1, 0.5, 3].map(m => (x: number) => laplace(m).density(x) / REFERENCE.density(x)),
]

const sum = (weights: readonly bigint[]) => weights.reduce((a, b) => a + b, 0n)

describe.each(LEVELS)('at ε = %d', epsilon => {
  test('the clipped laws of any ratios have one sum, and keep ε as whole numbers', () => {
    const bounds = clipBounds(4, epsilon)
    const grid = wholeGrid(REFERENCE, bounds, () => undefined as never, expRoundedDown(epsilon))
    const laws = RATIOS.map(grid.weights)
    expect(new Set(laws.map(sum)).size).toBe(1)
    expect(lawsKeepEpsilon(epsilon, laws)).toBe(true)
  })

  test('the mixed laws of the linear form too', () => {
    const [c1, c2] = [1 / 3, 3]
    const whole = wholeBox(boxAround(UNIFORM, c1, c2))
    const { heads, tails } = mixingCoin(whole, { epsilon }, mixture({ c1, c2 }, { epsilon }))
    const grid = wholeGrid(REFERENCE, { lower: c1, upper: c2 }, () => undefined as never)
    const other = tails * whole.unit * whole.reference[0]
    const laws = RATIOS.map(ratio => grid.weights(ratio).map(weight => heads * weight + other))
    expect(lawsKeepEpsilon(epsilon, laws)).toBe(true)
  })
})

test('a twin, 53-bit weights that are scaled to the mass that was found, does not keep ε', () => {
  const { lower, upper } = clipBounds(4, 1)
  const laws = RATIOS.map(ratio => {
    const clipped = Array.from(UNIFORM, (_, i) => {
      const x = REFERENCE.quantile((i + 0.5) / 4096)
      return Math.min(upper, Math.max(lower, ratio(x)))
    })
    const mass = clipped.reduce((a, b) => a + b, 0)
    return clipped.map(value => BigInt(Math.round((value / mass) * 2 ** 53)))
  })
  expect(lawsKeepEpsilon(1, laws)).toBe(false)
})

test('the law of the grid is within V/4096 of the law it stands for, V the total variation of its ratio', () => {
  const p = laplaceMixture({ locations: [-0.9, 0.3, 0.8], weights: [1, 2, 4], scale: 0.3 })
  const sampler = continuousSampler({ form: 'nonlinear', reference: REFERENCE, c1: 1 / 3, c2: 3, epsilon: 2 })
  const law = sampler.distribution(p)
  const ratio = (x: number) => law.density(x) / REFERENCE.density(x)
  const grid = wholeGrid(REFERENCE, clipBounds(4, 2), () => undefined as never, expRoundedDown(2))
  const weights = grid.weights(ratio)
  const all = sum(weights)
  const fine = 16
  let [distance, variation, before] = [0, 0, Number.NaN]
  weights.forEach((weight, i) => {
    const constant = Number((weight * 4096n * 2n ** 60n) / all) / 2 ** 60
    for (let k = 0; k < fine; k++) {
      const here = ratio(REFERENCE.quantile((i + (k + 0.5) / fine) / 4096))
      distance += Math.abs(here - constant) / (2 * 4096 * fine)
      if (i + k > 0) variation += Math.abs(here - before)
      before = here
    }
  })
  expect(variation).toBeGreaterThan(2)
  expect(distance).toBeLessThan(variation / 4096)
})

describe.each(['linear', 'nonlinear'] as const)('the %s form', form => {
  const options = { reference: REFERENCE, c1: 1 / 3, c2: 3, epsilon: 0.8 }
  const sampler = continuousSampler({ form, ...options })
  const law = sampler.distribution(laplaceMixture({ locations: [-0.9, 0.8], weights: [1, 4] }))

  // A false-alarm rate of 1e-6 each. Sixteen cells of 256 intervals; what the grid changes in them is below 1e-3 of them.
  test('is drawn from by the cryptographic source; a seeded draw from the reference, a twin, is not', () => {
    const size = 6000
    const cells = (draw: () => number) => {
      const counts = new Float64Array(16)
      for (let i = 0; i < size; i++) counts[Math.floor(REFERENCE.cdf(draw()) * 16)]++
      return counts
    }
    const shares = Float64Array.from({ length: 16 }, (_, i) => {
      let mass = 0
      for (let k = 0; k < 2000; k++) {
        const x = REFERENCE.quantile((i + (k + 0.5) / 2000) / 16)
        mass += law.density(x) / REFERENCE.density(x) / (2000 * 16)
      }
      return mass
    })
    const total = shares.reduce((a, b) => a + b, 0)
    const expected = shares.map(share => (share / total) * size)
    const source = cryptoRng()
    expect(
      chiSquarePValue(
        cells(() => law.draw(source)),
        expected,
      ),
    ).toBeGreaterThan(FALSE_ALARM)
    const rng = stream(22, form)
    const twin = cells(() => REFERENCE.quantile(rng.uniform() + 2 ** -54))
    expect(chiSquarePValue(twin, expected)).toBeLessThan(FALSE_ALARM)
  })

  test('gives finite numbers, and draws no double to decide by', () => {
    const source = cryptoRng()
    const words = {
      ...source,
      uniform: () => {
        throw new Error('a double was drawn')
      },
    }
    for (let i = 0; i < 50; i++) expect(Number.isFinite(law.draw(words))).toBe(true)
  })
})

test('a number that was drawn from P comes out as a point of its interval, not as itself', () => {
  const sampler = continuousSampler({ form: 'linear', reference: REFERENCE, c1: 0, c2: 4, epsilon: 40 })
  const source = cryptoRng()
  for (const x of [-30, -0.3, 0.123456789, 0.7, 2, 50]) {
    const told = sampler.sampleFrom(() => x, source)
    expect(told).not.toBe(x)
    // At ε = 40 the coin shows tails once in 1e16 throws.
    const interval = (value: number) => Math.min(4095, Math.floor(REFERENCE.cdf(value) * 4096))
    expect(interval(told)).toBe(interval(x))
  }
  for (const bad of [Number.NaN, Infinity, -Infinity]) {
    expect(() => sampler.sampleFrom(() => bad, source)).toThrow(/^draw\(\) must be a finite number$/)
  }
})
