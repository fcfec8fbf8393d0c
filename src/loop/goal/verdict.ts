import { square } from '../../elementary/square.ts'
import type { Found } from '../../query/answer.ts'
import { growthUntilNext, isSure, type LogOdds, logOdds, stillNeeded } from './evidence.ts'

/** Least number of answers for a decision, whatever the prior is. */
export const FIRST_ANSWERS = 100
/** Number of draws from the prior from which prior odds are estimated. */
export const PRIOR_DRAWS = 2000
/** The smallest and the largest factor by which the answers grow between two interim looks at a value. */
const LEAST_GROWTH = 1.03
const MOST_GROWTH = 1.5

/** Result of an interim look. */
export interface Finding {
  /** Whether the evidence suffices. */
  readonly settled: boolean
  readonly answer: Found
  readonly probability: number
  /** Factor by which the answers should grow until the next interim look. */
  readonly growth: number
  /** Estimate of how many more answers are needed, in multiples of those so far. */
  readonly needed: number
}

/** Evidence about a value: central intervals at the confidence, and its distribution. */
export interface ValueEvidence {
  /** The interval of the posterior and, if the answers identify the value, the prior-free interval. */
  readonly intervals: readonly (readonly [lower: number, upper: number])[]
  /** The posterior probability of an interval. */
  probability(from: number, to: number): number
}

/** Evidence about which of some mutually exclusive answers is right. */
export interface ChoiceEvidence {
  /** The answers, each with the share of posterior draws in which it is right. */
  readonly answers: readonly { readonly answer: Found; readonly share: number; readonly prior: number }[]
  /** Number of independent draws that these draws are worth. */
  readonly worth: number
  /** Whether the prior-free evidence supports an answer; true if there is none. */
  alone(answer: Found): boolean
  /** The prior-free evidence for an answer, used when all draws agree: draws cannot show larger odds than their number. */
  beyond?(answer: Found): number
}

/**
 * A value is settled if all intervals together fit into an interval of ± `within`, whose middle is the answer. The posterior interval makes
 * the answer right over truths drawn from the prior. The prior-free interval makes it right about as often for a truth that the prior all
 * but excludes. The two agree once the answers outweigh the prior.
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

/**
 * Growth of the answers by the ratio of an interval's width to the wanted width: the width falls with the square root of the number of
 * answers.
 */
export function growthOfWidth(ratio: number): Pick<Finding, 'growth' | 'needed'> {
  const growth = Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, 0.97 * square(ratio)))
  return { growth, needed: Math.max(0, square(ratio) - 1) }
}

/** Growth of the answers by the odds of an answer, whose logarithm grows about in proportion to the number of answers. */
export function growthByOdds(odds: LogOdds, confidence: number): Pick<Finding, 'growth' | 'needed'> {
  return { growth: growthUntilNext(odds, confidence), needed: stillNeeded(odds, confidence) }
}

/**
 * An answer is settled if
 *
 *     posterior odds ≥ max(1, prior odds) · confidence/(1 − confidence),
 *
 * and the prior-free evidence agrees, if there is any. So, over truths drawn from the prior, at most a share of `1 − confidence` of all
 * settled answers is wrong, however many interim looks there are. The factor of the prior odds ensures that the prior alone settles
 * nothing. One Monte Carlo standard error is subtracted from the shares of draws, and draws that all agree count as no larger odds than
 * their number.
 */
export function verdictOnChoice(evidence: ChoiceEvidence, confidence: number): Finding {
  const { answers, worth } = evidence
  const best = answers.reduce((at, { share }, i) => (share > answers[at].share ? i : at), 0)
  const { answer, share, prior: priorShare } = answers[best]
  const prior = logOdds(priorShare)
  const oddsAt = (shown: number) => ({ prior, evidence: logOdds(shown) - prior })
  const cautious = Math.min(share - Math.sqrt((share * (1 - share)) / worth), 1 - 1 / worth)
  const found = { answer, probability: share }
  const oddsShown = oddsAt(Math.max(cautious, 1 / worth))
  const settled = isSure(oddsShown, confidence) && evidence.alone(answer)
  if (settled || share < 1 || !evidence.beyond) {
    const rough = oddsAt(Math.min(1 - 1 / worth, Math.max(share, 1 / worth)))
    return { ...found, settled, ...growthByOdds(rough, confidence) }
  }
  const odds = { prior, evidence: evidence.beyond(answer) }
  return { ...found, settled: isSure(odds, confidence), ...growthByOdds(odds, confidence) }
}
