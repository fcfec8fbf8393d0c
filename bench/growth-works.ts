import { samplePosterior } from '../src/catalogue/sample-posterior.ts'
import { srr } from '../src/mechanism/srr.ts'
import { subsetSelection } from '../src/mechanism/subset-selection.ts'
import { createTally } from '../src/posterior/tally/tally.ts'
import { drawDirichlet } from '../src/random/dirichlet.ts'
import { drawMultinomial } from '../src/random/multinomial.ts'
import { stream } from '../src/random/stream.ts'
import { respondMany } from '../src/simulation/respond-many.ts'
import { simulate } from '../src/simulation/simulate.ts'
import { entropy } from '../src/utility/entropy.ts'
import { fisher } from '../src/utility/fisher.ts'
import { createScan } from '../src/utility/scan.ts'
import type { UtilityKind } from '../src/utility/utility.ts'

/** Work that is measured at several sizes. */
export interface GrowthWork {
  readonly name: string
  /** What the size counts. */
  readonly of: string
  readonly sizes: readonly number[]
  /** Prepares the work at one size. The function that it returns does the work, and returns a number that depends on all of it. */
  prepare(size: number): () => number
}

const CATEGORIES = [10, 100, 1000, 10_000, 100_000]
const DISTINCT = [10, 100, 1000, 10_000]
const EPSILON = 1
/** The number of people whose answers a posterior is given, at any K. */
const PEOPLE = 1_000_000
const GROUPS = 100

export const GROWTH_WORKS: readonly GrowthWork[] = [
  scan(fisher),
  scan(entropy),
  posterior('gibbs'),
  posterior('hmc'),
  {
    name: `run of \`fisher\`, K = 20, ${GROUPS} groups`,
    of: 'n',
    sizes: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9],
    prepare: users => () =>
      simulate({
        categories: 20,
        truth: { dirichlet: 0.1 },
        users,
        groupSize: users / GROUPS,
        strategies: ['fisher'],
        epsilon: EPSILON,
        seed: 1,
      }).runs[0].totalVariation,
  },
  columns('gibbs'),
  columns('hmc'),
]

function scan(utility: UtilityKind): GrowthWork {
  return {
    name: `scan of \`${utility.name}\``,
    of: 'K',
    sizes: CATEGORIES,
    prepare(categories) {
      const thetas = [1, 2].map(which => uniformDraw(categories, which))
      const utilityScan = createScan({ categories, epsilon: EPSILON, epsilon1: 0.8 * EPSILON, utility })
      let turn = 0
      return () => utilityScan.best(thetas[turn++ % 2])
    },
  }
}

/** 40 transitions given SRR's answers. */
function posterior(sampler: 'gibbs' | 'hmc'): GrowthWork {
  return {
    name: `\`${sampler}\`, SRR, 40 transitions`,
    of: 'K',
    sizes: CATEGORIES,
    prepare(categories) {
      const rng = stream(1, 'answers')
      const people = drawMultinomial(rng, PEOPLE, uniformDraw(categories, 1), new Float64Array(categories))
      const tally = createTally(categories)
      const mechanism = srr({ categories, epsilon: EPSILON })
      for (const [response, count] of respondMany(mechanism, people, rng))
        tally.add(mechanism, response, count)
      return () =>
        samplePosterior(tally, { sampler, prior: 1, chains: 1, warmup: 20, draws: 20, seed: 1 }).mean[0]
    },
  }
}

/** 300 transitions given answers of subset selection, enough of them for this many distinct columns. */
function columns(sampler: 'gibbs' | 'hmc'): GrowthWork {
  return {
    name: `\`${sampler}\`, K = 20, 300 transitions`,
    of: 'columns',
    sizes: DISTINCT,
    prepare(distinct) {
      const rng = stream(1, 'answers')
      const mechanism = subsetSelection({ categories: 20, epsilon: EPSILON })
      const tally = createTally(20)
      while (tally.distinct < distinct) tally.add(mechanism, mechanism.respond(rng.integer(20), rng))
      return () =>
        samplePosterior(tally, { sampler, prior: 1, chains: 1, warmup: 200, draws: 100, seed: 1 }).mean[0]
    },
  }
}

function uniformDraw(categories: number, which: number): Float64Array {
  const law = new Float64Array(categories).fill(1)
  return drawDirichlet(stream(1, 'theta', which), law, new Float64Array(categories))
}
