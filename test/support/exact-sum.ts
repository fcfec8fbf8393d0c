import { expect } from 'vitest'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { type Found, foundIn } from './moments.ts'
import { type ExactMoments, polynomialPosterior } from './polynomial-posterior.ts'
import { type Entry, tallyOf } from './tally.ts'

const answers = (categories: number, epsilon: number, subset: number[], counts: number[]): Entry[] => {
  const mechanism = rrrr({ categories, subset, epsilon })
  return counts.flatMap((count, y) => (count > 0 ? [[mechanism, y, count] as const] : []))
}
/** So many of each response, in order. */
const given = (mechanism: Mechanism, counts: number[]): Entry[] =>
  Array.from(mechanism.responses(), (response, i) => [mechanism, response, counts[i]] as const)

/** Unequal, so that no symmetry hides an error. */
export const SMALL: Record<string, Entry[]> = {
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
export const DRAWS = { gibbs: 30_000, hmc: 4000, slice: 4000, 'delayed-acceptance': 4000, sequence: 4000 }
export const CHAINS = 4

/**
 * An alarm at 5 Monte Carlo errors of a mean has chance 6e-7 if these are known exactly; an sd's own error is 2 % at most
 * from 1,200 effective draws on, which all of these chains have.
 */
export function isNear({ mean, sd, mcse }: Found, exact: { mean: number; sd: number }): boolean {
  return Math.abs(mean - exact.mean) < 5 * mcse + 5e-4 && Math.abs(sd / exact.sd - 1) < 0.1
}

/** Each θ_x, and last ln ρ. */
const listed = ({ mean, sd, logRho }: ExactMoments) => [
  ...Array.from(mean, (value, x) => ({ mean: value, sd: sd[x] })),
  logRho,
]

/** Has the sampler, with a learnt concentration, the mean and sd of every θ and of ln ρ that the exact sum has? */
export function expectExactSum(
  sampler: keyof typeof DRAWS,
  name: keyof typeof SMALL,
  draws = Math.min(8000, DRAWS[sampler]),
): void {
  const entries = SMALL[name]
  const options = { sampler, draws, chains: CHAINS, seed: 1, prior: 'learned' } as const
  const found = foundIn(samplePosterior(tallyOf(entries), options), CHAINS)
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
}
