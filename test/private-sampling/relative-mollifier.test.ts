import { describe, expect, test } from 'vitest'
import { clipSampler } from '../../src/private-sampling/clip-sampler.ts'
import { relativeMollifier } from '../../src/private-sampling/relative-mollifier.ts'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES, divergence } from '../../src/simplex/divergence.ts'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { normalise, randomLaw, total } from '../support/laws.ts'
import {
  cases,
  type Divergences,
  type Entry,
  expectDivergences,
  expectProbabilities,
  expectProbability,
  innerRatio,
  level,
} from './vectors.ts'

interface Case {
  p: number[]
  q: number[]
  eps: number | 'inf'
  expected: { p_hat: number[]; C: Entry; C_unique: boolean; divergence: Divergences; tv_optimum: number }
}

describe.each(cases<Case>('mollifier'))('the vector $id', ({ p, q, eps, expected }) => {
  const epsilon = level(eps)
  const kl = relativeMollifier({ reference: q, epsilon }).distribution(p)
  const tv = relativeMollifier({ reference: q, epsilon, norm: 'tv' }).distribution(p)
  test('has its projection and the divergences from p', () => {
    expectProbabilities(kl, expected.p_hat)
    expectDivergences(name => divergence(name, p, kl), expected.divergence)
  })
  test('has its scale C, where a category strictly inside the box shows it', () => {
    const bounds = { lower: Math.exp(-epsilon / 2), upper: Math.exp(epsilon / 2) }
    const ratio = innerRatio(normalise(p), kl, normalise(q), bounds)
    if (ratio !== null) expectProbability(ratio, expected.C)
    else expect(expected.C_unique).toBe(false)
  })
  test('is at the least total variation, with either norm', () => {
    expectDivergences(name => divergence(name, p, tv), { TV: expected.tv_optimum })
    expectDivergences(name => divergence(name, p, kl), { TV: expected.tv_optimum })
  })
})

const LEVELS = [0, 0.05, 0.6, 1.5, 4, 30, Infinity]

test('the two norms are equally far from p in total variation, and kl is never farther in any divergence', () => {
  const rng = stream(11, 'norms')
  for (let round = 0; round < 3000; round++) {
    const n = 1 + rng.integer(12)
    const [reference, p] = [randomLaw(rng, n), randomLaw(rng, n)]
    const epsilon = LEVELS[round % LEVELS.length]
    const kl = relativeMollifier({ reference, epsilon }).distribution(p)
    const tv = relativeMollifier({ reference, epsilon, norm: 'tv' }).distribution(p)
    expect(Math.abs(totalVariation(p, kl) - totalVariation(p, tv))).toBeLessThan(1e-14)
    for (const name of DIVERGENCES) {
      expect(divergence(name, p, kl)).toBeLessThanOrEqual(divergence(name, p, tv) * (1 + 1e-12) + 1e-14)
    }
  }
})

test('the norm tv moves every category by the same share of its room', () => {
  const rng = stream(11, 'even')
  for (let round = 0; round < 1000; round++) {
    const n = 2 + rng.integer(8)
    const [q, p] = [randomLaw(rng, n, false), randomLaw(rng, n)]
    const [low, high] = [
      q.map(mass => mass * Math.exp(-0.5)),
      q.map(mass => Math.min(1, mass * Math.exp(0.5))),
    ]
    const clipped = p.map((mass, i) => Math.min(high[i], Math.max(low[i], mass)))
    const side = total(clipped) < 1 ? high : low
    const share = (1 - total(clipped)) / (total(side) - total(clipped) || 1)
    relativeMollifier({ reference: q, epsilon: 1, norm: 'tv' })
      .distribution(p)
      .forEach((mass, i) => {
        expect(Math.abs(mass - clipped[i] - share * (side[i] - clipped[i]))).toBeLessThan(1e-13)
      })
  }
})

test('it is the clip sampler with κ = e^{ε/2} + 1', () => {
  const rng = stream(11, 'kappa')
  for (let round = 0; round < 500; round++) {
    const n = 1 + rng.integer(8)
    const [reference, p] = [randomLaw(rng, n), randomLaw(rng, n)]
    const epsilon = 5 * rng.uniform()
    const same = clipSampler({ reference, epsilon, kappa: Math.exp(epsilon / 2) + 1 }).distribution(p)
    relativeMollifier({ reference, epsilon })
      .distribution(p)
      .forEach((mass, i) => {
        expect(Math.abs(mass - same[i])).toBeLessThan(1e-14)
      })
  }
})

test('ε is not used up where a category is common: (½, ½) at ε = 2 spends less', () => {
  // The larger share is 1 − e^{−1}/2, not e/2.
  const { epsilon } = relativeMollifier({ reference: [0.5, 0.5], epsilon: 2 })
  expect(epsilon).toBeCloseTo(Math.log((1 - Math.exp(-1) / 2) / (Math.exp(-1) / 2)), 12)
})

test('an unknown norm is refused', () => {
  expect(() => relativeMollifier({ reference: [1, 1], epsilon: 1, norm: 'l2' as never })).toThrow(
    /^norm must be one of kl, tv/,
  )
})
