import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import type { SamplerName } from '../../src/catalogue/samplers.ts'
import type { Posterior } from '../../src/posterior/chains/posterior.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { CHAINS, isNear } from './exact-sum.ts'
import { type Found, foundIn } from './moments.ts'

/** Answers, and the posterior that quadrature has found of them. */
interface PosteriorCase {
  categories: number
  epsilon: number
  epsilon1: number
  prior: number
  counts: { subset: number[]; response: number; count: number }[]
  posteriorMean: number[]
  posteriorSd: number[]
}

const url = new URL('../vectors/core.json', import.meta.url)
export const POSTERIORS = (JSON.parse(readFileSync(url, 'utf8')) as { posteriors: PosteriorCase[] })
  .posteriors

/** Holds that draws have the mean and the sd of quadrature, not those under ρ + 1 for ρ, and R̂ below 1.02. */
export function expectQuadrature(sampler: SamplerName, one: PosteriorCase, draws: number): void {
  const posterior = drawn(sampler, one, draws)
  const found = foundIn(posterior, CHAINS)
  const { posteriorMean: mean, posteriorSd: sd } = one
  expect(agreement(found, mean, sd), JSON.stringify(found)).toEqual(mean.map(() => true))
  expect(agreement(found, ...momentsOfTwin(posterior))).toContain(false)
  expect(Math.max(...posterior.diagnostics.rhat)).toBeLessThan(1.02)
}

/** The means and sds under ρ + 1 for ρ: those of the same draws, weighted by ∏ θ. */
function momentsOfTwin({ draws, mean: { length: K } }: Posterior): [mean: number[], sd: number[]] {
  const sums = Array.from({ length: K }, () => [0, 0])
  let total = 0
  for (let at = 0; at < draws.length; at += K) {
    const theta = draws.subarray(at, at + K)
    const weight = theta.reduce((product, share) => product * share)
    total += weight
    for (const [x, share] of theta.entries()) {
      sums[x][0] += weight * share
      sums[x][1] += weight * share ** 2
    }
  }
  const mean = sums.map(([sum]) => sum / total)
  return [mean, sums.map(([, squares], x) => Math.sqrt(squares / total - mean[x] ** 2))]
}

function drawn(sampler: SamplerName, one: PosteriorCase, draws: number) {
  const { categories, epsilon, epsilon1, prior, counts } = one
  const tally = createTally(categories)
  for (const { subset, response, count } of counts) {
    tally.add(rrrr({ categories, subset, epsilon, epsilon1 }), response, count)
  }
  return samplePosterior(tally, { sampler, chains: CHAINS, seed: 1, draws, prior })
}

function agreement(found: readonly Found[], mean: readonly number[], sd: readonly number[]): boolean[] {
  return found.map((value, x) => isNear(value, { mean: mean[x], sd: sd[x] }))
}
