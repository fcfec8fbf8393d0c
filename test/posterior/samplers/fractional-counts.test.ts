import { describe, expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { drain, drawingOf } from '../../../src/posterior/draw-posterior.ts'
import type { SamplerKind } from '../../../src/posterior/kind/sampler-kind.ts'
import { lump } from '../../../src/posterior/likelihood/lump.ts'
import { PackedLogLikelihood } from '../../../src/posterior/likelihood/packed-log-likelihood.ts'
import { delayedAcceptanceKind } from '../../../src/posterior/samplers/delayed-acceptance.ts'
import { gibbsKind } from '../../../src/posterior/samplers/gibbs.ts'
import { hmcKind } from '../../../src/posterior/samplers/hmc/hmc.ts'
import { sliceKind } from '../../../src/posterior/samplers/slice.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'

// A mean is off by six Monte Carlo standard errors with probability 2e-9, so that some dozens of means together raise a false alarm with
// probability below 1e-6. The twin, wrong by design, must fail.
const LIMIT = 6

/** Counts such as half-lives leave. */
function fading(categories: number, counts: readonly number[]): Tally {
  const tally = createTally(categories)
  const mechanism = srr({ categories, epsilon: 1 })
  counts.forEach((_, y) => {
    tally.add(mechanism, y)
  })
  return tally.withCounts(Float64Array.from(counts))
}

/** Posterior means by quadrature over the simplex of two or three categories, where the prior is Dirichlet(2, …, 2). */
function quadrature(tally: Tally): number[] {
  const K = tally.categories
  const N = K === 2 ? 20_000 : 500
  const sums = new Array<number>(K).fill(0)
  let total = 0
  const add = (theta: number[]) => {
    const weight = Math.exp(tally.logLikelihood(theta)) * theta.reduce((product, value) => product * value, 1)
    total += weight
    theta.forEach((value, x) => {
      sums[x] += weight * value
    })
  }
  for (let i = 1; i < N; i++) {
    if (K === 2) add([i / N, 1 - i / N])
    else for (let j = 1; i + j < N; j++) add([i / N, j / N, (N - i - j) / N])
  }
  return sums.map(sum => sum / total)
}

/** By how many standard errors the worst of the draws' means is off. */
function worstDeviation(kind: SamplerKind, tally: Tally, expected: readonly number[]): number {
  const { mean, diagnostics } = drain(drawingOf(tally, kind, { prior: 2, draws: 800, warmup: 150, seed: 1 }))
  return Math.max(...expected.map((value, x) => Math.abs(mean[x] - value) / diagnostics.mcse[x]))
}

const TALLIES: [string, Tally][] = [
  ['two categories', fading(2, [7.6, 1.7])],
  ['three categories', fading(3, [9.8, 2.6, 0.9])],
  ['counts below one', fading(3, [0.9, 0.2, 0.1])],
]

describe.each([gibbsKind, hmcKind, sliceKind, delayedAcceptanceKind])('$name', kind => {
  test.each(TALLIES)('draws from the power posterior of fractional counts: %s', (_, tally) => {
    expect(worstDeviation(kind, tally, quadrature(tally))).toBeLessThan(LIMIT)
  })
})

test('the twin that takes the whole parts for all of the counts fails', () => {
  const tally = fading(2, [1.95, 0.05])
  const floors = fading(2, [1, 0])
  expect(worstDeviation(gibbsKind, tally, quadrature(tally))).toBeLessThan(LIMIT)
  expect(worstDeviation(gibbsKind, floors, quadrature(tally))).toBeGreaterThan(LIMIT)
})

test('fractional counts that leave categories together give the posterior of these counts', () => {
  // Only categories 0 and 1 of eight were named, so that the others are one cell.
  const K = 8
  const tally = createTally(K)
  const mechanism = srr({ categories: K, epsilon: 2 })
  for (const y of [0, 1]) tally.add(mechanism, y)
  const fading = tally.withCounts(Float64Array.from([6.7, 2.4]))
  expect(lump(fading)!.tally.isWhole).toBe(false)
  // By quadrature over the masses of the three cells, with the prior Dirichlet(2, 2, 12).
  const N = 300
  const sums = [0, 0, 0]
  let total = 0
  for (let i = 1; i < N; i++) {
    for (let j = 1; i + j < N; j++) {
      const [u, v, rest] = [i / N, j / N, (N - i - j) / N]
      const theta = [u, v, ...new Array<number>(K - 2).fill(rest / (K - 2))]
      const weight = Math.exp(fading.logLikelihood(theta)) * u * v * rest ** 11
      total += weight
      sums[0] += weight * u
      sums[1] += weight * v
      sums[2] += (weight * rest) / (K - 2)
    }
  }
  const expected = Float64Array.from({ length: K }, (_, x) => sums[Math.min(x, 2)] / total)
  expect(worstDeviation(sliceKind, fading, Array.from(expected))).toBeLessThan(LIMIT)
  // The twin takes the counts rounded up.
  const rounded = tally.withCounts(Float64Array.from([7, 3]))
  expect(worstDeviation(sliceKind, rounded, Array.from(expected))).toBeGreaterThan(LIMIT)
})

test('a learnt concentration is that of the power posterior: gibbs and hmc agree with slice', () => {
  const tally = fading(3, [40.7, 3.4, 2.8])
  const estimate = (kind: SamplerKind) => {
    const { mean, diagnostics } = drain(drawingOf(tally, kind, { draws: 500, warmup: 150, seed: 2 }))
    return { mean, mcse: diagnostics.mcse }
  }
  const exact = estimate(sliceKind)
  for (const kind of [gibbsKind, hmcKind]) {
    const { mean, mcse } = estimate(kind)
    mean.forEach((value, x) => {
      expect(Math.abs(value - exact.mean[x])).toBeLessThan(LIMIT * Math.hypot(mcse[x], exact.mcse[x]))
    })
  }
})

test('whole counts are drawn as they always were: no draw is spent on what is not there', () => {
  const tally = createTally(4)
  const mechanism = subsetSelection({ categories: 4, epsilon: 1, size: 2 })
  tally.add(mechanism, [0, 1], 30)
  tally.add(mechanism, [1, 2], 12)
  const same = tally.withCounts(tally.counts)
  expect(same.isWhole).toBe(true)
  for (const kind of [gibbsKind, hmcKind]) {
    const options = { draws: 50, warmup: 50, chains: 1, seed: 3 }
    const [one, other] = [same, tally].map(each => drain(drawingOf(each, kind, options)).draws)
    expect(one).toEqual(other)
  }
})

test('the packed likelihood of counts that are not whole, or zero, is the plain one up to a constant', () => {
  const tally = createTally(5)
  const mechanism = subsetSelection({ categories: 5, epsilon: 1, size: 2 })
  for (const response of mechanism.responses()) tally.add(mechanism, response)
  const fading = tally.withCounts(Float64Array.from([1, 2, 3, 4, 0.5, 1.5, 2.5, 0, 0, 3.5]))
  const packed = new PackedLogLikelihood(fading)
  const [one, other] = [
    [0.2, 0.2, 0.2, 0.2, 0.2],
    [0.5, 0.3, 0.1, 0.06, 0.04],
  ].map(values => Float64Array.from(values))
  const difference = fading.logLikelihood(one) - fading.logLikelihood(other)
  expect(packed.value(one) - packed.value(other)).toBeCloseTo(difference, 10)
})
