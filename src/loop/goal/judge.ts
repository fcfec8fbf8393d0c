import type { Tally } from '../../posterior/tally/tally.ts'
import { answerOf, type Decision, type Found } from '../../query/answer.ts'
import type { Goal } from '../../query/parse-goal.ts'
import type { SeededRng } from '../../random/rng.ts'
import type { ConfidenceSequence } from '../../sequence/confidence-sequence.ts'
import { FIRST_ANSWERS, type Finding } from './verdict.ts'

/** What a look may be given besides the tally. */
export interface LookContext {
  /** `means` of an earlier verdict: spares a search. */
  readonly start?: Float64Array | undefined
  /** The intervals that decide, if the guarantee is for every truth. */
  readonly sequence?: ConfidenceSequence | undefined
}

/** A decision, and what a later look may start from. */
export interface Verdict {
  readonly decision: Decision
  /** The answer as it was found. */
  readonly found: Found
  /** The posterior means of all categories, or the place of an approximation, if the look has computed them. */
  readonly means: Float64Array | undefined
  /** The number of answers at which another look is worth its time. */
  readonly nextLook: number
  /** How many more answers it takes, about, in multiples of those so far. */
  readonly needed: number
}

/** What decides about a goal of people who are asked one question. */
export interface GoalJudge {
  readonly goal: Goal
  /** The decision at this tally. Looking changes nothing. */
  look(tally: Tally, rng: SeededRng, context: LookContext): Verdict
  /** Whether an answer is right for this law. */
  isRight(found: Found, theta: ArrayLike<number>): boolean
}

/** The verdict that follows from what a look has found among so many answers. */
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
