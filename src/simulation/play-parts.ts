import { FIRST_ANSWERS } from '../loop/goal/verdict.ts'
import { LOOK_GROWTH } from '../loop/part-estimators.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { Decision } from '../query/answer.ts'

/** Answers between two calls of `onProgress`. */
const PROGRESS_EVERY = 1000

/** A collection that has parts, such as groups or views, whose people answer one by one. */
interface Collection {
  /** How many people there are. */
  readonly users: number
  /** Asks the person t and counts the answer; returns the channel that was answered. */
  ask(t: number): Mechanism
  /** Looks at the goals; absent without one. */
  readonly decide?: (() => readonly Decision[]) | undefined
  readonly onProgress: (done: number) => void
}

/** Asks people until all goals are settled, or all have answered. */
export function playParts(collection: Collection) {
  const { users, decide, onProgress } = collection
  let answers = 0
  let sizes = 0
  let auditedEpsilon = 0
  let nextLook = FIRST_ANSWERS
  let decisions: readonly Decision[] | undefined
  while (answers < users && !decisions?.every(({ settled }) => settled)) {
    const mechanism = collection.ask(answers)
    sizes += mechanism.subset?.length ?? 0
    auditedEpsilon = Math.max(auditedEpsilon, mechanism.epsilon)
    answers++
    if (answers % PROGRESS_EVERY === 0) onProgress(answers)
    if (decide && (answers >= nextLook || answers === users)) {
      decisions = decide()
      nextLook = LOOK_GROWTH * answers
    }
  }
  onProgress(users)
  return { answers, meanSubsetSize: sizes / answers, auditedEpsilon, decisions }
}
