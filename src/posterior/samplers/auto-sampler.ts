import { log } from '../../elementary/log.ts'
import { square } from '../../elementary/square.ts'
import { type Prior, readPrior } from '../kind/prior.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import { errorOfExpansion } from '../likelihood/expansion-error.ts'
import { lump } from '../likelihood/lump.ts'
import type { Tally } from '../tally/tally.ts'
import { delayedAcceptanceKind } from './delayed-acceptance.ts'
import { gibbsKind } from './gibbs.ts'
import { hmcKind } from './hmc/hmc.ts'
import { sequenceKind } from './sequence/sequence.ts'
import { sliceKind } from './slice.ts'

/** Number of products beyond which the expansion of the likelihood costs more than it saves. */
const MOST_PRODUCTS = 4e9
/**
 * From `MANY_CATEGORIES` on, `sequence` is chosen: it draws the categories one by one as if they were independent, with few exact
 * likelihoods. Where the concentration is learnt and there are at most `FEW_ANSWERS` distinct answers for each category, it is chosen
 * from `SOME_CATEGORIES` on.
 */
const MANY_CATEGORIES = 1000
const SOME_CATEGORIES = 50
const FEW_ANSWERS = 10
/** Under a fixed prior, `sequence` is chosen only if no category has a larger prior share: its proposals take shares to be small. */
const MOST_PRIOR_SHARE = 0.05
/** Largest number of categories times the number of distinct answers for which `slice` is fast, because a sweep visits all products. */
const FEW_VALUES = 100_000
/**
 * Number of distinct answers beyond which an expansion without error is faster. Each unit of its error's variance adds `PRICE_OF_ERROR`
 * times as many.
 */
const ENOUGH_COLUMNS = 30
const PRICE_OF_ERROR = 6
/** Largest error of an expansion. With a larger one, hardly any step is accepted. */
const MOST_ERROR = 3

/**
 * The sampler of `auto` while answers are still to come: `gibbs` if `e^ε ≥ 50 K`, else `hmc`. If an answer nearly determines its category,
 * Gibbs sweeps are almost independent draws, and cheaper. Otherwise they hardly move, and trajectories win, by a factor of 47 in effective
 * draws a second at K = 20, ε = 0.5 and prior 1 (`bench/RESULTS.md`, samplers).
 *
 * @param epsilon the privacy level of the answers
 */
export function autoSampler(categories: number, epsilon: number): SamplerKind {
  return epsilon >= log(50 * categories) ? gibbsKind : hmcKind
}

/**
 * The sampler of `auto` for known answers: as in `autoSampler`, but instead of `hmc` the first of these that applies:
 *
 *     slice               where the answers identify at most half of the categories, and the number of those times that of distinct
 *                         answers is at most 100,000; or fewer than K people have answered, and K times that number is at most 100,000,
 *     sequence            from K = 1,000 on; from K = 50 on where the concentration is learnt and at most 10 K answers are distinct,
 *     gibbs               instead of that from K = 1,000 on under a fixed prior, where fewer than K people have answered or one
 *                         category has more than 5 % of the prior: there the proposals of sequence are not taken,
 *     delayed-acceptance  for more than 30 (1 + 6 E) distinct answers, where its expansion can be afforded and E is at most 3,
 *     slice               where K times the number of distinct answers is at most 100,000.
 *
 * E is roughly the variance of the expansion's error (`errorOfExpansion`).
 *
 * At K = 20 and ε = 1, `slice` and `delayed-acceptance` give 2 to 4 times as many effective draws a second as `hmc` (`bench/RESULTS.md`,
 * samplers).
 *
 * @param prior default `'learned'`
 */
export function autoSamplerFor(tally: Tally, epsilon: number, prior: Prior = 'learned'): SamplerKind {
  const { categories: K, distinct } = tally
  const kind = autoSampler(K, epsilon)
  if (kind === gibbsKind) return kind
  const cells = lump(tally)?.sizes.length
  if (cells !== undefined && cells * distinct <= FEW_VALUES) return sliceKind
  if (tally.size < K && K * distinct <= FEW_VALUES) return sliceKind
  if (prior === 'learned') {
    if (K >= MANY_CATEGORIES || (K >= SOME_CATEGORIES && distinct <= FEW_ANSWERS * K)) return sequenceKind
  } else if (K >= MANY_CATEGORIES) {
    return tally.size >= K && largestShare(prior, K) <= MOST_PRIOR_SHARE ? sequenceKind : gibbsKind
  }
  const error = errorOfExpansion(tally, epsilon)
  const isNear = error <= MOST_ERROR && distinct > ENOUGH_COLUMNS * (1 + PRICE_OF_ERROR * error)
  if (isNear && productsOf(tally) <= MOST_PRODUCTS) return delayedAcceptanceKind
  return K * distinct <= FEW_VALUES ? sliceKind : kind
}

/** The largest prior share of a category. */
function largestShare(prior: Exclude<Prior, 'learned'>, categories: number): number {
  const { rho } = readPrior(prior, categories)
  let [sum, most] = [0, 0]
  for (const value of rho) {
    sum += value
    most = Math.max(most, value)
  }
  return most / sum
}

/** Number of products in an expansion: the square of each set's size, and K² for each of the other answers. */
function productsOf({ categories: K, distinct, table: { sets } }: Tally): number {
  let total = Math.max(0, distinct - sets.length) * square(K)
  for (let s = 0; s < sets.length; s++) total += square(sets.sizeOf(s))
  return total
}
