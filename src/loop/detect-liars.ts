import { type CollectedAnswer, Collection, type CollectionOptions } from '../catalogue/tally-responses.ts'
import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { stream } from '../random/stream.ts'
import { AnswerCounts } from '../risk/answer-counts.ts'
import { canTell, LEAST_ANSWERS, type LiarSigns, liarSigns, MOST_CATEGORIES } from '../risk/liar-signs.ts'
import { seedFor } from './seed-for.ts'

/** Options of `detectLiars`. */
export interface DetectionOptions extends CollectionOptions {
  /**
   * The concentration of a Dirichlet distribution from which truths are assumed to be drawn. With it more liars are noticed, but the stated
   * rate of false alarms holds only on average over such truths. By default it holds for every truth.
   */
  readonly prior?: number
  /** Seed of the draws from the null distribution. */
  readonly seed: string | number
}

/**
 * Looks for signs that some answers were made up instead of randomized. A person who lies about the category, but randomizes it, cannot be
 * distinguished from somebody with that category. People who send arbitrary answers can in part be noticed, by three signs:
 *
 * - `belowZero`: answers made up for some categories are missing at all others, whose frequencies are then estimated below 0. The statistic
 *   is the sum of the unclipped estimates that are at most 3 standard errors, divided by its own standard error. Its null distribution is
 *   normal, with the covariance of the channels and a continuity correction. It is simulated with 1,999 draws in which as many categories
 *   are empty as the answers allow.
 * - `repeated`: one answer came more often than any truth explains, by a bound on the binomial distribution; exact.
 * - `pair`: two categories were named together too often, by Chernoff's bound; only for the sets of subset selection and unary encoding.
 *
 * A p-value is the probability of a sign at least this strong if nobody makes up an answer. The p-value of all three signs together is the
 * smallest of theirs, after the first is multiplied by 1/0.9 and each of the others by 20.
 *
 * @param options.answers requests and responses, at least 500
 * @param options.prior the concentration of the Dirichlet distribution from which truths are assumed to be drawn, if any
 * @throws RangeError as `tallyResponses` does, on fewer than 500 answers or more than 256 categories
 * @see Andrews, Soares (2010), Inference for parameters defined by moment inequalities, for the null distribution of the first sign; Cao,
 *   Jia, Gong (2021), Data poisoning attacks to local differential privacy protocols, for the attacks
 * @example
 * const request = { mechanism: 'srr', categories: 4, epsilon: 1 }
 * detectLiars({
 *   answers: [0, 1, 2, 3].map(response => ({ request, response, count: [460, 460, 40, 40][response] })),
 *   seed: 1,
 * }).pValue // 0.0005555555555555556
 */
export function detectLiars(
  options: DetectionOptions & { readonly answers: Iterable<CollectedAnswer> },
): LiarSigns {
  requireOptions(options, {
    categories: true,
    epsilon: true,
    catalogue: true,
    answers: true,
    prior: true,
    seed: true,
  })
  const { answers, prior, seed, ...collectionOptions } = options
  if (prior !== undefined) requireNumber('prior', prior, { above: 0 })
  const rng = stream(seedFor(seed, 'liars'))
  const collection = new Collection(collectionOptions)
  const counts = new AnswerCounts()
  collection.take(answers, (mechanism, response, count) => {
    // Throws if the mechanism cannot give the response.
    mechanism.column(response)
    counts.add(mechanism, response, requireInteger('count', count, 0))
  })
  const categories = collection.categories as number
  if (!canTell(categories, counts.size)) {
    const allowed = `at least ${LEAST_ANSWERS} over at most ${MOST_CATEGORIES} categories`
    refuse('answers', `${counts.size} over ${categories} categories`, allowed)
  }
  return liarSigns(counts, categories, rng, prior)
}
