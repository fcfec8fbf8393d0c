import { log } from '../../elementary/log.ts'
import { columnSpread } from '../../mechanism/column.ts'
import type { SamplerKind } from '../contract/kind.ts'
import type { Tally } from '../tally/tally.ts'
import { gibbsKind } from './gibbs.ts'
import { hmcKind } from './hmc.ts'

/**
 * The sampler that `auto` stands for: `gibbs` where `e^ε ≥ 50 K`, else `hmc`. Where the answers say nearly all, Gibbs sweeps are almost
 * independent draws and cheaper; elsewhere they hardly move and trajectories win, by a factor of 75 in effective draws a
 * second at K = 20 and ε = 0.5 (`bench/RESULTS.md`).
 *
 * @param epsilon the level of the answers
 */
export function autoSampler(categories: number, epsilon: number): SamplerKind {
  return epsilon >= log(50 * categories) ? gibbsKind : hmcKind
}

/** The weighted median of the answers' privacy levels, the larger one of two: a few public answers must not decide it. */
export function medianEpsilon(tally: Tally): number {
  const answers = tally.table.columns.map((column, c) => ({
    epsilon: columnSpread(column).logRatio,
    count: tally.counts[c],
  }))
  answers.sort((one, other) => other.epsilon - one.epsilon)
  let reached = 0
  for (const { epsilon, count } of answers) {
    reached += count
    if (2 * reached >= tally.size) return epsilon
  }
  return 0
}
