import { describe, expect, test } from 'vitest'
import { localMinimaxSampler } from '../../src/private-sampling/local-minimax-sampler.ts'
import { optimalMixing } from '../../src/private-sampling/optimal-mixing.ts'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES, divergence } from '../../src/simplex/divergence.ts'
import { dirac, normalise, randomLaw } from '../support/laws.ts'
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
  p0: number[]
  gamma: number
  eps: number | 'inf'
  expected: {
    identity: boolean
    lower_factor: Entry
    upper_factor: Entry
    r_P: Entry
    q: number[]
    divergence: Divergences
  }
}

describe.each(cases<Case>('local_clip'))('the vector $id', ({ p, p0, gamma, eps, expected }) => {
  const sampler = localMinimaxSampler({ form: 'nonlinear', reference: p0, gamma, epsilon: level(eps) })
  const q = sampler.distribution(p)
  test('has its law and the divergences from p', () => {
    expectProbabilities(q, expected.q)
    expectDivergences(name => divergence(name, p, q), expected.divergence)
    if (expected.identity) expectProbabilities(q, Array.from(normalise(p)))
  })
  test('has its bounds, where a law of one category reaches them, and its r', () => {
    const h = normalise(p0)
    const [lower, upper] = [expected.lower_factor, expected.upper_factor] as [number, number]
    const [rare] = Array.from(h.keys()).sort((i, j) => h[i] - h[j])
    if (h[rare] * (gamma + 1) <= 1) {
      expectProbability(sampler.distribution(dirac(h.length, rare))[rare] / h[rare], upper)
      const other = h.map((mass, i) => (i === rare ? 0 : mass))
      expectProbability(sampler.distribution(other)[rare] / h[rare], lower)
    }
    const ratio = innerRatio(normalise(p), q, h, { lower, upper })
    if (ratio !== null) expectProbability(ratio, expected.r_P)
  })
})

const UNIFORM = new Array(20).fill(0.05)

test('γ = 9 around the uniform law of k = 20: the worst cases are those of the published bar charts, to their five digits', () => {
  const table: [number, number[]][] = [
    [0.1, [0.790633, 1.678242, 6.4175, 0.387829]],
    [0.5, [0.745172, 1.370634, 4.2434, 0.335992]],
    [1, [0.668031, 1.016345, 2.5049, 0.26595]],
    [2, [0.449147, 0.451808, 0.8148, 0.128662]],
  ]
  for (const [epsilon, expected] of table) {
    for (const form of ['linear', 'nonlinear'] as const) {
      const sampler = localMinimaxSampler({ form, reference: UNIFORM, gamma: 9, epsilon })
      DIVERGENCES.map(sampler.worstCase).forEach((value, i) => {
        expect(Math.abs(value / expected[i] - 1)).toBeLessThan(2e-5)
      })
    }
  }
})

test('a P of the neighbourhood with two categories at γ and the rest at 1/γ attains the worst case', () => {
  const p = [0.45, 0.45, ...new Array(18).fill(0.05 / 9)]
  for (const epsilon of [0.1, 0.5, 1, 2]) {
    for (const form of ['linear', 'nonlinear'] as const) {
      const sampler = localMinimaxSampler({ form, reference: UNIFORM, gamma: 9, epsilon })
      for (const name of DIVERGENCES) {
        expect(divergence(name, p, sampler.distribution(p)) / sampler.worstCase(name)).toBeCloseTo(1, 10)
      }
    }
  }
})

test.each([
  [0.1, 0.213],
  [1, 1.6],
  [2, 2.811],
])(
  'a twin of the linear form that does not project spends, for ε = %d, %d at laws of one category',
  (epsilon, spent) => {
    const { lambda, distribution } = localMinimaxSampler({
      form: 'linear',
      reference: UNIFORM,
      gamma: 9,
      epsilon,
    })
    const unprojected = (p: Float64Array) => p.map((mass, i) => lambda * mass + (1 - lambda) * UNIFORM[i])
    const level = (law: (p: Float64Array) => Float64Array) =>
      Math.log(law(dirac(20, 0))[0] / law(dirac(20, 1))[0])
    expect(level(unprojected)).toBeCloseTo(spent, 3)
    expect(level(distribution)).toBeLessThanOrEqual(epsilon)
  },
)

test('where γ² ≤ e^ε the neighbourhood comes back unchanged, but a law of one category is clipped', () => {
  const reference = [0.3, 0.3, 0.4]
  const sampler = localMinimaxSampler({ form: 'nonlinear', reference, gamma: 2, epsilon: 1.5 })
  expectProbabilities(sampler.distribution([0.2, 0.3, 0.5]), [0.2, 0.3, 0.5])
  const [first, second, third] = [0, 1, 2].map(x => sampler.distribution(dirac(3, x)))
  expect(Math.log(first[0] / second[0])).toBeCloseTo(1.347, 3)
  expect(Math.log(first[0] / third[0])).toBeCloseTo(1.5, 12)
})

test('the linear form takes δ and a Gaussian level, with the λ of optimalMixing', () => {
  const local = { form: 'linear', reference: UNIFORM, gamma: 9 } as const
  const ratios = { c1: 1 / 9, c2: 9 }
  expect(localMinimaxSampler({ ...local, epsilon: 1, delta: 1e-5 }).lambda).toBe(
    optimalMixing({ ...ratios, epsilon: 1, delta: 1e-5 }),
  )
  const gaussian = localMinimaxSampler({ ...local, gaussian: 1 })
  expect(gaussian.lambda).toBe(optimalMixing({ ...ratios, gaussian: 1 }))
  // The published bars for ν = 1: 0.715345 (kl), 0.571001 (tv), 0.196813 (hellinger2).
  expect(gaussian.worstCase('kl')).toBeCloseTo(0.715345, 6)
  expect(gaussian.worstCase('tv')).toBeCloseTo(0.571001, 6)
  expect(gaussian.worstCase('hellinger2')).toBeCloseTo(0.196813, 6)
  // The pure level of this channel, λ·9 + 1 − λ over λ/9 + 1 − λ.
  const { lambda, epsilon } = gaussian
  expect(epsilon).toBeCloseTo(Math.log((9 * lambda + 1 - lambda) / (lambda / 9 + 1 - lambda)), 12)
})

test('the nonlinear form is private whatever P and γ are, in 2000 random settings', () => {
  const rng = stream(14, 'gamma')
  for (let round = 0; round < 2000; round++) {
    const n = 2 + rng.integer(8)
    const epsilon = 3 * rng.uniform()
    const reference = randomLaw(rng, n, false)
    const sampler = localMinimaxSampler({
      form: 'nonlinear',
      reference,
      gamma: 1.2 + 19 * rng.uniform(),
      epsilon,
    })
    const [a, b] = [randomLaw(rng, n), randomLaw(rng, n)].map(sampler.distribution)
    expect(Math.max(...a.map((mass, i) => Math.log(mass / b[i])))).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
  }
})

test('a γ of 1 or less is refused by name', () => {
  for (const gamma of [1, 0.5, Number.NaN]) {
    expect(() => localMinimaxSampler({ form: 'linear', reference: [1, 1], gamma, epsilon: 1 })).toThrow(
      /^gamma/,
    )
  }
})
