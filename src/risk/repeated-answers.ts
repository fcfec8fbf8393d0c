import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { logBinomialCoefficient } from '../elementary/log-binomial-coefficient.ts'
import { log1p } from '../elementary/log1p.ts'
import { columnLogValues } from '../mechanism/column.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import type { AnswerCounts } from './answer-counts.ts'

/** The answer that was repeated most suspiciously. */
export interface RepeatedAnswer {
  /** How probable an answer so frequent is by chance, at most. */
  readonly pValue: number
  /** The answer; null where there is none. */
  readonly response: Response | null
  /** How many gave it. */
  readonly count: number
}

/**
 * Whether one answer was given more often than any truth explains. Of n answers by a channel at most a binomial number with the
 * probability `max_x Pr(y | x)` are y; the p-value is this law's upper tail, bounded by a geometric series, times the number of responses that
 * there are in all channels. It is exact but for what is too large: whatever the truth, false alarms are not more frequent than
 * said, where channels do not follow from the answers.
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

/** At least the logarithm of Pr(Bin(n, p) ≥ k), by the logarithm of p. */
function logTailBound(n: number, k: number, logP: number): number {
  const p = exp(logP)
  // Each term is at most so many times the one before.
  const ratio = ((n - k) / (k + 1)) * (p / (1 - p))
  if (!(ratio < 1) || k <= n * p) return 0
  const first = logBinomialCoefficient(n, k) + k * logP + (n - k) * log1p(-p)
  return Math.min(0, first - log1p(-ratio))
}

function logSum(one: number, other: number): number {
  const [large, small] = one > other ? [one, other] : [other, one]
  return small === -Infinity ? large : large + log1p(exp(small - large))
}
