import type { Chained } from '../draw-posterior.ts'
import { LatentClasses, type PairTally } from './latent-classes.ts'

const WARMUP = 300
/** The most draws of each chain, if no other budget is given. */
const MOST_DRAWS = 2000

/**
 * What chains draw for records: the tables of all pairs, one after another, which are diagnosed; behind them weights and shares of the classes,
 * which need not be the same from chain to chain.
 */
export function chainedTables(sizes: readonly number[], pairs: readonly PairTally[]): Chained {
  const cells = pairs.reduce((total, { tally }) => total + tally.categories, 0)
  const create = (warmup: number) => new LatentClasses(sizes, pairs, warmup)
  const { classes, shares } = create(0).law
  return {
    name: 'latent-classes',
    width: cells + classes + shares.length,
    watched: cells,
    warmup: WARMUP,
    bounded: (_, warmup) => ({ warmup, draws: MOST_DRAWS }),
    create,
  }
}
