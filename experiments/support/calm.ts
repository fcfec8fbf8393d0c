import { drawMultinomial } from '../../src/random/multinomial.ts'
import type { Rng } from '../../src/random/rng.ts'
import { projectOnSimplex } from '../../src/simplex/project.ts'
import { makeConsistent } from './consistent-tables.ts'
import { type FrequencyOracle, oracleFor } from './frequency-oracles.ts'
import type { PairLaw, PairTable } from './pair-law.ts'

/** Number of rounds in which tables are made consistent and then non-negative. */
const ROUNDS = 5

/**
 * Tables of two questions as CALM estimates them: people are split evenly over the pairs, each answers about the cells of its pair by a
 * frequency oracle, and the unbiased estimates are made consistent with each other and non-negative (Norm-Sub).
 *
 * @param oracle the frequency oracle of all pairs, or `'best'` for the one with the smaller variance at each pair's number of cells
 * @see Zhang, Wang, Li, He, Chen (2018), CALM: Consistent adaptive local marginal for marginal release under local differential privacy
 */
export function calm(
  { sizes, pairs }: PairLaw,
  { people, epsilon, oracle }: { people: number; epsilon: number; oracle: FrequencyOracle | 'best' },
  rng: Rng,
): PairTable[] {
  const asked = drawMultinomial(
    rng,
    people,
    pairs.map(() => 1),
    new Float64Array(pairs.length),
  )
  let tables = pairs.map(({ a, b, law }, i) => {
    const counts = drawMultinomial(rng, asked[i], law, new Float64Array(law.length))
    const estimate = oracle === 'best' ? oracleFor(law.length, epsilon) : oracle
    return { a, b, law: estimate(counts, epsilon, rng) }
  })
  for (let round = 0; round < ROUNDS; round++) {
    tables = makeConsistent(tables, sizes).map(({ a, b, law }) => ({
      a,
      b,
      law: projectOnSimplex(law, new Float64Array(law.length), new Float64Array(law.length)),
    }))
  }
  return tables
}
