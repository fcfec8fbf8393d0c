import { log } from '../../elementary/log.ts'
import { square } from '../../elementary/square.ts'
import type { SamplerKind } from '../contract/kind.ts'
import type { Prior } from '../contract/prior.ts'
import { lump } from '../tally/lump.ts'
import type { Tally } from '../tally/tally.ts'
import { delayedAcceptanceKind } from './delayed-acceptance.ts'
import { errorOfExpansion } from './expansion-error.ts'
import { gibbsKind } from './gibbs.ts'
import { hmcKind } from './hmc.ts'
import { sequenceKind } from './sequence/sequence.ts'
import { sliceKind } from './slice.ts'

/** Beyond so many products the expansion of the likelihood costs more than it saves. */
const MOST_PRODUCTS = 4e9
/**
 * From so many categories on, those are drawn one by one as if they knew nothing of each other, with few exact likelihoods; from fewer on where
 * the concentration is learnt and there are at most so many distinct answers for each category.
 */
const MANY_CATEGORIES = 1000
const SOME_CATEGORIES = 50
const FEW_ANSWERS = 10
/** Values that a sweep of `slice` may go through for each category and yet be the fastest. */
const FEW_VALUES = 100_000
/** Distinct answers from which on an expansion that is nearly right pays; and for each unit of its error's variance, so many times more. */
const ENOUGH_COLUMNS = 30
const PRICE_OF_ERROR = 6
/** With an expansion that is further off, hardly any step is taken. */
const MOST_ERROR = 3

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
 *     slice               where many categories are not told apart, K below being the number of those that are,
 *     sequence            from K = 1,000 on; from K = 50 on where the concentration is learnt and at most 10 K answers are distinct,
 *     delayed-acceptance  of more than 30 (1 + 6 E) distinct answers, where its expansion can be afforded,
 *     slice               elsewhere, where K times the number of distinct answers is at most 100,000.
 *
 * E is about the variance of what the expansion leaves out (`errorOfExpansion`).
 *
 * At K = 20 and ε = 1 they give 20 to 60 times as many effective draws a second.
 *
 * @param prior default `'learned'`
 */
export function autoSamplerFor(tally: Tally, epsilon: number, prior: Prior = 'learned'): SamplerKind {
  const { categories: K, distinct } = tally
  const kind = autoSampler(K, epsilon)
  if (kind === gibbsKind) return kind
  const cells = lump(tally)?.sizes.length
  if (cells !== undefined && cells * distinct <= FEW_VALUES) return sliceKind
  if (K >= MANY_CATEGORIES) return sequenceKind
  if (prior === 'learned' && K >= SOME_CATEGORIES && distinct <= FEW_ANSWERS * K) return sequenceKind
  const error = errorOfExpansion(tally, epsilon)
  const isNear = error <= MOST_ERROR && distinct > ENOUGH_COLUMNS * (1 + PRICE_OF_ERROR * error)
  if (isNear && productsOf(tally) <= MOST_PRODUCTS) return delayedAcceptanceKind
  return K * distinct <= FEW_VALUES ? sliceKind : kind
}

/** Products that an expansion takes: a square of the members of each set, and of all categories for the other answers. */
function productsOf({ categories: K, distinct, table: { sets } }: Tally): number {
  let total = Math.max(0, distinct - sets.length) * square(K)
  for (let s = 0; s < sets.length; s++) total += square(sets.sizeOf(s))
  return total
}
