import { defaultSteps } from '../chains/default-work.ts'
import type { Chained } from '../draw-posterior.ts'
import type { Tally } from '../tally/tally.ts'
import { LatentClassLaw } from './latent-class-law.ts'
import { latentClasses, type PairTally } from './latent-classes.ts'

const WARMUP = 300
/** Steps of a trajectory that the default budget counts with: 63 were measured at ε = 1, some 400 at 4, for four columns of Adult. */
const TRAJECTORY = 200
/** Operations of a gradient that take as long as one visit of a category. */
const OPERATIONS_PER_VISIT = 250
/** What a parameter takes besides the metric: exponentials, and the sums of the no-U-turn criterion. */
const OPERATIONS_PER_PARAMETER = 40

/**
 * What chains draw for records: the tables of all pairs, one after another, which are diagnosed; behind them weights and shares of the classes,
 * which need not be the same from chain to chain.
 */
export function chainedTables(sizes: readonly number[], pairs: readonly PairTally[]): Chained {
  const cells = pairs.reduce((total, { tally }) => total + tally.categories, 0)
  const law = new LatentClassLaw(sizes)
  const { classes, shares, dimension, cells: perClass } = law
  // The products with tables, class by class; those with the metric's blocks; answers by expansion or one by one.
  const products = 4 * classes * cells + 2 * (classes + 3) * perClass * perClass
  const answers = pairs.reduce((total, { tally }) => total + operationsOf(tally), 0)
  const gradient = (products + answers + OPERATIONS_PER_PARAMETER * dimension) / OPERATIONS_PER_VISIT
  const width = cells + classes + shares.length
  return {
    name: 'latent-classes',
    width,
    watched: cells,
    warmup: WARMUP,
    bounded: (chains, warmup) => defaultSteps(TRAJECTORY * gradient, width, chains, warmup),
    create: chainWarmup => latentClasses(law, pairs, chainWarmup),
  }
}

/** Operations that the log-likelihood of a table takes. */
function operationsOf({ categories: K, distinct }: Tally): number {
  return Math.min(K * K, distinct * K)
}
