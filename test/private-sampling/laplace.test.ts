import { expect, test } from 'vitest'
import { laplace, laplaceMixture } from '../../src/private-sampling/laplace.ts'
import { integrate } from '../../src/private-sampling/quadrature.ts'

test('quantile undoes cdf, to 1e-13, in both tails', () => {
  const { cdf, quantile } = laplace(0.7, 2)
  for (const x of [-40, -3, 0.69, 0.7, 0.71, 2, 20]) {
    expect(Math.abs(quantile(cdf(x)) - x)).toBeLessThan(1e-11)
  }
  expect(cdf(0.7)).toBe(0.5)
})

test('the densities integrate to one and to their cdf', () => {
  const { cdf, density } = laplace(-1, 0.5)
  expect(integrate(density, [-30, -1, 30], 1e-16).value).toBeCloseTo(1, 13)
  expect(integrate(density, [-30, -1, 0.3], 1e-16).value).toBeCloseTo(cdf(0.3), 13)
  const mixture = laplaceMixture({ locations: [-1, 0.2, 1], weights: [1, 2, 5], scale: 2 })
  expect(integrate(mixture.density, [-90, -1, 0.2, 1, 90], 1e-16).value).toBeCloseTo(1, 13)
})

test('a mixture is the weighted sum of its modes, and has its kinks there', () => {
  const mixture = laplaceMixture({ locations: [-1, 1], weights: [1, 3] })
  for (const x of [-2, -1, 0.3, 4]) {
    expect(mixture.density(x)).toBeCloseTo(0.25 * laplace(-1).density(x) + 0.75 * laplace(1).density(x), 15)
  }
  expect(mixture.kinks).toEqual([-1, 1])
})

test('bad arguments are refused by name', () => {
  expect(() => laplace(0, 0)).toThrow(/^scale/)
  expect(() => laplace(Number.NaN)).toThrow(/^location/)
  expect(() => laplaceMixture({ locations: [0], weights: [1, 1] })).toThrow(/^locations/)
  expect(() => laplaceMixture({ locations: [0, Infinity], weights: [1, 1] })).toThrow(/^locations\[1\]/)
})
