import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'

/** The smallest and the largest factor by which the answers grow from one look to the next. */
const LEAST_GROWTH = 1.04
const MOST_GROWTH = 1.5
/** The next look comes after this share of the way that is left. */
const STRIDE = 1 / 5

/** What is known about whether an answer is right. Both are logarithms, because odds soon leave the doubles. */
export interface LogOdds {
  /** The logarithm of its prior odds. */
  readonly prior: number
  /** The logarithm of its posterior odds over its prior odds: what people's answers say. */
  readonly evidence: number
}

/**
 * Whether an answer is sure enough:
 *
 *     posterior odds ≥ max(1, prior odds) · confidence/(1 − confidence)
 */
export function isSure(odds: LogOdds, confidence: number): boolean {
  return odds.evidence >= evidenceNeeded(odds, confidence)
}

/**
 * The factor by which the answers should grow until the next look at them. Their evidence grows about in proportion to their
 * number. The next look comes a fifth of the way to where the evidence would be enough.
 */
export function growthUntilNext(odds: LogOdds, confidence: number): number {
  return Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, 1 + STRIDE * stillNeeded(odds, confidence)))
}

/** How many more answers it takes, about, in multiples of those so far. */
export function stillNeeded(odds: LogOdds, confidence: number): number {
  const { evidence } = odds
  return evidence > 0 ? Math.max(0, evidenceNeeded(odds, confidence) / evidence - 1) : Infinity
}

function evidenceNeeded({ prior }: LogOdds, confidence: number): number {
  return Math.max(0, -prior) + logOdds(confidence)
}

/** The logarithm of the odds of this probability. */
export function logOdds(probability: number): number {
  return log(probability / (1 - probability))
}

/** The posterior probability. */
export function probabilityOf({ prior, evidence }: LogOdds): number {
  return 1 / (1 + exp(-(prior + evidence)))
}
