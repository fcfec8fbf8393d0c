import { expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { withDiagnostics } from '../../../src/posterior/chains/posterior.ts'
import type { Prior } from '../../../src/posterior/kind/prior.ts'
import { gibbs } from '../../../src/posterior/samplers/gibbs.ts'
import type { Tally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { collect, drawTruth } from '../../support/collect.ts'
import { randomSubset } from '../../support/tally.ts'

const K = 20
const CHAINS = 4
/** Number of sweeps from one kept draw to the next, as a single sweep hardly moves. */
const THIN = 40
/**
 * Number of draws left out at the start and of draws kept, for a tally of few columns, whose concentration moves slowly, and for one
 * of many, whose sweeps take ten times as long.
 */
const FEW = { warmup: 1000, kept: 2500 }
const MANY = { warmup: 250, kept: 500 }

function longGibbs(tally: Tally, prior: Prior) {
  const { warmup, kept } = tally.distinct > K ? MANY : FEW
  const draws = new Float64Array(CHAINS * kept * K)
  const sampler = gibbs({ tally, prior })
  for (let chain = 0; chain < CHAINS; chain++) {
    const rng = stream(1, 'long', chain)
    const state = sampler.init(rng)
    for (let i = -warmup; i < kept; i++) {
      for (let sweep = 0; sweep < THIN; sweep++) sampler.step(rng, state)
      const at = (chain * kept + i) * K
      if (i >= 0) sampler.theta(state, draws.subarray(at, at + K))
    }
  }
  return withDiagnostics({ draws, categories: K, chains: CHAINS, sampler: 'gibbs' })
}

// 100 comparisons of means at 6 standard errors of their difference, each 2e-9: 2e-7 in all, with room for the errors' own.
test.each([
  ['SRR', 1, 1],
  ['SRR', 1, 'learned'],
  ['SRR', 0.1, 1],
  ['SRR', 0.1, 'learned'],
  ['RRRR about 25 subsets', 1, 1],
] as const)(
  'hmc and a long run of gibbs have the same means: K = 20, 10,000 answers of %s, ε = 1, truth Dirichlet(%d), prior %s',
  (mechanism, rho, prior) => {
    const rng = stream(1, 'agreement', rho)
    const truth = drawTruth(rng, new Float64Array(K).fill(rho))
    const subsets = mechanism === 'SRR' ? [[]] : Array.from({ length: 25 }, () => randomSubset(rng, K))
    const people = 10_000 / subsets.length
    const tally = collect(
      rng,
      truth,
      subsets.map(subset => [rrrr({ categories: K, subset, epsilon: 1 }), people] as const),
    )
    const sweeps = longGibbs(tally, prior)
    const trajectories = samplePosterior(tally, { sampler: 'hmc', prior, draws: 3000, seed: 1 })
    const ess = [sweeps, trajectories].map(({ diagnostics }) => Math.min(...diagnostics.essBulk))
    const difference = sweeps.mean.map((mean, x) => {
      const error = Math.hypot(sweeps.diagnostics.mcse[x], trajectories.diagnostics.mcse[x])
      return Math.abs(mean - trajectories.mean[x]) / error
    })
    console.log({ mechanism, rho, prior, ess, largest: Math.max(...difference) })
    expect(Math.min(...ess)).toBeGreaterThan(100)
    expect(Math.max(...difference)).toBeLessThan(6)
    // The twin's means are those under another prior.
    const other = samplePosterior(tally, { sampler: 'hmc', prior: 3, seed: 1 })
    const apart = sweeps.mean.map((mean, x) => Math.abs(mean - other.mean[x]) / sweeps.diagnostics.mcse[x])
    expect(Math.max(...apart)).toBeGreaterThan(12)
  },
)
