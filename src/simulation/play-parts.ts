import { FIRST_ANSWERS } from '../loop/goal/verdict.ts'
import { LOOK_GROWTH } from '../loop/part-estimators.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { Work } from '../posterior/chains/work.ts'
import type { Decision } from '../query/answer.ts'

/** Number of answers between two reports of progress. */
const PROGRESS_EVERY = 1000

/** A collection with parts, such as groups or views, whose people answer one by one. */
interface Collection {
  /** Number of people. */
  readonly users: number
  /** Asks the person t and counts the answer; returns the channel that was answered. */
  ask(t: number): Mechanism
  /** Looks at the goals; absent without one. */
  readonly decide?: (() => readonly Decision[]) | undefined
}

/** Outcome of a collection with parts. */
export interface PlayedParts {
  readonly answers: number
  readonly meanSubsetSize: number
  readonly auditedEpsilon: number
  readonly decisions: readonly Decision[] | undefined
}

/** Asks people until all goals are settled, or all have answered. */
export function* playParts({ users, ask, decide }: Collection): Work<PlayedParts> {
  let answers = 0
  let sizes = 0
  let auditedEpsilon = 0
  let nextLook = FIRST_ANSWERS
  let decisions: readonly Decision[] | undefined
  while (answers < users && !decisions?.every(({ settled }) => settled)) {
    const mechanism = ask(answers)
    sizes += mechanism.subset?.length ?? 0
    auditedEpsilon = Math.max(auditedEpsilon, mechanism.epsilon)
    answers++
    if (answers % PROGRESS_EVERY === 0) yield answers / users
    if (decide && (answers >= nextLook || answers === users)) {
      decisions = decide()
      nextLook = LOOK_GROWTH * answers
    }
  }
  return { answers, meanSubsetSize: sizes / answers, auditedEpsilon, decisions }
}
