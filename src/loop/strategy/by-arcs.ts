import type { StrategyKind } from '../../catalogue/strategy-kind.ts'
import { refuse } from '../../check/check.ts'
import { bestArcs } from '../../domain/arcs.ts'
import { localHashing } from '../../mechanism/local-hashing.ts'
import type { Mechanism } from '../../mechanism/mechanism.ts'
import { PHASES } from '../../mechanism/partitions.ts'
import { subsetSelection } from '../../mechanism/subset-selection.ts'

/** Least number of cells that arcs can cut. */
export const LEAST_CELLS = 4

/**
 * Local hashing whose partitions respect the order of the cells, with the number of arcs that is best at this level (`bestArcs`). A scale
 * of two or three steps is too short to be cut, so it is asked about by subset selection.
 */
export function arcs({ categories, epsilon }: { categories: number; epsilon: number }): Mechanism {
  if (categories < LEAST_CELLS) return subsetSelection({ categories, epsilon })
  const buckets = bestArcs(epsilon, categories)
  return localHashing({ categories, epsilon, buckets, partitions: { arcs: PHASES } })
}

/** The strategy `arcs`. Everybody gets the same question: in which stretch of the range does the value lie? It needs ordered categories. */
export const arcsKind = {
  name: 'arcs',
  says: 'the answer is a stretch of the range (for numbers, in order)',
  create(setting) {
    if (setting.categories < LEAST_CELLS) {
      refuse('categories', setting.categories, `at least ${LEAST_CELLS}, for the strategy 'arcs'`)
    }
    const mechanism = arcs(setting)
    return { adaptive: false, choose: () => mechanism }
  },
} as const satisfies StrategyKind
