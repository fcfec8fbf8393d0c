import { log } from '../../elementary/log.ts'

/** By how much the answers grow from look to look, at least and at most. */
const LEAST_GROWTH = 1.04
const MOST_GROWTH = 1.5
/** The share of the way that is left, until the next look. */
const STRIDE = 1 / 5
/** Draws know no probability that is nearer to one. */
const MOST_PROBABLE = 1 - 1e-9

/**
 * Whether an answer of this posterior probability is sure enough, that had the probability `before`:
 *
 *     posterior odds ≥ max(1, prior odds) · confidence/(1 − confidence)
 */
export function isSure(probability: number, before: number, confidence: number): boolean {
  return odds(probability) >= oddsNeeded(before, confidence)
}

/**
 * By how much the answers should grow until the next look at them. What they say, the logarithm of the odds over the prior odds, grows about as
 * their number does: a fifth of the way on to where it would be enough.
 */
export function growthUntilNext(probability: number, before: number, confidence: number): number {
  const start = log(odds(before))
  const said = log(odds(Math.min(probability, MOST_PROBABLE))) - start
  const left = said > 0 ? (log(oddsNeeded(before, confidence)) - start) / said - 1 : Infinity
  return Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, 1 + STRIDE * left))
}

function oddsNeeded(before: number, confidence: number): number {
  return Math.max(1, odds(before)) * odds(confidence)
}

function odds(probability: number): number {
  return probability / (1 - probability)
}
