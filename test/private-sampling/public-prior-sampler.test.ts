import { describe, expect, test } from 'vitest'
import { publicPriorSampler } from '../../src/private-sampling/public-prior-sampler.ts'
import { stream } from '../../src/random/stream.ts'
import { divergence } from '../../src/simplex/divergence.ts'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { randomLaw } from '../support/laws.ts'
import { cases, type Divergences, expectDivergences, expectProbabilities, level } from './vectors.ts'

interface Case {
  q: number[]
  eps: number | 'inf'
  p: number[]
  expected: { pK: number[]; gamma: Divergences; divergence_p_pK: Divergences }
}

describe.each(cases<Case>('fixed_point'))('the vector $id', ({ q, eps, p, expected }) => {
  const sampler = publicPriorSampler({ prior: q, epsilon: level(eps) })
  test('has its output law, its divergences and its worst cases', () => {
    expectProbabilities(sampler.distribution(p), expected.pK)
    expectDivergences(name => divergence(name, p, sampler.distribution(p)), expected.divergence_p_pK)
    expectDivergences(sampler.worstCase, expected.gamma)
  })
})

test('TV(p, pK) ≤ (1 + tanh(ε/2)) TV(p, q), in 2000 random settings', () => {
  const rng = stream(10, 'tanh')
  for (let round = 0; round < 2000; round++) {
    const n = 2 + rng.integer(8)
    const [prior, p] = [randomLaw(rng, n), randomLaw(rng, n)]
    const epsilon = 6 * rng.uniform()
    const distance = totalVariation(p, publicPriorSampler({ prior, epsilon }).distribution(p))
    const bound = (1 + Math.tanh(epsilon / 2)) * totalVariation(p, prior)
    expect(distance).toBeLessThanOrEqual(bound * (1 + 1e-12) + 1e-15)
  }
})

test('the worst case is smallest for the uniform prior: with (1 %, 99 %) it is 0.9305, with (½, ½) 0.1192, at ε = 2', () => {
  const worst = (prior: number[]) => publicPriorSampler({ prior, epsilon: 2 }).worstCase('tv')
  expect(worst([0.01, 0.99])).toBeCloseTo(0.930547, 6)
  expect(worst([0.5, 0.5])).toBeCloseTo(0.119203, 6)
})

test('near its prior it does well all the same: TV 0.0376 at p = (5 %, 95 %), against 0.1073 with the uniform prior', () => {
  const p = [0.05, 0.95]
  const distance = (prior: number[]) =>
    totalVariation(p, publicPriorSampler({ prior, epsilon: 2 }).distribution(p))
  expect(distance([0.01, 0.99])).toBeCloseTo(0.037598, 6)
  expect(distance([0.5, 0.5])).toBeCloseTo(0.107283, 6)
})
