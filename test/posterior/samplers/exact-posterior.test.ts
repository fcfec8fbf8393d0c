import { describe, expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { drain, drawingOf } from '../../../src/posterior/draw-posterior.ts'
import { readPrior } from '../../../src/posterior/kind/prior.ts'
import type { Sampler } from '../../../src/posterior/kind/sampler.ts'
import type { SamplerKind } from '../../../src/posterior/kind/sampler-kind.ts'
import { Expansion } from '../../../src/posterior/likelihood/log-likelihood.ts'
import { QuadraticLikelihood } from '../../../src/posterior/likelihood/quadratic-likelihood.ts'
import { maximize } from '../../../src/posterior/mode/maximum-likelihood.ts'
import { createCoordinateSweep, type Place } from '../../../src/posterior/moves/coordinate-sweep.ts'
import { softmax } from '../../../src/posterior/moves/softmax-target.ts'
import { firstWidths } from '../../../src/posterior/moves/sweep-tuning.ts'
import { delayedAcceptanceKind } from '../../../src/posterior/samplers/delayed-acceptance.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { collect, drawTruth } from '../../support/collect.ts'
import { CHAINS, DRAWS, expectExactSum, isNear, SMALL } from '../../support/exact-sum.ts'
import { foundIn } from '../../support/moments.ts'
import { polynomialPosterior } from '../../support/polynomial-posterior.ts'
import { expectQuadrature, POSTERIORS } from '../../support/quadrature.ts'
import { betaI, normalCdf } from '../../support/special.ts'
import { FALSE_ALARM, ksPValue } from '../../support/statistics.ts'
import { tallyOf } from '../../support/tally.ts'

/** The tallies that are tested here with a learnt concentration; the others are in the slow tests. */
const LEARNED = ['three categories', 'Hadamard response, 0 included']
const LEARNED_OF = {
  gibbs: LEARNED,
  hmc: LEARNED.slice(1),
  slice: LEARNED.slice(0, 1),
  'delayed-acceptance': LEARNED.slice(0, 1),
  // A concentration so small that entries are below the smallest double.
  sequence: ['two categories, one of them hardly there'],
}

/**
 * Enough for a twin's law to be told from the posterior, and for the 1,200 effective draws that `isNear` needs; the slow tests
 * have more.
 */
const FEW = { gibbs: 4000, hmc: 2000, slice: 1000, 'delayed-acceptance': 1000, sequence: 1000 }

/** The same with a learnt concentration. */
const LEARNED_DRAWS = { ...FEW, gibbs: 8000 }

describe.each(['gibbs', 'hmc', 'slice', 'delayed-acceptance', 'sequence'] as const)('%s', sampler => {
  const options = { sampler, chains: CHAINS, seed: 1 }

  // Sweeps of data augmentation hardly move where ε is small: that one is in the slow tests.
  const some = sampler === 'gibbs' ? POSTERIORS.filter(({ epsilon }) => epsilon >= 1) : POSTERIORS

  describe.each(some)('over $categories categories at ε = $epsilon under Dirichlet($prior)', one => {
    test('has the mean and sd of quadrature, not those with ρ + 1 for ρ, and R̂ below 1.02', () => {
      expectQuadrature(sampler, one, sampler === 'gibbs' && one.epsilon === 1 ? 10_000 : FEW[sampler])
    })
  })

  test.each(LEARNED_OF[sampler])(
    'with a learnt concentration has the mean and sd of every θ and of ln ρ that the exact sum has, with %s',
    name => expectExactSum(sampler, name, LEARNED_DRAWS[sampler]),
  )

  test('with no answers has the prior (Kolmogorov–Smirnov, false alarm 1e-6)', () => {
    const run = { ...options, draws: 600 }
    const fixed = samplePosterior(createTally(3), { ...run, prior: [0.3, 1, 2] })
    for (const [x, rho] of [0.3, 1, 2].entries()) {
      const theta = fixed.draws.filter((_, at) => at % 3 === x)
      expect(ksPValue(theta, value => betaI(rho, 3.3 - rho, value))).toBeGreaterThan(FALSE_ALARM)
      expect(ksPValue(theta, value => betaI(rho + 1, 3.3 - rho, value))).toBeLessThan(FALSE_ALARM)
    }
    // With no answers, draws of ln ρ are independent of each other, but for a correlation of 0.07 in the sequence sampler.
    const thin = sampler === 'sequence' ? 3 : 1
    const { concentration } = samplePosterior(createTally(3), {
      ...run,
      draws: 600 * thin,
      prior: 'learned',
    })
    const thinned = concentration!.filter((_, i) => i % thin === 0).map(Math.log)
    expect(ksPValue(thinned, value => normalCdf((value - Math.log(0.2)) / 2))).toBeGreaterThan(FALSE_ALARM)
    expect(ksPValue(thinned, value => normalCdf((value - Math.log(0.2)) / 1.5))).toBeLessThan(FALSE_ALARM)
  })
})

/** Delayed acceptance without its Metropolis step: all moves by the expansion are accepted. */
const expansionAlone: SamplerKind = {
  name: 'expansion alone',
  priors: 'any',
  create({ tally, prior = 1 }) {
    const K = tally.categories
    const { rho } = readPrior(prior, K)
    const surrogate = new QuadraticLikelihood(K)
    const { theta } = maximize(tally, rho, 1e-3)
    surrogate.expand(new Expansion(tally, theta))
    const sweep = createCoordinateSweep(surrogate, rho)
    const order = [...rho.keys()]
    return {
      init: () => ({ logTheta: Array.from(theta, Math.log), concentration: null, widths: firstWidths(K) }),
      step(rng, state) {
        sweep.start(state)
        for (let i = 0; i < 3; i++) sweep.moveCategories(rng, state.widths, null, order)
        for (let x = 0; x < K; x++) state.logTheta[x] = sweep.logPhi[x]
        return { state, info: undefined }
      },
      theta({ logTheta }, out) {
        softmax(logTheta, out)
        return out
      },
    } satisfies Sampler<Place>
  },
}

test('where the expansion is poor the Metropolis step of delayed acceptance is missed', () => {
  const entries = SMALL['three categories, one of them hardly there']
  const tally = tallyOf(entries)
  const exact = polynomialPosterior(entries, [1, 1, 1])
  const agreement = (kind: SamplerKind) => {
    const options = { draws: DRAWS['delayed-acceptance'], chains: CHAINS, seed: 1, prior: 1 }
    const found = foundIn(drain(drawingOf(tally, kind, options)), CHAINS)
    return found.map((value, x) => isNear(value, { mean: exact.mean[x], sd: exact.sd[x] }))
  }
  expect(agreement(delayedAcceptanceKind)).toEqual([true, true, true])
  expect(agreement(expansionAlone)).toContain(false)
})

// Sweeps alone give about fifteen.
test.each([
  [1, 1],
  [1, 'learned'],
  [0.1, 1],
] as const)(
  'hmc gives 400 effective draws of 4,000: K = 20, SRR, 10,000 people, ε = 1, truth Dirichlet(%d), prior %s',
  (rho, prior) => {
    const rng = stream(1, 'effective', rho)
    const truth = drawTruth(rng, new Float64Array(20).fill(rho))
    const tally = collect(rng, truth, [[srr({ categories: 20, epsilon: 1 }), 10_000]])
    const { diagnostics } = samplePosterior(tally, { sampler: 'hmc', prior, seed: 1 })
    expect(Math.min(...diagnostics.essBulk)).toBeGreaterThan(400)
    expect(Math.max(...diagnostics.rhat)).toBeLessThan(1.02)
  },
)
