import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { samplePosterior } from '../../../src/loop/sample-posterior.ts'
import { hadamard } from '../../../src/mechanism/hadamard.ts'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import type { Mechanism } from '../../../src/mechanism/mechanism.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { unaryEncoding } from '../../../src/mechanism/unary-encoding.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { collect, drawTruth } from '../../support/collect.ts'
import { type Found, foundIn } from '../../support/moments.ts'
import { type ExactMoments, polynomialPosterior } from '../../support/polynomial-posterior.ts'
import { betaI, normalCdf } from '../../support/special.ts'
import { FALSE_ALARM, ksPValue } from '../../support/statistics.ts'
import { type Entry, tallyOf } from '../../support/tally.ts'

interface PosteriorCase {
  categories: number
  epsilon: number
  epsilon1: number
  prior: number
  counts: { subset: number[]; response: number; count: number }[]
  posteriorMean: number[]
  posteriorSd: number[]
}

const url = new URL('../../vectors/core.json', import.meta.url)
const { posteriors } = JSON.parse(readFileSync(url, 'utf8')) as { posteriors: PosteriorCase[] }

const answers = (categories: number, epsilon: number, subset: number[], counts: number[]): Entry[] => {
  const mechanism = rrrr({ categories, subset, epsilon })
  return counts.flatMap((count, y) => (count > 0 ? [[mechanism, y, count] as const] : []))
}
/** So many of each response, in order. */
const given = (mechanism: Mechanism, counts: number[]): Entry[] =>
  Array.from(mechanism.responses(), (response, i) => [mechanism, response, counts[i]] as const)

/** Unequal, so that no symmetry hides an error. */
const SMALL: Record<string, Entry[]> = {
  'two categories': [...answers(2, 1, [], [37, 9]), ...answers(2, 2, [0], [8, 5])],
  'two categories, one of them hardly there': answers(2, 2, [], [70, 10]),
  'three categories': [...answers(3, 1.5, [], [9, 40, 21]), ...answers(3, 1, [1], [2, 20, 9])],
  'three categories, one of them hardly there': [
    ...answers(3, 2, [0], [30, 5, 8]),
    ...answers(3, 3, [], [25, 1, 9]),
  ],
  'unary encoding, no bits and all of them included': given(
    unaryEncoding({ categories: 3, epsilon: 2 }),
    [11, 20, 4, 5, 9, 8, 2, 3],
  ),
  'Hadamard response, 0 included': given(hadamard({ categories: 3, epsilon: 2 }), [16, 5, 22, 9]),
  'local hashing, a bucket with nobody and one with everybody included': given(
    localHashing({
      categories: 3,
      epsilon: 2,
      buckets: 2,
      partitions: [
        [0, 1, 1],
        [1, 1, 0],
        [1, 1, 1],
      ],
    }),
    [30, 8, 6, 25, 3, 7],
  ),
}

/** Sweeps hardly move where ε is small; but they are cheap. */
const DRAWS = { gibbs: 30_000, hmc: 4000, slice: 4000 }
const CHAINS = 4

/**
 * An alarm at 5 Monte Carlo errors of a mean has chance 6e-7 if these are known exactly; an sd's own error is 2 % at most
 * from 1,200 effective draws on, which all of these chains have.
 */
function isNear({ mean, sd, mcse }: Found, exact: { mean: number; sd: number }): boolean {
  return Math.abs(mean - exact.mean) < 5 * mcse + 5e-4 && Math.abs(sd / exact.sd - 1) < 0.1
}

/** Each θ_x, and last ln ρ. */
const listed = ({ mean, sd, logRho }: ExactMoments) => [
  ...Array.from(mean, (value, x) => ({ mean: value, sd: sd[x] })),
  logRho,
]

describe.each(['gibbs', 'hmc', 'slice'] as const)('%s', sampler => {
  const options = { sampler, draws: DRAWS[sampler], chains: CHAINS, seed: 1 }

  describe.each(posteriors)('over $categories categories at ε = $epsilon under Dirichlet($prior)', one => {
    const { categories, epsilon, epsilon1, prior, counts, posteriorMean, posteriorSd } = one
    const tally = createTally(categories)
    for (const { subset, response, count } of counts) {
      tally.add(rrrr({ categories, subset, epsilon, epsilon1 }), response, count)
    }
    const agreement = (found: Found[]) =>
      found.map((value, x) => isNear(value, { mean: posteriorMean[x], sd: posteriorSd[x] }))

    test('has the mean and sd of quadrature, and R̂ below 1.02', () => {
      const posterior = samplePosterior(tally, { ...options, prior })
      const found = foundIn(posterior, CHAINS)
      expect(agreement(found), JSON.stringify(found)).toEqual(posteriorMean.map(() => true))
      expect(Math.max(...posterior.diagnostics.rhat)).toBeLessThan(1.02)
    })

    test('does not have them with ρ + 1 for ρ', () => {
      const posterior = samplePosterior(tally, { ...options, draws: 4000, prior: prior + 1 })
      expect(agreement(foundIn(posterior, CHAINS))).toContain(false)
    })
  })

  test.each(Object.keys(SMALL))(
    'with a learnt concentration has the mean and sd of every θ and of ln ρ that the exact sum has, with %s',
    name => {
      const entries = SMALL[name]
      const run = { ...options, draws: Math.min(8000, options.draws), prior: 'learned' } as const
      const found = foundIn(samplePosterior(tallyOf(entries), run), CHAINS)
      const exact = listed(polynomialPosterior(entries, 'learned'))
      const agreement = exact.map((value, i) => isNear(found[i], value))
      expect(agreement, JSON.stringify({ found, exact })).toEqual(found.map(() => true))
      // The twin's concentration is fixed at 1.
      const twin = listed(
        polynomialPosterior(
          entries,
          Array.from(found.slice(1), () => 1),
        ),
      )
      expect(found.slice(0, -1).map((value, x) => isNear(value, twin[x]))).toContain(false)
    },
  )

  test('with no answers has the prior (Kolmogorov–Smirnov, false alarm 1e-6)', () => {
    const run = { ...options, draws: 1000 }
    const fixed = samplePosterior(createTally(3), { ...run, prior: [0.3, 1, 2] })
    for (const [x, rho] of [0.3, 1, 2].entries()) {
      const theta = fixed.draws.filter((_, at) => at % 3 === x)
      expect(ksPValue(theta, value => betaI(rho, 3.3 - rho, value))).toBeGreaterThan(FALSE_ALARM)
      expect(ksPValue(theta, value => betaI(rho + 1, 3.3 - rho, value))).toBeLessThan(FALSE_ALARM)
    }
    const { concentration } = samplePosterior(createTally(3), { ...run, draws: 10_000, prior: 'learned' })
    const thinned = concentration!.filter((_, i) => i % 10 === 0).map(Math.log)
    expect(ksPValue(thinned, value => normalCdf((value - Math.log(0.2)) / 2))).toBeGreaterThan(FALSE_ALARM)
    expect(ksPValue(thinned, value => normalCdf((value - Math.log(0.2)) / 1.5))).toBeLessThan(FALSE_ALARM)
  })
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
