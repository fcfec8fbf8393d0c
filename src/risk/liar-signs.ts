import type { SeededRng } from '../random/rng.ts'
import type { AnswerCounts } from './answer-counts.ts'
import { type BelowZero, belowZero } from './below-zero.ts'
import { type NamedPair, namedPairs } from './named-pairs.ts'
import { type RepeatedAnswer, repeatedAnswers } from './repeated-answers.ts'
import { scoreMoments } from './score-moments.ts'

/**
 * Signs that some answers were made up instead of randomized. Each p-value is the probability of so much by chance where everybody
 * answers by the channel, whatever they hold, or lie about.
 */
export interface LiarSigns {
  /** Of all three together: 5 % is `pValue` ≤ 0.05. */
  readonly pValue: number
  /** The one that says most. */
  readonly strongest: 'belowZero' | 'repeated' | 'pair'
  /** Frequencies below zero: answers that were made up for some categories are missing at the others. */
  readonly belowZero: BelowZero
  /** One answer that came too often. */
  readonly repeated: RepeatedAnswer
  /** Two categories that were named together too often. */
  readonly pair: NamedPair
}

/** Beyond, the covariances of estimates are too many. */
export const MOST_CATEGORIES = 256
/** From so many answers on the normal law is near enough. */
export const LEAST_ANSWERS = 500

/** Whether signs can be looked for among so many answers. */
export function canTell(categories: number, answers: number): boolean {
  return categories <= MOST_CATEGORIES && answers >= LEAST_ANSWERS
}

/** What each sign has of the false alarms: the first one gains most by it. */
const SHARES = { belowZero: 0.9, repeated: 0.05, pair: 0.05 } as const

/** Looks for the signs. */
export function liarSigns(
  answers: AnswerCounts,
  categories: number,
  rng: SeededRng,
  prior?: number,
): LiarSigns {
  const signs = {
    belowZero: belowZero(scoreMoments(answers, categories), rng, prior),
    repeated: repeatedAnswers(answers),
    pair: namedPairs(answers, categories),
  }
  let [pValue, strongest]: [number, keyof typeof SHARES] = [1, 'belowZero']
  for (const name of ['belowZero', 'repeated', 'pair'] as const) {
    const own = signs[name].pValue / SHARES[name]
    if (own < pValue) [pValue, strongest] = [own, name]
  }
  return { pValue, strongest, ...signs }
}
