import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { type Audit, auditOver } from '../mechanism/audit.ts'
import { denseColumn } from '../mechanism/column.ts'

/**
 * The second budget of RRRR as the code published with the paper computes it, for comparison only: it is **not
 * private**. It lacks the logarithm, and it has the size of the subset where the paper's bound has that of the complement:
 *
 *     ε2 = min{ ε, (k−1) / (e^{ε1−ε}·k − 1) }   if ε − ε1 < ln k,   else ε.
 *
 * @param size k = |S|, at least 1
 */
export function publishedSecondBudget(size: number, epsilon: number, epsilon1: number): number {
  if (epsilon - epsilon1 >= log(size)) return epsilon
  return Math.min(epsilon, (size - 1) / (exp(epsilon1 - epsilon) * size - 1))
}

export interface PublishedLevel extends Audit {
  /** The |S| at which the published budget spends most. */
  readonly size: number
}

/**
 * The exact level of RRRR with the published second budget, audited from its dense channel: the worst over all sizes
 * of the subset.
 *
 * @example
 * publishedLevel(20, 1, 0.8) // { epsilon: 1.7134224885504068, response: 1, pair: [1, 0], size: 1 }
 */
export function publishedLevel(categories: number, epsilon: number, epsilon1: number): PublishedLevel {
  let worst: PublishedLevel | undefined
  for (let size = 1; size < categories; size++) {
    const level = auditOver([0, size], publishedChannel(categories, size, epsilon, epsilon1))
    if (worst === undefined || level.epsilon > worst.epsilon) worst = { ...level, size }
  }
  return worst!
}

/** The dense channel on the subset of the first `size` categories. */
function publishedChannel(categories: number, size: number, epsilon: number, epsilon1: number) {
  const rest = categories - size
  const epsilon2 = publishedSecondBudget(size, epsilon, epsilon1)
  const logA = -log1p(size * exp(-epsilon1))
  const logB = logA - epsilon1
  const logC = -log1p((rest - 1) * exp(-epsilon2))
  const logD = logC - epsilon2
  const logProbability = (y: number, x: number) => {
    if (y < size) return y === x ? logA : logB
    if (x < size) return logB - log(rest)
    return logA + (y === x ? logC : logD)
  }
  return {
    column: (response: unknown) =>
      denseColumn(Float64Array.from({ length: categories }, (_, x) => logProbability(response as number, x))),
  }
}
