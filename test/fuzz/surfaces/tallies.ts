import fc from 'fast-check'
import {
  maximumLikelihood,
  samplePosterior,
  type Tally,
  type TallyJSON,
  tallyFromJSON,
} from '../../../src/index.ts'
import { asIs, grow, type Mutant, mutants } from '../generators/mutation.ts'
import { goodTally } from '../generators/tallies.ts'
import { expectThat, refusalOf, type Surface } from '../harness/surface.ts'

interface TallyCase {
  readonly tally: Mutant<unknown>
  /** What is done with it, if it is good. */
  readonly use: (typeof USES)[number]
}

const USES = ['likelihood', 'merge', 'mode', 'gibbs', 'hmc', 'sgld', 'sgrld'] as const

/** Those of a tally that is computed with: the limit in time is one for reading it, and more would take `hmc` as long by themselves. */
const MOST_CATEGORIES = 20

const size = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 2, max: 8 }) },
  { weight: 1, arbitrary: fc.integer({ min: 9, max: 60 }) },
)

const cases = size
  .chain(goodTally)
  .chain(json => fc.record<TallyCase>({ tally: mutants(fc.constant(json)), use: fc.constantFrom(...USES) }))

const PAIR = [
  { logScale: -0.3, logBase: -1, point: 0, logPeak: 0 },
  { logScale: -0.3, logBase: -1, point: 1, logPeak: 0 },
]

/** Tallies from other collectors, as JSON data. */
export const tallies: Surface<TallyCase> = {
  name: 'tallies',
  cases,
  known: [
    known({ categories: 2, columns: PAIR, counts: [5e13, 5e13] }, 'hmc'),
    known({ categories: 2, columns: PAIR, counts: [5e13, 5e13] }, 'gibbs'),
    known({ categories: 2, columns: PAIR, counts: [2 ** 53 - 1, 1] }, 'hmc'),
    known({ categories: 2, columns: PAIR, counts: [2 ** 53 - 1, 2 ** 53 - 1] }, 'likelihood'),
    known({ categories: 2, columns: [PAIR[0]], counts: [2 ** 53 - 1] }, 'merge'),
    known({ categories: 1e9, columns: [], counts: [] }, 'likelihood'),
    known({ categories: 2, columns: { length: 3e8 }, counts: { length: 3e8 } }, 'likelihood'),
    known({ categories: 2, columns: [{ logScale: 0, logValues: { length: 2 } }], counts: [1] }, 'likelihood'),
    known({ categories: 2, columns: [null], counts: [1] }, 'likelihood'),
    known(undefined, 'likelihood'),
    known(null, 'likelihood'),
  ],
  limitMs: 50,
  check({ tally: mutant, use }) {
    let tally: Tally
    try {
      tally = tallyFromJSON(grow(mutant) as TallyJSON)
    } catch (error) {
      return refusalOf(error)
    }
    requireWhole(tally)
    // A collector asks for a tally of its own K before it computes with it.
    if (tally.categories > MOST_CATEGORIES) return 'valid'
    try {
      used(tally, use)
    } catch (error) {
      refusalOf(error)
    }
    return 'valid'
  },
  show: ({ tally, use }) => `${fc.stringify(grow(tally))}, ${use}`,
}

function known(json: unknown, use: TallyCase['use']): TallyCase {
  return { tally: asIs(json), use }
}

/** A tally that was taken is written down and read again as the same. */
function requireWhole(tally: Tally): void {
  const text = JSON.stringify(tally)
  const again = JSON.stringify(tallyFromJSON(JSON.parse(text)))
  expectThat(text === again, () => `${text} is read as ${again}`)
  const total = tally.counts.subarray(0, tally.distinct).reduce((sum, count) => sum + count, 0)
  expectThat(
    Number.isSafeInteger(tally.size) && tally.size === total,
    () => `${tally.size} observations, the counts sum to ${total}`,
  )
}

function used(tally: Tally, use: TallyCase['use']): void {
  const K = tally.categories
  if (use === 'likelihood') {
    const uniform = new Float64Array(K).fill(1 / K)
    const log = tally.logLikelihood(uniform)
    expectThat(log <= 1e-6 * (1 + tally.size), () => `log-likelihood ${log}`)
    expectThat(tally.gradientPhi(uniform).every(Number.isFinite), () => 'a gradient that is not finite')
  } else if (use === 'merge') {
    const before = JSON.stringify(tally)
    try {
      tally.merge(tallyFromJSON(JSON.parse(before)))
    } catch (error) {
      expectThat(JSON.stringify(tally) === before, () => 'refused, and yet the tally is another')
      throw error
    }
    requireWhole(tally)
  } else if (use === 'mode') {
    const { theta } = maximumLikelihood(tally)
    requireLaw(theta)
  } else {
    const few = { draws: 4, warmup: 4, chains: 1, seed: 1 }
    const { mean, sd } = samplePosterior(tally, { sampler: use, ...few })
    requireLaw(mean)
    expectThat(
      sd.every(value => value >= 0 && value < 1),
      () => `standard deviations ${sd}`,
    )
  }
}

function requireLaw(theta: Float64Array): void {
  const total = theta.reduce((sum, value) => sum + value, 0)
  const good = theta.every(value => value >= 0) && Math.abs(total - 1) < 1e-9
  expectThat(good, () => `no probability vector: ${theta}`)
}
