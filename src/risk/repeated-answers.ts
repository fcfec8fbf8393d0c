import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { columnLogValues } from '../mechanism/column.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import { logBinomial } from '../special/log-binomial.ts'
import type { AnswerCounts } from './answer-counts.ts'

/** The answer with the most suspicious number of repetitions. */
export interface RepeatedAnswer {
  /** An upper bound for the probability that some answer comes this often by chance. */
  readonly pValue: number
  /** The answer; null if there is none. */
  readonly response: Response | null
  /** Number of people who gave it. */
  readonly count: number
}

/**
 * Tests whether one answer was given more often than any truth explains. Among n answers through a channel, the number of those
 * that are y is at most binomial with the probability `max_x Pr(y | x)`. The p-value is the upper tail of this law, bounded by a
 * geometric series, times the number of responses in all channels together. The only error is that it may be too large: whatever
 * the truth, false alarms are not more frequent than stated, provided that the choice of channels does not depend on the answers.
 */
export function repeatedAnswers(answers: AnswerCounts): RepeatedAnswer {
  let logResponses = -Infinity
  let best = 0
  let found: RepeatedAnswer = { pValue: 1, response: null, count: 0 }
  for (const { mechanism, size, given } of answers.channels()) {
    logResponses = logSum(logResponses, log(mechanism.responseCount))
    for (const { response, count } of given) {
      const logTail = logTailBound(size, count, logMost(mechanism, response))
      if (logTail < best) {
        best = logTail
        found = { pValue: 1, response, count }
      }
    }
  }
  return { ...found, pValue: Math.min(1, exp(best + logResponses)) }
}

/** The logarithm of `max_x Pr(response | x)`. */
function logMost(mechanism: Mechanism, response: Response): number {
  const column = mechanism.column(response)
  return column.logScale + columnLogValues(column).reduce((most, value) => Math.max(most, value))
}

/** An upper bound for the logarithm of Pr(Bin(n, p) ≥ k), given the logarithm of p. */
function logTailBound(n: number, k: number, logP: number): number {
  const p = exp(logP)
  // Each term is at most this many times the one before.
  const ratio = ((n - k) / (k + 1)) * (p / (1 - p))
  if (!(ratio < 1) || k <= n * p) return 0
  const first = k === n ? n * logP : logBinomial(n, k, p)
  return Math.min(0, first - log1p(-ratio))
}

function logSum(one: number, other: number): number {
  const [large, small] = one > other ? [one, other] : [other, one]
  return small === -Infinity ? large : large + log1p(exp(small - large))
}
