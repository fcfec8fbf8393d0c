import { expect, test } from 'vitest'
import { probabilityOf } from '../../../src/loop/goal/evidence.ts'
import type { Betas } from '../../../src/loop/goal/frequency-cells.ts'
import { lawOfOne, oddsAbove, peakOf, priorOfOne } from '../../../src/loop/goal/one-category.ts'

const FLAT_LIKELIHOOD = () => 0
const WIDE = { mean: 0.5, sd: 0.1 }

/** The Beta(1, b) law of one category under Dirichlet(1): P(θ > t) = (1 − t)^b. */
const ofMany = (categories: number) => priorOfOne(1, [0], categories)

test.each([5, 200, 2369, 100_000])(
  'the prior law of one of %i categories has the quantiles of its Beta law',
  categories => {
    const b = categories - 1
    const { lower, upper, sd, probability } = lawOfOne(ofMany(categories), FLAT_LIKELIHOOD, WIDE, 0.95)
    expect(Math.abs(lower + Math.expm1(Math.log(0.975) / b)) * b).toBeLessThan(0.02)
    expect(Math.abs(upper + Math.expm1(Math.log(0.025) / b)) * b).toBeLessThan(0.02)
    expect(sd * b).toBeCloseTo(1, 0)
    expect(probability(0, 1)).toBeCloseTo(1, 12)
    expect(Math.abs(probability(1 / b, 2 / b) - ((1 - 1 / b) ** b - (1 - 2 / b) ** b))).toBeLessThan(0.01)
  },
)

test.each([
  [4000, 6000],
  [4e6, 6e6],
  [4e12, 6e12],
])('prior counts of %d and %d give the interval of their normal limit', (a, b) => {
  const { lower, upper, mean } = lawOfOne({ weights: [1], a: [a], b: [b] }, FLAT_LIKELIHOOD, WIDE, 0.95)
  const sd = Math.sqrt(0.24 / (a + b))
  expect(Math.abs(mean - 0.4) / sd).toBeLessThan(0.02)
  expect(Math.abs(lower - (0.4 - 1.96 * sd)) / sd).toBeLessThan(0.05)
  expect(Math.abs(upper - (0.4 + 1.96 * sd)) / sd).toBeLessThan(0.05)
})

test('beyond the resolution of doubles a law is still near its mean', () => {
  const { lower, upper } = lawOfOne({ weights: [1], a: [4e99], b: [6e99] }, FLAT_LIKELIHOOD, WIDE, 0.95)
  expect(Math.abs(lower - 0.4)).toBeLessThan(0.01)
  expect(Math.abs(upper - 0.4)).toBeLessThan(0.01)
})

test('prior odds stay finite where the probability is too small for a double', () => {
  for (const categories of [20, 200, 2369, 50_000]) {
    const exact = (categories - 1) * Math.log1p(-0.3)
    const { prior, evidence } = oddsAbove(ofMany(categories), FLAT_LIKELIHOOD, WIDE, 0.3)
    expect(Math.abs(prior - exact)).toBeLessThan(0.05)
    expect(evidence).toBeCloseTo(0, 9)
  }
})

test('evidence is the ratio of the mean likelihoods on both sides, by quadrature', () => {
  // 60 of 100 people answered "yes", with the probability .27 + .46 θ.
  const likelihood = (theta: number) =>
    60 * Math.log(0.27 + 0.46 * theta) + 40 * Math.log(0.73 - 0.46 * theta)
  for (const categories of [5, 200, 5000]) {
    const b = categories - 1
    // Over the quantiles of the prior on that side: 1 − t = u^(1/b), times 0.7 above the threshold.
    const mean = (theta: (u: number) => number) => {
      const n = 20_000
      let sum = 0
      for (let i = 0; i < n; i++) sum += Math.exp(likelihood(theta((i + 0.5) / n)) - likelihood(0.7)) / n
      return Math.log(sum)
    }
    const above = mean(u => 1 - 0.7 * u ** (1 / b))
    const below = mean(u => 1 - (u + (1 - u) * 0.7 ** b) ** (1 / b))
    const { evidence } = oddsAbove(ofMany(categories), likelihood, { mean: 0.7, sd: 0.1 }, 0.3)
    expect(Math.abs(evidence - (above - below))).toBeLessThan(0.05)
  }
})

// By composite Gauss–Legendre quadrature over ln ρ, ±9 standard deviations of the hyperprior, and the logit of θ: K, how many of n people
// named the category (SRR, ε = 1), the threshold, and P(θ > threshold). The twin cuts the hyperprior off at three standard deviations.
test.each([
  [2, 5100, 10_000, 0.52, 0.554336],
  [5, 210, 1000, 0.2, 0.721969],
  [4, 2600, 10_000, 0.26, 0.937836],
  [10, 1020, 10_000, 0.1, 0.683383],
])(
  'with a learnt concentration, the probability above a threshold is that of quadrature: K = %d, %d of %d',
  (categories, count, people, threshold, expected) => {
    const other = 1 / (Math.E + categories - 1)
    const likelihood = (theta: number) => {
      const p = other + (Math.E - 1) * other * theta
      return count * Math.log(p) + (people - count) * Math.log(1 - p)
    }
    const found = (betas: Betas) => probabilityOf(oddsAbove(betas, likelihood, peakOf(likelihood), threshold))
    const betas = priorOfOne('learned', [0], categories)
    expect(Math.abs(found(betas) - expected)).toBeLessThan(3e-4)
    const isNear = (rho: number) => Math.abs(Math.log(rho / 0.2) / 2) <= 3
    const cut = { ...betas, weights: betas.weights.map((w, i) => (isNear(betas.a[i]) ? w : 1e-300)) }
    expect(Math.abs(found(cut) - expected)).toBeGreaterThan(4e-4)
  },
)
