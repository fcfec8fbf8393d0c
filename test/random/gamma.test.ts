import { expect, test } from 'vitest'
import { drawExponential } from '../../src/random/exponential.ts'
import { drawGamma, drawLogGamma } from '../../src/random/gamma.ts'
import { drawNormal } from '../../src/random/normal.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { gammaQ, logGamma, normalCdf } from '../support/special.ts'
import { FALSE_ALARM, ksPValue } from '../support/statistics.ts'

// Each statistical check raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const DRAWS = 100_000

function goodness(draw: (rng: Rng) => number, cdf: (x: number) => number, name: string | number): number {
  const rng = stream(1, 'gamma', name)
  return ksPValue(
    Float64Array.from({ length: DRAWS }, () => draw(rng)),
    cdf,
  )
}

/** The chance that the logarithm of a Gamma(shape, 1) draw is at most x; x^a/Γ(a+1) where e^x would underflow. */
function logLaw(shape: number): (x: number) => number {
  const scale = logGamma(shape + 1)
  return x => (x < -40 ? Math.exp(shape * x - scale) : 1 - gammaQ(shape, Math.exp(x)))
}

test.each([0.1, 0.5, 0.99, 1, 1.01, 2.5, 10, 1000, 1e6])(
  'gamma draws of shape %f follow their law',
  shape => {
    const law = (x: number) => 1 - gammaQ(shape, x)
    expect(goodness(rng => drawGamma(rng, shape), law, shape)).toBeGreaterThan(FALSE_ALARM)
    // Twin: a scale that moves the mean by a twentieth of the standard deviation.
    const scale = 1 + 0.05 / Math.sqrt(shape)
    expect(goodness(rng => drawGamma(rng, shape) * scale, law, shape)).toBeLessThan(FALSE_ALARM)
  },
)

test('the gamma test rejects the cube of a normal without the rejection step', () => {
  const shape = 1.5
  const d = shape - 1 / 3
  const draw = (rng: Rng) => d * Math.max(0, 1 + drawNormal(rng) / (3 * Math.sqrt(d))) ** 3
  expect(goodness(draw, x => 1 - gammaQ(shape, x), 'cube')).toBeLessThan(FALSE_ALARM)
})

test('the gamma test rejects draws below shape 1 without U^(1/shape), and with U', () => {
  const law = (x: number) => 1 - gammaQ(0.5, x)
  expect(goodness(rng => drawGamma(rng, 1.5), law, 'no boost')).toBeLessThan(FALSE_ALARM)
  expect(goodness(rng => drawGamma(rng, 1.5) * rng.uniform(), law, 'boost')).toBeLessThan(FALSE_ALARM)
})

test('gamma draws of shape 1e13, standardised, are normal', () => {
  // The skewness, 6e-7, is far below what the draws can show.
  const standardised = (rng: Rng) => (drawGamma(rng, 1e13) - 1e13) / Math.sqrt(1e13)
  expect(goodness(standardised, normalCdf, 'large')).toBeGreaterThan(FALSE_ALARM)
  expect(goodness(rng => standardised(rng) * 1.1, normalCdf, 'large')).toBeLessThan(FALSE_ALARM)
})

test.each([1e-6, 1e-3, 0.01, 0.5, 0.999, 1, 3])(
  'logarithms of gamma draws of shape %f follow their law',
  shape => {
    expect(goodness(rng => drawLogGamma(rng, shape), logLaw(shape), shape)).toBeGreaterThan(FALSE_ALARM)
    // Twin: the shape wrong by a twentieth.
    expect(goodness(rng => drawLogGamma(rng, shape * 1.05), logLaw(shape), shape)).toBeLessThan(FALSE_ALARM)
  },
)

test('the log-gamma test rejects the logarithm of an underflowed draw, and ln(U) undivided by the shape', () => {
  expect(goodness(rng => Math.log(drawGamma(rng, 1e-3)), logLaw(1e-3), 'underflow')).toBeLessThan(FALSE_ALARM)
  const undivided = (rng: Rng) => Math.log(drawGamma(rng, 1.01)) - drawExponential(rng)
  expect(goodness(undivided, logLaw(0.01), 'undivided')).toBeLessThan(FALSE_ALARM)
})

test('from shape 1e-300 to 1e300, draws are finite and not negative, and their logarithms finite', () => {
  const rng = stream(1, 'range')
  for (let i = 0; i < 20_000; i++) {
    const shape = 10 ** (-300 + (600 * i) / 19_999)
    const draw = drawGamma(rng, Math.min(shape, 1e300))
    expect(draw >= 0 && draw < Infinity).toBe(true)
    expect(Number.isFinite(drawLogGamma(rng, Math.min(shape, 1e300)))).toBe(true)
  }
})

test('a draw and its logarithm, from equal streams, agree', () => {
  for (const shape of [0.3, 1, 7]) {
    for (let i = 0; i < 1000; i++) {
      const draw = drawGamma(stream(i, shape), shape)
      expect(Math.exp(drawLogGamma(stream(i, shape), shape)) / draw).toBeCloseTo(1, 12)
    }
  }
})

test.each([0, -1, 1e-301, 1e301, Infinity, Number.NaN, undefined, '1'])('shape %s is refused', shape => {
  const message = /^shape must be a number from 1e-300 to 1e300; got/
  expect(() => drawGamma(stream(1), shape as number)).toThrow(message)
  expect(() => drawLogGamma(stream(1), shape as number)).toThrow(message)
})
