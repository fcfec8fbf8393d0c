import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'

/** The smallest and the largest factor by which the answers grow between two interim looks. */
const LEAST_GROWTH = 1.04
const MOST_GROWTH = 1.5
/** Share of the remaining way that is left until the next interim look. */
const STRIDE = 1 / 5

/** Evidence that an answer is right, as logarithms, because odds soon exceed the range of doubles. */
export interface LogOdds {
  /** The logarithm of the prior odds. */
  readonly prior: number
  /** The logarithm of the ratio of posterior to prior odds: the evidence of the answers. */
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
 * The factor by which the answers should grow until the next interim look. Their evidence grows about in proportion to their number, and
 * the next look comes after a fifth of the way to sufficient evidence.
 */
export function growthUntilNext(odds: LogOdds, confidence: number): number {
  return Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, 1 + STRIDE * stillNeeded(odds, confidence)))
}

/** Estimate of how many more answers are needed, in multiples of those so far. */
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
