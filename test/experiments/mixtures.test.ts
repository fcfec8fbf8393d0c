import { describe, expect, test } from 'vitest'
import { CLASSES, drawClient, samplerOf } from '../../experiments/sampling/mixtures.ts'
import { laplace } from '../../src/private-sampling/laplace.ts'
import { integrate } from '../../src/private-sampling/quadrature.ts'
import { stream } from '../../src/random/stream.ts'

/** KL at ε = 0.1, 0.5, 1, 2, recomputed by another program. */
const WORST_CASES = {
  global: [1.562488, 1.263221, 0.921385, 0.387991],
  'local, γ = 3': [0.500259, 0.324604, 0.15668, 0.003765],
  'local, γ = e': [0.416903, 0.257403, 0.110944, 0],
}

describe.each(Object.entries(WORST_CASES))('%s', (name, expected) => {
  test.each([0.1, 0.5, 1, 2])('has the worst case of the table at ε = %d, to 1e-6', level => {
    const exact = expected[[0.1, 0.5, 1, 2].indexOf(level)]
    expect(Math.abs(samplerOf('pure', name, level).worstCase('kl') - exact)).toBeLessThanOrEqual(5.01e-7)
  })
})

test('clients are densities within every class', () => {
  const rng = stream(1, 'clients')
  const h = laplace()
  for (let i = 0; i < 200; i++) {
    const p = drawClient(rng)
    const ends = [-60, ...[...p.kinks].sort((a, b) => a - b), 60]
    expect(integrate(p.density, ends, 1e-12).value).toBeCloseTo(1, 10)
    for (const { c1, c2 } of Object.values(CLASSES)) {
      for (let x = -5; x <= 5; x += 0.25) {
        const ratio = p.density(x) / h.density(x)
        expect(ratio).toBeGreaterThan(c1 * (1 - 1e-12))
        expect(ratio).toBeLessThan(c2 * (1 + 1e-12))
      }
    }
  }
})

test('clients have min(Poisson(2) + 1, 10) modes: 3,000 of them, mean within 5 standard errors (5.7e-7)', () => {
  const rng = stream(2, 'clients')
  const modes = Array.from({ length: 3000 }, () => drawClient(rng).kinks.length)
  // The cut at ten takes 4.6e-5 off the mean.
  const mean = modes.reduce((a, b) => a + b) / modes.length
  expect(Math.abs(mean - 3)).toBeLessThan(5 * Math.sqrt(2 / modes.length))
  expect(Math.min(...modes)).toBe(1)
  expect(Math.max(...modes)).toBeLessThanOrEqual(10)
})

test('the divergence of one mode grows with its distance from zero, and that of a mixture of modes is below the mean of theirs', () => {
  for (const privacy of ['pure', 'Gaussian'] as const) {
    const sampler = samplerOf(privacy, 'global', 0.5)
    const kl = (m: number) => sampler.distribution(laplace(m)).divergence('kl')
    const grid = Array.from({ length: 21 }, (_, i) => kl(i / 20))
    for (let i = 1; i < grid.length; i++) expect(grid[i]).toBeGreaterThan(grid[i - 1] - 1e-13)
    expect(kl(-1)).toBeCloseTo(kl(1), 10)
    const rng = stream(3, 'clients')
    for (let i = 0; i < 100; i++) {
      expect(sampler.distribution(drawClient(rng)).divergence('kl')).toBeLessThanOrEqual(kl(1))
    }
  }
})
