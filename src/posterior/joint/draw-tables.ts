import { sum } from '../../arrays/sums.ts'
import type { Rebuild } from '../chains/recipe.ts'
import type { Chained } from '../draw-posterior.ts'
import { fromTallyCopy, type Tally, type TallyCopy, toTallyCopy } from '../tally/tally.ts'
import { logitsOf } from './joint-layout.ts'
import { type JointAnswers, JointPosterior } from './joint-posterior.ts'
import { jointSampler, prepare } from './joint-sampler.ts'
import { NODES } from './kernel/nodes.ts'
import type { LogitBasis } from './logit-basis.ts'

const WARMUP = 300
/** Number of steps of a trajectory: most reach the maximum, 2⁷ − 1. */
const TRAJECTORY = 127
/**
 * Number of multiplications that count as one visit of a category. By it, the default limit on the work is some 100 s of processor time for
 * eight questions (`experiments/results/tables/joint.csv`), which are good by then from ε = 2 on.
 */
const OPERATIONS_PER_VISIT = 3600
/** Operations for each parameter in a step: exponentials, and the sums of the no-U-turn criterion. */
const OPERATIONS_PER_PARAMETER = 50
/** Operations for each answer, besides those for the cells of its set. */
const OPERATIONS_PER_ANSWER = 20

/** The questions' bases, the answers, and the number of groups of people, if any. */
interface TablesAsked<T> {
  readonly bases: readonly LogitBasis[]
  readonly views: readonly (Omit<JointAnswers, 'tallies'> & { readonly tallies: readonly T[] })[]
  readonly groups: number
}

/**
 * The sampler of several questions as `drawChains` needs it. A draw has the tables of all views, group by group, which are diagnosed.
 * Behind them are the numbers from which records are drawn, which may differ from chain to chain.
 */
export function chainedTables(asked: TablesAsked<Tally>): Chained {
  const { bases, views, groups } = asked
  const tallies = views.flatMap(view => view.tallies)
  const cells = sum(tallies.map(({ categories }) => categories))
  const products = 3 * NODES * cells + sum(tallies.map(operationsOf))
  return {
    name: 'joint',
    width: cells + Math.max(1, groups) * logitsOf(bases),
    watched: cells,
    warmup: WARMUP,
    visits: (TRAJECTORY * (products + OPERATIONS_PER_PARAMETER * cells)) / OPERATIONS_PER_VISIT,
    create: warmup => samplerOf(asked, warmup),
    recipe: {
      law: 'tables',
      data: (): TablesAsked<TallyCopy> => ({
        ...asked,
        views: views.map(view => ({ ...view, tallies: view.tallies.map(toTallyCopy) })),
      }),
    },
  }
}

export const rebuildTables: Rebuild<TablesAsked<TallyCopy>> = ({ views, ...asked }, warmup) =>
  samplerOf(
    { ...asked, views: views.map(view => ({ ...view, tallies: view.tallies.map(fromTallyCopy) })) },
    warmup,
  )

function samplerOf({ bases, views, groups }: TablesAsked<Tally>, warmup: number) {
  const posterior = new JointPosterior(bases, views, groups)
  prepare(posterior)
  return jointSampler(posterior, warmup)
}

/** Largest number of operations of a table's log-likelihood. */
function operationsOf({ categories: K, distinct }: Tally): number {
  return Math.min(K * K, distinct * (K / 4 + OPERATIONS_PER_ANSWER))
}
