import { expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import type { Prior } from '../../../src/posterior/kind/prior.ts'
import { stream } from '../../../src/random/stream.ts'
import { totalVariation } from '../../../src/simplex/total-variation.ts'
import { collect, drawTruth } from '../../support/collect.ts'
import { FALSE_ALARM, normalTail } from '../../support/statistics.ts'

/**
 * Mean total variation of the posterior mean, K = 20, 10,000 people, SRR, the concentration learnt: two independent programs
 * in C, over 10 runs, and over 6 with a hyperprior of `ln ρ ~ N(ln 0.3, 1.5²)`. By the truth's concentration and ε.
 */
const REFERENCES = [
  { rho: 0.01, epsilon: 0.5, ten: 0.0625, six: 0.104 },
  { rho: 0.01, epsilon: 1, ten: 0.0282, six: 0.041 },
  { rho: 0.01, epsilon: 5, ten: 0.0011, six: 0.0031 },
  { rho: 0.1, epsilon: 0.5, ten: 0.284, six: 0.227 },
  { rho: 0.1, epsilon: 1, ten: 0.11, six: 0.087 },
  { rho: 0.1, epsilon: 5, ten: 0.0086, six: 0.0106 },
  { rho: 1, epsilon: 0.5, ten: 0.334, six: 0.295 },
  { rho: 1, epsilon: 1, ten: 0.174, six: 0.173 },
  { rho: 1, epsilon: 5, ten: 0.0166, six: 0.0174 },
]

/** Mean total variation over this many runs, and the standard deviation of a run. */
function simulate(rho: number, epsilon: number, prior: Prior, runs: number): { mean: number; sd: number } {
  const mechanism = srr({ categories: 20, epsilon })
  const distances = Array.from({ length: runs }, (_, run) => {
    const rng = stream(1, 'learnt', rho, epsilon, run)
    const truth = drawTruth(rng, new Float64Array(20).fill(rho))
    const tally = collect(rng, truth, [[mechanism, 10_000]])
    return totalVariation(samplePosterior(tally, { prior, chains: 2, draws: 250, seed: run }).mean, truth)
  })
  const mean = distances.reduce((sum, value) => sum + value, 0) / runs
  const variance = distances.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (runs - 1)
  return { mean, sd: Math.sqrt(variance) }
}

/** Differences from the reference programs in standard errors, assuming that their runs have the same spread as the runs here. */
function compare({ rho, epsilon, ten, six }: (typeof REFERENCES)[number], prior: Prior, runs: number) {
  const { mean, sd } = simulate(rho, epsilon, prior, runs)
  const errors = (reference: number, theirs: number) =>
    (mean - reference) / (sd * Math.sqrt(1 / runs + 1 / theirs))
  const result = { mean, standardError: sd / Math.sqrt(runs), toTen: errors(ten, 10), toSix: errors(six, 6) }
  console.log({ rho, epsilon, prior, runs, ten, six, ...result })
  return result
}

// Nine comparisons: a false alarm in one of a million cases for all together, if means of ten runs are normal.
test.each(REFERENCES)(
  'the posterior mean is as far from the truth as an independent program finds, at ρ = $rho and ε = $epsilon',
  reference => {
    expect(normalTail(compare(reference, 'learned', 16).toTen)).toBeGreaterThan(FALSE_ALARM / 9)
  },
)

test('under a flat prior it is farther where the truth is sparse', () => {
  expect(normalTail(compare(REFERENCES[0], 1, 12).toTen)).toBeLessThan(FALSE_ALARM / 9)
})
