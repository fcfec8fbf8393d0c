import { expect, test } from 'vitest'
import { clipSampler } from '../../src/private-sampling/clip-sampler.ts'
import { minimaxSampler } from '../../src/private-sampling/minimax-sampler.ts'
import { publicPriorSampler } from '../../src/private-sampling/public-prior-sampler.ts'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES } from '../../src/simplex/divergence.ts'
import { dirac, randomLaw } from '../support/laws.ts'

test('with κ = 1/min h it has the worst cases of the public-prior sampler, and keeps the reference', () => {
  const rng = stream(12, 'same')
  for (let round = 0; round < 500; round++) {
    const reference = randomLaw(rng, 2 + rng.integer(8), false)
    const epsilon = 5 * rng.uniform()
    const sampler = clipSampler({ reference, epsilon, kappa: 1 / Math.min(...reference) })
    const kernel = publicPriorSampler({ prior: reference, epsilon })
    for (const name of DIVERGENCES) {
      const worst = kernel.worstCase(name)
      expect(Math.abs(sampler.worstCase(name) - worst)).toBeLessThanOrEqual(1e-10 * worst + 1e-13)
    }
    sampler.distribution(reference).forEach((mass, i) => {
      expect(Math.abs(mass - reference[i])).toBeLessThan(1e-14)
    })
  }
})

test('with κ = n and the uniform law it is the nonlinear minimax sampler of all laws', () => {
  const rng = stream(12, 'all')
  for (let round = 0; round < 300; round++) {
    const n = 2 + rng.integer(9)
    const epsilon = 4 * rng.uniform()
    const p = randomLaw(rng, n)
    const same = minimaxSampler({ form: 'nonlinear', categories: n, epsilon }).distribution(p)
    clipSampler({ reference: new Array(n).fill(1), kappa: n, epsilon })
      .distribution(p)
      .forEach((mass, i) => {
        expect(Math.abs(mass - same[i])).toBeLessThan(1e-15)
      })
  }
})

test('at κ = 1 the upper side is the reference itself, so that it answers by the reference', () => {
  const sampler = clipSampler({ reference: [0.2, 0.3, 0.5], kappa: 1, epsilon: 1 })
  sampler.distribution(dirac(3, 0)).forEach((mass, i) => {
    expect(Math.abs(mass - [0.2, 0.3, 0.5][i])).toBeLessThan(1e-15)
  })
  expect(sampler.epsilon).toBeLessThan(1e-14)
})

test('a κ below 1 is refused', () => {
  expect(() => clipSampler({ reference: [1, 1], kappa: 0.9, epsilon: 1 })).toThrow(/^kappa .*got 0.9/)
})
