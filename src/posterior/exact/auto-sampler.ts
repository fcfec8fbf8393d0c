import { expm1 } from '../../elementary/expm1.ts'
import { log } from '../../elementary/log.ts'
import { square } from '../../elementary/square.ts'
import { columnSpread } from '../../mechanism/column.ts'
import type { SamplerKind } from '../contract/kind.ts'
import type { Tally } from '../tally/tally.ts'
import { delayedAcceptanceKind } from './delayed-acceptance.ts'
import { gibbsKind } from './gibbs.ts'
import { hmcKind } from './hmc.ts'
import { sequenceKind } from './sequence/sequence.ts'
import { sliceKind } from './slice.ts'

/** Beyond so many products the expansion of the likelihood, a square for each distinct answer, costs more than it saves. */
const MOST_PRODUCTS = 4e9
/** From so many categories on, those are drawn one by one as if they knew nothing of each other, with few exact likelihoods. */
const MANY_CATEGORIES = 1000
/** Values that a sweep of `slice` may go through for each category and yet be the fastest. */
const FEW_VALUES = 50_000

/**
 * The sampler that `auto` stands for where answers are still to come: `gibbs` where `e^ε ≥ 50 K`, else `hmc`. Where the answers
 * say nearly all, Gibbs sweeps are almost independent draws and cheaper; elsewhere they hardly move and trajectories win, by a factor of
 * 75 in effective draws a second at K = 20 and ε = 0.5 (`bench/RESULTS.md`).
 *
 * @param epsilon the level of the answers
 */
export function autoSampler(categories: number, epsilon: number): SamplerKind {
  return epsilon >= log(50 * categories) ? gibbsKind : hmcKind
}

/**
 * The sampler that `auto` stands for where the answers are known: as above, but instead of `hmc`
 *
 *     delayed-acceptance  where n ≥ K² (1 − e^−ε)⁴, so that most of its steps are taken, and its expansion can be afforded,
 *     sequence            from K = 1,000 on,
 *     slice               elsewhere, where K times the number of distinct answers is at most 50,000.
 *
 * At K = 20 and ε = 1 they give 20 to 60 times as many effective draws a second.
 */
export function autoSamplerFor(tally: Tally, epsilon: number): SamplerKind {
  const { categories: K, size, distinct } = tally
  const kind = autoSampler(K, epsilon)
  if (kind === gibbsKind) return kind
  if (K >= MANY_CATEGORIES) return sequenceKind
  const isEnough = size >= square(K * square(expm1(-epsilon)))
  if (isEnough && distinct * K * K <= MOST_PRODUCTS) return delayedAcceptanceKind
  return K * distinct <= FEW_VALUES ? sliceKind : kind
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
