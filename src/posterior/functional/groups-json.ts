import type { Posterior } from '../chains/posterior.ts'
import type { Grouped } from './grouped.ts'
import { INTERVAL_LEVEL, type IntervalJSON, intervalJSON } from './interval-json.ts'

/** What is known of one group, as plain data. */
export interface GroupJSON {
  readonly name: string
  /** How many people have answered. */
  readonly users: number
  /** Pooled. */
  readonly estimate: number[]
  readonly interval: IntervalJSON
  /** From the answers of this group alone. */
  readonly separate: { readonly estimate: number[]; readonly interval: IntervalJSON }
}

/** Groups in the order of `names`, their total, and how much they borrow from each other, as plain data. */
export function groupsJSON(
  pooled: Grouped,
  separate: Grouped,
  names: readonly string[],
  sizes: readonly number[],
) {
  const { mean, interval } = pooled.pooling!
  const [lower, upper] = interval(INTERVAL_LEVEL)
  return {
    groups: names.map(
      (name, g): GroupJSON => ({
        name,
        users: sizes[g],
        ...posteriorJSON(pooled.group(name)),
        separate: posteriorJSON(separate.group(name)),
      }),
    ),
    total: posteriorJSON(pooled.total()),
    pooling: { mean, interval: { level: INTERVAL_LEVEL, lower, upper } },
  }
}

function posteriorJSON({ mean, interval }: Pick<Posterior, 'mean' | 'interval'>) {
  return { estimate: Array.from(mean), interval: intervalJSON(interval(INTERVAL_LEVEL)) }
}
