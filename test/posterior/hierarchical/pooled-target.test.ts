import { expect, test } from 'vitest'
import { POOLING, poolingPrior } from '../../../src/posterior/hierarchical/pooled-place.ts'
import { PooledTarget } from '../../../src/posterior/hierarchical/pooled-target.ts'

/** The mean law of two categories. */
const LOG_MEAN = Float64Array.of(Math.log(0.3), Math.log(0.7))

/** ln θ of two categories with this log ratio. */
const logLaw = (ratio: number) => [-Math.log1p(Math.exp(-ratio)), -Math.log1p(Math.exp(ratio))]

/** The integral over the log ratios of two groups, by the trapezoidal rule, of e to a function of the sums of ln θ_gx. */
function integral(logDensity: (sums: Float64Array) => number, lawOf: (ratio: number) => number[] = logLaw) {
  const [most, step] = [16, 0.4]
  const laws = Array.from({ length: (2 * most) / step }, (_, i) => lawOf(i * step - most))
  let total = 0
  for (const [a, b] of laws) {
    for (const [c, d] of laws) total += Math.exp(logDensity(Float64Array.of(a + c, b + d)))
  }
  return total * step * step
}

test('given α and m the laws of the groups have a density whose integral does not depend on α and m', () => {
  const target = new PooledTarget(2, 2)
  const mass = (alpha: number, logMean = LOG_MEAN) => {
    const ofMean = POOLING.mean * (logMean[0] + logMean[1]) + poolingPrior(Math.log(alpha))
    return integral(sums => target.prior(Math.log(alpha), logMean, sums) - ofMean)
  }
  for (const alpha of [4, 9]) expect(mass(alpha) / mass(6)).toBeCloseTo(1, 6)
  expect(mass(6, Float64Array.of(Math.log(0.5), Math.log(0.5))) / mass(6)).toBeCloseTo(1, 6)
})

test('a stretch of all groups away from m, with the factor of its volume, leaves the integral as it is', () => {
  const target = new PooledTarget(2, 2)
  const logAlpha = Math.log(6)
  const middle = LOG_MEAN[0] - LOG_MEAN[1]
  const whole = integral(sums => target.prior(logAlpha, LOG_MEAN, sums))
  for (const s of [-0.4, 0.4]) {
    const stretched = integral(
      sums => target.prior(logAlpha, LOG_MEAN, sums) + target.volume(s),
      ratio => logLaw(middle + Math.exp(s) * (ratio - middle)),
    )
    expect(stretched / whole).toBeCloseTo(1, 6)
  }
})

test('the density of one parameter given the others is that of its Gamma law and of the pooling, up to a constant', () => {
  // With α m_x for m, the Dirichlet(½) law of m gives α^(−K/2) Π (α m_x)^½ in the logarithms of these parameters.
  const target = new PooledTarget(3, 4)
  const others = 2.5
  const density = (shape: number) => target.shapes(Math.log(others + shape), Math.log(shape))
  const expected = (shape: number) => {
    const alpha = others + shape
    return poolingPrior(Math.log(alpha)) + 0.5 * Math.log(shape) - 2 * Math.log(alpha)
  }
  for (const shape of [0.01, 1, 30]) {
    expect(density(shape) - density(2)).toBeCloseTo(expected(shape) - expected(2), 12)
  }
})
