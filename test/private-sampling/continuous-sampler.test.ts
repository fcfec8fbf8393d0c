import { describe, expect, test } from 'vitest'
import { type ContinuousLaw, continuousSampler } from '../../src/private-sampling/continuous-sampler.ts'
import type { Density } from '../../src/private-sampling/density.ts'
import { laplace, laplaceMixture } from '../../src/private-sampling/laplace.ts'
import { optimalMixing } from '../../src/private-sampling/optimal-mixing.ts'
import { integrate } from '../../src/private-sampling/quadrature.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES } from '../../src/simplex/divergence.ts'
import { FALSE_ALARM, ksPValue } from '../support/statistics.ts'

/** The classes of mixtures with locations in [−1, 1] in the published experiment, c1 = 1/e, c2 = e inside both. */
const GLOBAL = { c1: Math.exp(-1) / 3, c2: 3 * Math.E }
const LOCAL = { c1: 1 / 3, c2: 3 }
const FORMS = ['linear', 'nonlinear'] as const

function randomMixture(rng: Rng): Density {
  const modes = 1 + rng.integer(10)
  return laplaceMixture({
    locations: Array.from({ length: modes }, () => 2 * rng.uniform() - 1),
    weights: Array.from({ length: modes }, () => rng.uniform() + 1e-3),
  })
}

/** A grid of the line so fine that a corner which all nodes of its panel miss costs less than 1e-11. */
const FINE = [-60, -20, ...Array.from({ length: 12_001 }, (_, i) => -6 + i / 1000), 20, 60]

/** The distribution function of a law, by quadrature over the line. */
function cdfOf(law: ContinuousLaw): (x: number) => number {
  const grid = FINE.slice(1).map((end, i) => integrate(law.density, [FINE[i], end], 1e-14).value)
  const sums = [0]
  for (const mass of grid) sums.push(sums[sums.length - 1] + mass)
  return x => {
    const at = FINE.findLastIndex(end => end <= x)
    return Math.min(
      1,
      sums[at] + (at < FINE.length - 1 ? integrate(law.density, [FINE[at], x], 1e-14).value : 0),
    )
  }
}

test('the laws of 30 random mixtures integrate to one over the line, to 1e-11, and say how far off they may be', () => {
  const rng = stream(17, 'mass')
  for (let round = 0; round < 30; round++) {
    const form = FORMS[round % 2]
    const sampler = continuousSampler({ form, reference: laplace(), ...LOCAL, epsilon: 2 * rng.uniform() })
    const law = sampler.distribution(randomMixture(rng))
    expect(law.massError).toBeLessThan(1e-13)
    expect(Math.abs(integrate(law.density, FINE, 1e-16).value - 1)).toBeLessThan(1e-11)
  }
})

test('no two laws differ by more than e^ε anywhere, whatever P is, and the bound is met', () => {
  const rng = stream(17, 'private')
  for (const epsilon of [0.05, 0.5, 2]) {
    for (const form of FORMS) {
      const sampler = continuousSampler({ form, reference: laplace(), ...LOCAL, epsilon })
      const far = [laplace(-4), laplace(4), laplace(0, 0.1), laplace(1, 30)]
      const laws = [...far, ...Array.from({ length: 20 }, () => randomMixture(rng))].map(sampler.distribution)
      let widest = 0
      for (let x = -8; x <= 8; x += 0.125) {
        const values = laws.map(law => law.density(x))
        widest = Math.max(widest, Math.log(Math.max(...values) / Math.min(...values)))
      }
      expect(widest).toBeLessThanOrEqual(sampler.epsilon)
      expect(sampler.epsilon).toBeLessThanOrEqual(epsilon)
      expect(widest).toBeGreaterThan(epsilon * (1 - 1e-9))
    }
  }
})

test('a large mass tolerance is paid for with ε', () => {
  const strict = continuousSampler({ form: 'nonlinear', reference: laplace(), ...LOCAL, epsilon: 1 })
  const loose = continuousSampler({
    form: 'nonlinear',
    reference: laplace(),
    ...LOCAL,
    epsilon: 1,
    massTolerance: 1e-3,
  })
  const spread = (law: ContinuousLaw, other: ContinuousLaw) => Math.log(law.density(9) / other.density(9))
  const [near, far] = [laplace(3), laplace(-3)]
  expect(spread(strict.distribution(near), strict.distribution(far))).toBeCloseTo(1, 10)
  expect(spread(loose.distribution(near), loose.distribution(far))).toBeCloseTo(1 - 0.002, 5)
  expect(loose.epsilon).toBeCloseTo(1, 12)
})

// Four tests at a false-alarm rate of 1e-6, by the Kolmogorov–Smirnov distance.
describe.each(FORMS)('draws of the %s form', form => {
  const p = laplaceMixture({ locations: [-0.9, 0.8], weights: [1, 4] })
  const sampler = continuousSampler({ form, reference: laplace(), ...LOCAL, epsilon: 0.8 })
  const law = sampler.distribution(p)
  const cdf = cdfOf(law)
  const draws = (draw: () => number) => Array.from({ length: 4000 }, draw)
  test('follow the law, from both sources', () => {
    for (const rng of [stream(18, form), cryptoRng()]) {
      expect(
        ksPValue(
          draws(() => law.draw(rng)),
          cdf,
        ),
      ).toBeGreaterThan(FALSE_ALARM)
    }
  })
  test('made from the reference alone, a twin, do not', () => {
    const rng = stream(18, form, 'twin')
    const twin = draws(() => laplace().quantile(rng.uniform() + 2 ** -54))
    expect(ksPValue(twin, cdf)).toBeLessThan(FALSE_ALARM)
  })
  test('need no prepared law', () => {
    const rng = (i: number) => stream(18, form, 'one', i)
    for (let i = 0; i < 50; i++) expect(sampler.sample(p, rng(i))).toBe(law.draw(rng(i)))
  })
})

test('the worst cases of the class are the theoretical ones of the published experiment, to their six digits', () => {
  const table: [number, number, number][] = [
    [0.1, 1.562488, 0.500259],
    [0.5, 1.263221, 0.324604],
    [1, 0.921385, 0.15668],
    [2, 0.387991, 0.003765],
  ]
  for (const [epsilon, global, local] of table) {
    for (const form of FORMS) {
      const worst = (ratios: typeof GLOBAL) =>
        continuousSampler({ form, reference: laplace(), ...ratios, epsilon }).worstCase('kl')
      expect(worst(GLOBAL)).toBeCloseTo(global, 6)
      expect(worst(LOCAL)).toBeCloseTo(local, 6)
    }
  }
})

test('for 60 random mixtures the nonlinear form is nearer than the linear one, and both are within the worst case', () => {
  const rng = stream(17, 'pointwise')
  for (let round = 0; round < 60; round++) {
    const options = { reference: laplace(), ...(round % 2 ? GLOBAL : LOCAL), epsilon: 2 * rng.uniform() }
    const p = randomMixture(rng)
    const nonlinear = continuousSampler({ form: 'nonlinear', ...options })
    const linear = continuousSampler({ form: 'linear', ...options })
    const [near, far] = [nonlinear.distribution(p), linear.distribution(p)]
    for (const name of DIVERGENCES) {
      expect(near.divergence(name)).toBeLessThanOrEqual(far.divergence(name) + 1e-12)
      expect(far.divergence(name)).toBeLessThanOrEqual(linear.worstCase(name) + 1e-12)
    }
  }
})

test('its divergences are those of the densities over the line, to 1e-11', () => {
  const p = laplaceMixture({ locations: [-1, 0.3, 0.9], weights: [3, 1, 2] })
  const law = continuousSampler({
    form: 'nonlinear',
    reference: laplace(),
    ...LOCAL,
    epsilon: 0.4,
  }).distribution(p)
  const overLine = (term: (a: number, b: number) => number) =>
    integrate(x => term(p.density(x), law.density(x)), FINE, 1e-16).value
  expect(law.divergence('tv')).toBeCloseTo(
    overLine((a, b) => Math.abs(a - b) / 2),
    11,
  )
  expect(law.divergence('kl')).toBeCloseTo(
    overLine((a, b) => a * Math.log(a / b)),
    11,
  )
  expect(law.divergence('chi2')).toBeCloseTo(
    overLine((a, b) => (a - b) ** 2 / b),
    11,
  )
  expect(law.divergence('hellinger2')).toBeCloseTo(1 - overLine((a, b) => Math.sqrt(a * b)), 11)
})

test('a P whose support is too small stays at the upper side there, the rest is spread as the reference is', () => {
  // All of P on [0, 0.1], where the reference has 4.8 % of its mass.
  const box: Density = { kinks: [0, 0.1], density: x => (x > 0 && x < 0.1 ? 10 : 0) }
  const sampler = continuousSampler({ form: 'nonlinear', reference: laplace(), ...LOCAL, epsilon: 1 })
  const law = sampler.distribution(box)
  const upper = (4 * Math.E) / (Math.E + 3)
  const share = laplace().cdf(0.1) - 0.5
  expect(law.density(0.05) / laplace().density(0.05)).toBeCloseTo(upper, 10)
  expect(law.density(3) / laplace().density(3)).toBeCloseTo((1 - upper * share) / (1 - share), 10)
})

test('the linear form takes δ and a Gaussian level, with the λ of optimalMixing', () => {
  const options = { form: 'linear', reference: laplace(), ...LOCAL } as const
  const gaussian = continuousSampler({ ...options, gaussian: 1 })
  expect(gaussian.lambda).toBeCloseTo(optimalMixing({ ...LOCAL, gaussian: 1 }), 11)
  const approximate = continuousSampler({ ...options, epsilon: 1, delta: 1e-3 })
  expect(approximate.lambda).toBeCloseTo(optimalMixing({ ...LOCAL, epsilon: 1, delta: 1e-3 }), 11)
})

test('at ε = 0 every law is the reference; at Infinity a P of the class comes back', () => {
  const p = laplaceMixture({ locations: [-0.5, 1], weights: [1, 1] })
  for (const form of FORMS) {
    const none = continuousSampler({ form, reference: laplace(), ...LOCAL, epsilon: 0 })
    const all = continuousSampler({ form, reference: laplace(), ...LOCAL, epsilon: Infinity })
    expect(none.epsilon).toBe(0)
    for (const x of [-2, 0.1, 3]) {
      expect(none.distribution(p).density(x)).toBeCloseTo(laplace().density(x), 15)
      expect(all.distribution(p).density(x)).toBeCloseTo(p.density(x), 13)
    }
  }
})

test('what cannot be done well enough is refused, not guessed', () => {
  const options = { form: 'nonlinear', reference: laplace(), ...LOCAL, epsilon: 1 } as const
  const wild: Density = {
    kinks: [],
    density: x => (1 + Math.sin(1 / (x - 0.1234))) * laplace().density(x),
  }
  expect(() => continuousSampler(options).distribution(wild)).toThrow(/not 1e-13/)
  const wide = continuousSampler(options).distribution(laplace(0, 2))
  expect(() => wide.divergence('chi2')).toThrow(/does not converge/)
  expect(() => continuousSampler({ ...options, massTolerance: 0 })).toThrow(/^massTolerance/)
  expect(() => continuousSampler({ ...options, c1: 1 })).toThrow(/^c1/)
  expect(() => wide.divergence('js' as never)).toThrow(/^divergence/)
})
