import type { Decision } from '../../query/answer.ts'
import type { Verdict } from './judge.ts'
import { neededBy } from './needs.ts'

/** A decision, with an estimate of how many more people it needs: 0 once it is settled, Infinity before any answer. */
export interface Outlook extends Decision {
  /** Estimate of how many more people the goal needs: 0 once it is settled, Infinity before any answer. */
  readonly needed: number
}

/** @param answers number of people whose answers are about the goal */
export function outlookOf(verdict: Verdict, answers: number): Outlook {
  const needed = neededBy(verdict)
  return {
    ...verdict.decision,
    needed: needed === 0 ? 0 : answers === 0 ? Infinity : Math.ceil(needed * answers),
  }
}
