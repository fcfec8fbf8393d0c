import { describe, expect, test } from 'vitest'
import { minimaxSampler } from '../../src/private-sampling/minimax-sampler.ts'
import { optimalMixing } from '../../src/private-sampling/optimal-mixing.ts'
import { stream } from '../../src/random/stream.ts'
import { normalCdf } from '../../src/special/normal-cdf.ts'
import {
  cases,
  type Divergences,
  type Entry,
  expectDivergences,
  expectProbability,
  level,
} from './vectors.ts'

interface Case {
  kind: 'pure' | 'approx' | 'gldp'
  c1: number
  c2: number
  eps?: number | 'inf' | null
  delta?: number | null
  mu?: number | null
  expected: {
    lambda: Entry
    lambda_unclamped: Entry
    beta_star: number | null
    alpha_star: Entry
    r1: number | null
    r2: number | null
    worst_case_Rf: Divergences
  }
}

type Notion = { epsilon: number; delta?: number } | { gaussian: number }

/** δ(β): how much probability may lie beyond the ratio e^β. */
function profile(notion: Notion, beta: number): number {
  if ('gaussian' in notion) {
    const { gaussian: nu } = notion
    return normalCdf(-beta / nu + nu / 2) - Math.exp(beta) * normalCdf(-beta / nu - nu / 2)
  }
  const { epsilon, delta = 0 } = notion
  const pure = Math.max(0, Math.exp(epsilon) - Math.exp(beta)) / (Math.exp(epsilon) + 1)
  return delta + (1 - delta) * pure
}

/** What λ must not exceed because of the ratio e^β. */
function bound(c1: number, c2: number, notion: Notion, beta: number): number {
  const kappa = (c2 - c1) / (1 - c1)
  return (Math.expm1(beta) + kappa * profile(notion, beta)) / ((1 - c1) * Math.exp(beta) + c2 - 1)
}

function notionOf({ kind, eps, delta, mu }: Case): Notion {
  if (kind === 'gldp') return { gaussian: mu! }
  return kind === 'approx' ? { epsilon: level(eps!), delta: delta! } : { epsilon: level(eps!) }
}

describe.each(cases<Case>('lambda_star'))('the vector $id', vector => {
  const { c1, c2, expected } = vector
  const notion = notionOf(vector)
  const kappa = (c2 - c1) / (1 - c1)
  test('has its λ, and λ is the bound at β*', () => {
    const lambda = optimalMixing({ c1, c2, ...notion })
    expectProbability(lambda, expected.lambda)
    if (expected.beta_star !== null)
      expectProbability(bound(c1, c2, notion, expected.beta_star), expected.lambda_unclamped)
    if (expected.lambda !== 1) expectProbability((1 - lambda * (1 - c1)) / kappa, expected.alpha_star)
  })
  test('has its r1, r2 and worst cases', () => {
    const h = [0.25, 0.25, 0.5]
    const sampler = minimaxSampler({ form: 'linear', reference: h, c1, c2, ...notion })
    expectDivergences(sampler.worstCase, expected.worst_case_Rf)
    const { lambda } = sampler
    if (expected.r1 !== null) expectProbability(lambda === 1 ? 1 : c1 / (1 - (1 - c1) * lambda), expected.r1)
    if (expected.r2 !== null) expectProbability(c2 / ((c2 - 1) * lambda + 1), expected.r2)
  })
})

const NOTIONS: { name: string; draw: (u: number) => Notion }[] = [
  { name: 'ε', draw: u => ({ epsilon: 5 * u }) },
  { name: '(ε, δ)', draw: u => ({ epsilon: 5 * u, delta: 10 ** (-8 * u) / 2 }) },
  { name: 'Gaussian', draw: u => ({ gaussian: 0.02 + 4 * u ** 2 }) },
]

describe.each(NOTIONS)('for the $name guarantee', ({ name, draw }) => {
  const rng = stream(15, name)
  const settings = Array.from({ length: 400 }, () => ({
    c1: rng.integer(3) === 0 ? 0 : 0.95 * rng.uniform(),
    c2: 1 + 10 ** (3 * rng.uniform() - 1),
    notion: draw(rng.uniform()),
  }))

  test('λ is never above the bound at any β of a grid, and meets the least of them', () => {
    for (const { c1, c2, notion } of settings) {
      // The pure guarantee is exact where the bound is only safe.
      if (name === 'ε' && c1 + c2 < 2) continue
      const lambda = optimalMixing({ c1, c2, ...notion })
      const range = 'gaussian' in notion ? notion.gaussian * (8 + notion.gaussian / 2) : 12
      const grid = Array.from({ length: 4001 }, (_, i) => bound(c1, c2, notion, (i / 4000) * range))
      if ('epsilon' in notion) grid.push(bound(c1, c2, notion, notion.epsilon))
      const least = Math.min(1, ...grid)
      expect(lambda).toBeLessThanOrEqual(least * (1 + 1e-12))
      expect(lambda).toBeGreaterThanOrEqual(least * (1 - 1e-4))
    }
  })

  test('two laws at the ends of the class keep the guarantee at every β, on blocks of mass 1/κ, κ ≥ 2', () => {
    for (const { c1, c2, notion } of settings) {
      const lambda = optimalMixing({ c1, c2, ...notion })
      const kappa = (c2 - c1) / (1 - c1)
      // P is c2 h on one block and c1 h elsewhere, P′ the same with another block: only on the first is Q(P) above Q(P′).
      if (kappa < 2) continue
      const [high, low] = [lambda * c2 + 1 - lambda, lambda * c1 + 1 - lambda]
      for (let i = 0; i <= 200; i++) {
        const beta = (i / 200) * 8
        const excess = Math.max(0, high - Math.exp(beta) * low) / kappa
        expect(excess).toBeLessThanOrEqual(profile(notion, beta) + 2e-15 * high)
      }
    }
  })
})

test('without the minimum with 1, a twin, λ is 1.36 where the class is private by itself', () => {
  const options = { c1: 0.5, c2: 2, epsilon: 2 }
  expect(bound(0.5, 2, { epsilon: 2 }, 2)).toBeCloseTo(1.361, 3)
  expect(optimalMixing(options)).toBe(1)
})

test('for c1 + c2 < 2 the pure λ is the exact one, .5339, and the others stay below the safe bound, .4621', () => {
  expect(optimalMixing({ c1: 0, c2: 1.5, epsilon: 1 })).toBeCloseTo(0.5339, 4)
  expect(optimalMixing({ c1: 0, c2: 1.5, epsilon: 1, delta: 1e-12 })).toBeCloseTo(Math.tanh(0.5), 10)
})

test('at the ends: no level gives 0, an infinite one gives 1 but for rounding', () => {
  expect(optimalMixing({ c1: 0.1, c2: 4, epsilon: 0 })).toBe(0)
  expect(optimalMixing({ c1: 0.1, c2: 4, gaussian: 0 })).toBe(0)
  expect(optimalMixing({ c1: 0.1, c2: 4, epsilon: Infinity })).toBe(1)
  expect(optimalMixing({ c1: 0.1, c2: 4, gaussian: Infinity })).toBe(1)
  expect(optimalMixing({ c1: 0, c2: 4, gaussian: Infinity })).toBeCloseTo(1, 13)
  expect(optimalMixing({ c1: 0.1, c2: 4, epsilon: 0, delta: 1 })).toBe(1)
})

test('a Gaussian level of 1e-8 keeps its digits: λ is ν/√(2π) to first order at c1 = 0, c2 = 2', () => {
  expect(optimalMixing({ c1: 0, c2: 2, gaussian: 1e-8 }) / (1e-8 / Math.sqrt(2 * Math.PI))).toBeCloseTo(1, 7)
})

test('bad arguments are refused by name', () => {
  const mixing = (options: object) => () =>
    optimalMixing(options as { c1: number; c2: number; epsilon: number })
  expect(mixing({ c1: -0.1, c2: 2, epsilon: 1 })).toThrow(/^c1/)
  expect(mixing({ c1: 0, c2: Infinity, epsilon: 1 })).toThrow(/^c2/)
  expect(mixing({ c1: 0, c2: 2 })).toThrow(/^epsilon/)
  expect(mixing({ c1: 0, c2: 2, epsilon: 1, gaussian: 1 })).toThrow(/^gaussian must be left out/)
  expect(mixing({ c1: 0, c2: 2, gaussian: -1 })).toThrow(/^gaussian/)
})
