import type { SeededRng } from '../random/rng.ts'
import type { AnswerCounts } from './answer-counts.ts'
import { type BelowZero, belowZero } from './below-zero.ts'
import { type NamedPair, namedPairs } from './named-pairs.ts'
import { type RepeatedAnswer, repeatedAnswers } from './repeated-answers.ts'

/**
 * Signs that some answers were made up instead of randomized. Each p-value is the probability that a sign at least as strong comes by
 * chance if everybody answers through the channel. People may have any category, and may even lie about it, as long as they randomize.
 */
export interface LiarSigns {
  /** The p-value of all three signs together: to test at 5 %, compare it with 0.05. */
  readonly pValue: number
  /** The strongest sign. */
  readonly strongest: 'belowZero' | 'repeated' | 'pair'
  /** Frequencies below zero: answers that were made up for some categories are missing at the others. */
  readonly belowZero: BelowZero
  /** One answer that was given too often. */
  readonly repeated: RepeatedAnswer
  /** Two categories that were named together too often. */
  readonly pair: NamedPair
}

/** Largest number of categories. With more, there would be too many covariances of estimates. */
export const MOST_CATEGORIES = 256
/** Smallest number of answers for which the normal approximation is close enough. */
export const LEAST_ANSWERS = 500

/** Whether signs can be computed: with few enough categories, and enough answers. */
export function canTell(categories: number, answers: number): boolean {
  return categories <= MOST_CATEGORIES && answers >= LEAST_ANSWERS
}

/** Each sign's share of the false alarms. The first sign gains most by a large share. */
const SHARES = { belowZero: 0.9, repeated: 0.05, pair: 0.05 } as const

/** Computes the signs of liars. */
export function liarSigns(
  answers: AnswerCounts,
  categories: number,
  rng: SeededRng,
  prior?: number,
): LiarSigns {
  const signs = {
    belowZero: belowZero(answers, categories, rng, prior),
    repeated: repeatedAnswers(answers),
    pair: namedPairs(answers, categories),
  }
  let [pValue, strongest]: [number, keyof typeof SHARES] = [1, 'belowZero']
  for (const name of ['belowZero', 'repeated', 'pair'] as const) {
    const corrected = signs[name].pValue / SHARES[name]
    if (corrected < pValue) [pValue, strongest] = [corrected, name]
  }
  return { pValue, strongest, ...signs }
}
