import { square } from '../../elementary/square.ts'
import type { Found } from '../../query/answer.ts'
import { growthUntilNext, isSure, type LogOdds, logOdds, stillNeeded } from './evidence.ts'

/** Fewer answers than this decide nothing, whatever the prior says. */
export const FIRST_ANSWERS = 100
/** Draws from a prior, for the prior odds. */
export const PRIOR_DRAWS = 2000
/** The smallest and the largest factor by which the answers grow from one look at a value to the next. */
const LEAST_GROWTH = 1.03
const MOST_GROWTH = 1.5

/** What a look finds. */
export interface Finding {
  /** Whether the answer is sure enough. */
  readonly settled: boolean
  readonly answer: Found
  readonly probability: number
  /** The factor by which the answers should grow until the next look. */
  readonly growth: number
  /** How many more answers it takes, about, in multiples of those so far. */
  readonly needed: number
}

/** What is known of a value: central intervals at the confidence, and its law. */
export interface ValueEvidence {
  /** That of the posterior and, where they can tell, that of the answers alone, without a prior. */
  readonly intervals: readonly (readonly [lower: number, upper: number])[]
  /** The posterior probability of an interval. */
  probability(from: number, to: number): number
}

/** What is known of which answer is right, of a few that exclude each other. */
export interface ChoiceEvidence {
  /** The answers, each with the share of posterior draws in which it is right. */
  readonly answers: readonly { readonly answer: Found; readonly share: number; readonly prior: number }[]
  /** How many independent draws these are worth. */
  readonly worth: number
  /** Whether the answers alone, without the prior, are as sure of an answer; true where they cannot tell. */
  alone(answer: Found): boolean
  /** The evidence for an answer by the answers alone, where all draws agree: these cannot show larger odds than their number. */
  beyond?(answer: Found): number
}

/**
 * A value is settled if all intervals lie within one of ± `within`, whose middle is the answer. That of the posterior makes the answer right
 * over truths drawn from the prior; that of the answers alone makes it right about as often for a truth that the prior all but excludes.
 * The two come together when the answers outweigh the prior.
 */
export function verdictOnValue({ intervals, probability }: ValueEvidence, within: number): Finding {
  const lower = Math.min(...intervals.map(([low]) => low))
  const upper = Math.max(...intervals.map(([, high]) => high))
  const answer = (lower + upper) / 2
  return {
    settled: upper - lower <= 2 * within,
    answer,
    probability: probability(answer - within, answer + within),
    ...growthOfWidth((upper - lower) / (2 * within)),
  }
}

/** How the answers should grow where an interval is so many times too wide: the width falls with the square root of their number. */
export function growthOfWidth(ratio: number): Pick<Finding, 'growth' | 'needed'> {
  const growth = Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, 0.97 * square(ratio)))
  return { growth, needed: Math.max(0, square(ratio) - 1) }
}

/** The same by the odds of an answer, which grow about in proportion to the answers. */
export function growthByOdds(odds: LogOdds, confidence: number): Pick<Finding, 'growth' | 'needed'> {
  return { growth: growthUntilNext(odds, confidence), needed: stillNeeded(odds, confidence) }
}

/**
 * An answer is sure enough if
 *
 *     posterior odds ≥ max(1, prior odds) · confidence/(1 − confidence),
 *
 * and the answers alone agree, where they can tell. So, over truths drawn from the prior, at most a share of `1 − confidence` of all
 * settled answers is wrong, however often one looks; and it is people's answers that make it so: the prior alone settles nothing. One
 * Monte Carlo standard error is subtracted from what draws show, and draws that all agree show no more than their number.
 */
export function verdictOnChoice(evidence: ChoiceEvidence, confidence: number): Finding {
  const { answers, worth } = evidence
  const best = answers.reduce((at, { share }, i) => (share > answers[at].share ? i : at), 0)
  const { answer, share, prior: priorShare } = answers[best]
  const prior = logOdds(priorShare)
  const oddsAt = (shown: number) => ({ prior, evidence: logOdds(shown) - prior })
  const cautious = Math.min(share - Math.sqrt((share * (1 - share)) / worth), 1 - 1 / worth)
  const found = { answer, probability: share }
  const shown = oddsAt(Math.max(cautious, 1 / worth))
  const settled = isSure(shown, confidence) && evidence.alone(answer)
  if (settled || share < 1 || !evidence.beyond) {
    const rough = oddsAt(Math.min(1 - 1 / worth, Math.max(share, 1 / worth)))
    return { ...found, settled, ...growthByOdds(rough, confidence) }
  }
  const odds = { prior, evidence: evidence.beyond(answer) }
  return { ...found, settled: isSure(odds, confidence), ...growthByOdds(odds, confidence) }
}
