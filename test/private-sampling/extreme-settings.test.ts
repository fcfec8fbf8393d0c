import { expect, test } from 'vitest'
import { localMinimaxSampler } from '../../src/private-sampling/local-minimax-sampler.ts'
import { minimaxSampler, type SamplerForm } from '../../src/private-sampling/minimax-sampler.ts'
import { optimalMixing } from '../../src/private-sampling/optimal-mixing.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES } from '../../src/simplex/divergence.ts'
import { normalDensity } from '../../src/special/normal-cdf.ts'
import { dirac, randomLaw, total } from '../support/laws.ts'

const REFERENCE = [0.1, 0.2, 0.7]

/** One of the choices, each of them equally likely. */
function oneOf<T>(rng: Rng, ...choices: readonly T[]): T {
  return choices[rng.integer(choices.length)]
}

/** Levels from 1e-300 to 1e4, and the two ends. */
function anyLevel(rng: Rng): number {
  const u = rng.uniform()
  return oneOf(rng, 10 ** (-17 * u), 10 * u, 10 ** (4 * u), Infinity, 0, 10 ** (-300 * u))
}

function anySetting(rng: Rng): { c1: number; c2: number; reference: number[]; form: SamplerForm } {
  const [u, v, epsilon] = [rng.uniform(), rng.uniform(), anyLevel(rng)]
  const decades = oneOf(rng, 1, 20, 300)
  return {
    c1: oneOf(rng, 0, u, 1 - 10 ** (-15 * u), 10 ** (-300 * u)),
    c2: oneOf(rng, 1 + 10 ** (-15 * v), 1 + 10 * v, 10 ** (308 * v), 1e308, Number.MAX_VALUE),
    reference: Array.from({ length: 1 + rng.integer(5) }, () => 10 ** (-decades * rng.uniform())),
    form: oneOf<SamplerForm>(
      rng,
      { form: 'nonlinear', epsilon },
      { form: 'linear', epsilon },
      { form: 'linear', epsilon, delta: 10 ** (-20 * rng.uniform()) },
      { form: 'linear', gaussian: epsilon },
    ),
  }
}

/** How far a law is from being one with `least h ≤ q ≤ most h`: its mass from one, the ratios past their bounds. */
function faultOf(law: ArrayLike<number>, h: ArrayLike<number>, least: number, most: number): number {
  let fault = Math.abs(total(law) - 1)
  for (let i = 0; i < law.length; i++) {
    // Below this the doubles themselves end.
    if (h[i] < 1e-290) continue
    const ratio = law[i] / h[i]
    fault = Math.max(fault, least - ratio, ratio / most - 1)
    // Math.max keeps a NaN, so that it is a fault too.
  }
  return fault
}

test('every law is one, to 1e-12, within its bounds, at 20,000 settings over hundreds of orders of magnitude', () => {
  const rng = stream(20, 'extremes')
  for (let round = 0; round < 20_000; round++) {
    const { c1, c2, reference, form } = anySetting(rng)
    if (!(c1 < 1 && c2 > 1)) continue
    const sampler = minimaxSampler({ ...form, reference, c1, c2 } as never)
    const n = reference.length
    const h = Float64Array.from(reference, mass => mass / total(reference))
    const odds = form.epsilon === undefined || form.delta ? Infinity : Math.exp(form.epsilon)
    for (const p of [randomLaw(rng, n), dirac(n, rng.integer(n))]) {
      const fault = faultOf(
        sampler.distribution(p),
        h,
        Math.max(form.form === 'linear' ? c1 : 0, 1 / odds),
        odds,
      )
      if (!(fault < 1e-12)) expect({ fault, c1, c2, reference, form }).toBe('a law in its box')
    }
    expect(sampler.epsilon).toBeGreaterThanOrEqual(0)
    if (odds < Infinity) expect(sampler.epsilon).toBeLessThanOrEqual(form.epsilon!)
    expect(DIVERGENCES.map(sampler.worstCase).some(Number.isNaN)).toBe(false)
  }
})

test('a class and a level of 1e-12: the mass is one to 1e-15, where 1 − E in doubles, a twin, is off by 5.6e-5', () => {
  const epsilon = 1e-12
  const gamma = 1 + 1e-12
  const options = { form: 'linear', reference: REFERENCE, gamma, epsilon } as const
  const sampler = localMinimaxSampler(options)
  expect(Math.abs(total(sampler.distribution([1, 0, 0])) - 1)).toBeLessThan(1e-15)
  expect(sampler.lambda).toBeCloseTo(0.5, 2)
  expect(sampler.epsilon).toBe(epsilon)
  const inverseExp = Math.exp(-epsilon) * (1 + 2 ** -50)
  const scale = 1 - 1 / gamma + (gamma - 1) * inverseExp
  const mass = (1 - inverseExp) / scale + (gamma * inverseExp - 1 / gamma) / scale
  expect(Math.abs(mass - 1)).toBeGreaterThan(1e-5)
})

test.each([1e308, Number.MAX_VALUE])('a class up to c2 = %d has laws and worst cases', c2 => {
  for (const form of ['linear', 'nonlinear'] as const) {
    for (const c1 of [0, 0.5, 0.999999]) {
      for (const epsilon of [1e-12, 1, 40, 800, Infinity]) {
        const sampler = minimaxSampler({ form, reference: REFERENCE, c1, c2, epsilon })
        expect(Math.abs(total(sampler.distribution([1, 0, 0])) - 1)).toBeLessThan(1e-12)
        expect(DIVERGENCES.map(sampler.worstCase).some(Number.isNaN)).toBe(false)
      }
    }
  }
})

test('λ keeps its digits where ε, ν and the class are small', () => {
  // To first order in ε: λ = ε / (c2 − c1). What is rounded down is 2⁻⁵⁰ of e^−ε.
  for (const epsilon of [1e-9, 1e-12, 1e-100]) {
    const lambda = optimalMixing({ c1: 0.25, c2: 4.25, epsilon })
    expect(lambda).toBeLessThanOrEqual(epsilon / 4)
    expect(lambda).toBeGreaterThan(epsilon / 4 - epsilon ** 2 - 2 ** -51)
  }
  // To first order in ν: λ = ν φ(x) / (1 − c1), where Φ(x) (1 − c1) = Φ(−x) (c2 − 1); x = 1 here.
  const odds = 0.8413447460685429 / 0.15865525393145707
  for (const gaussian of [1e-9, 1e-12, 1e-100]) {
    const lambda = optimalMixing({ c1: 0.5, c2: 1 + odds / 2, gaussian })
    expect((lambda * 0.5) / (gaussian * normalDensity(1))).toBeCloseTo(1, 8)
  }
})

test('λ is rounded down: below 1 wherever the class is not private by itself', () => {
  expect(optimalMixing({ c1: 0, c2: 20, epsilon: 40 })).toBe(1 - 2 ** -53)
  expect(optimalMixing({ c1: 0, c2: 20, gaussian: 60 })).toBeLessThan(1)
  expect(optimalMixing({ c1: 0.5, c2: 2, epsilon: 2 })).toBe(1)
})
