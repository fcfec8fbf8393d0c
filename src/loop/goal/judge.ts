import type { Tally } from '../../posterior/tally/tally.ts'
import { answerOf, type Decision, type Found } from '../../query/answer.ts'
import type { Goal } from '../../query/parse-goal.ts'
import type { SeededRng } from '../../random/rng.ts'
import type { ConfidenceSequence } from '../../sequence/confidence-sequence.ts'
import { FIRST_ANSWERS, type Finding } from './verdict.ts'

/** Optional inputs of an interim look, besides the tally. */
export interface LookContext {
  /** `means` of an earlier verdict, which save a search. */
  readonly start?: Float64Array | undefined
  /** The intervals that decide, with a guarantee for every truth. */
  readonly sequence?: ConfidenceSequence | undefined
}

/** A decision, with a starting point for a later interim look. */
export interface Verdict {
  readonly decision: Decision
  /** The answer with indices in place of names. */
  readonly found: Found
  /** The posterior means of all categories, or the `place` of an approximation; undefined if the look has not computed them. */
  readonly means: Float64Array | undefined
  /** Number of answers at which the next interim look is due. */
  readonly nextLook: number
  /** Estimate of how many more answers are needed, in multiples of those so far. */
  readonly needed: number
}

/** Decides about a goal of a collection with one question. */
export interface GoalJudge {
  readonly goal: Goal
  /** The decision at this tally. It does not change the judge. */
  look(tally: Tally, rng: SeededRng, context: LookContext): Verdict
  /** Whether an answer is right if θ is the truth. */
  isRight(found: Found, theta: ArrayLike<number>): boolean
}

/** The verdict from the finding of an interim look. */
export function verdictOf(goal: Goal, finding: Finding, answers: number, means?: Float64Array): Verdict {
  const { settled, answer, probability, growth, needed } = finding
  return {
    decision: {
      goal: String(goal),
      settled: settled && answers >= FIRST_ANSWERS,
      answer: answerOf(goal, answer),
      probability,
      answers,
    },
    found: answer,
    means,
    nextLook: Math.max(FIRST_ANSWERS, answers * growth),
    needed,
  }
}
