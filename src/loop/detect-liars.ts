import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { stream } from '../random/stream.ts'
import { AnswerCounts } from '../risk/answer-counts.ts'
import { canTell, LEAST_ANSWERS, type LiarSigns, liarSigns, MOST_CATEGORIES } from '../risk/liar-signs.ts'
import { seedFor } from './engine.ts'
import { type CollectedAnswer, Collection, type CollectionOptions } from './tally-responses.ts'

/** How liars are looked for. */
export interface DetectionOptions extends CollectionOptions {
  /**
   * Truths are taken to be drawn from a Dirichlet law with this concentration. More liars are noticed, and false alarms are as frequent as
   * said on average over such truths alone; default: whatever the truth is.
   */
  readonly prior?: number
  /** Seed of the draws from the null law. */
  readonly seed: string | number
}

/**
 * Looks for signs that some answers were made up instead of randomized. Who lies about the category and randomizes it cannot be
 * told from somebody who holds it; who sends what it likes can, in part, by three signs:
 *
 * - `belowZero`: answers made up for some categories are missing at all others, whose frequencies are then estimated below 0. The
 *   sum of the unclipped estimates that are at most 3 standard errors, over its own standard error; null law normal, simulated with 1,999
 *   draws where as many categories are empty as the answers allow.
 * - `repeated`: one answer that came more often than any truth explains, by a bound on the binomial law; exact.
 * - `pair`: two categories that were named together too often, by the normal law; sets of subset selection and unary encoding alone.
 *
 * A p-value is the probability of so much where nobody makes up an answer; that of all three counts the first 1/0.9 times, the others 20 times.
 *
 * @param options.answers requests and responses, at least 500
 * @param options.prior where truths are taken to be drawn from a Dirichlet law: its concentration
 * @throws RangeError as `tallyResponses` does, on fewer than 500 answers or more than 256 categories
 * @see Andrews, Soares (2010), Inference for parameters defined by moment inequalities, for the null law of the first; Cao, Jia, Gong (2021),
 * Data poisoning attacks to local differential privacy protocols, for what is looked for
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
  const { answers, prior, seed, ...known } = options
  if (prior !== undefined) requireNumber('prior', prior, { above: 0 })
  const rng = stream(seedFor(seed, 'liars'))
  const collection = new Collection(known)
  const counts = new AnswerCounts()
  collection.take(answers, (mechanism, response, count) => {
    // It throws where the mechanism cannot give the response.
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
