import { log } from '../../elementary/log.ts'

/** The smallest and the largest factor by which the answers grow from one look to the next. */
const LEAST_GROWTH = 1.04
const MOST_GROWTH = 1.5
/** The next look comes after this share of the way that is left. */
const STRIDE = 1 / 5
/** The largest probability that draws can show. */
const MOST_PROBABLE = 1 - 1e-9

/**
 * Whether an answer of this posterior probability is sure enough, if its prior probability was `before`:
 *
 *     posterior odds ≥ max(1, prior odds) · confidence/(1 − confidence)
 */
export function isSure(probability: number, before: number, confidence: number): boolean {
  return odds(probability) >= oddsNeeded(before, confidence)
}

/**
 * The factor by which the answers should grow until the next look at them. Their evidence is the logarithm of the posterior odds
 * over the prior odds, and grows about in proportion to their number. The next look comes a fifth of the way to where the
 * evidence would be enough.
 */
export function growthUntilNext(probability: number, before: number, confidence: number): number {
  const priorLogOdds = log(odds(before))
  const evidence = log(odds(Math.min(probability, MOST_PROBABLE))) - priorLogOdds
  const left = evidence > 0 ? (log(oddsNeeded(before, confidence)) - priorLogOdds) / evidence - 1 : Infinity
  return Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, 1 + STRIDE * left))
}

function oddsNeeded(before: number, confidence: number): number {
  return Math.max(1, odds(before)) * odds(confidence)
}

function odds(probability: number): number {
  return probability / (1 - probability)
}
