import { viewOf } from '../query/aimed-goal.ts'
import { type Goal, queriesOf } from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import type { SeededRng } from '../random/rng.ts'

/** The people that one goal takes in collections, sorted, and which answers it is settled by. */
export interface PlannedAlone {
  /** Goals of the same answers have the same name here. */
  readonly answers: string
  readonly counts: Float64Array
}

/** By which answers a goal is settled: those about its pair of questions, or about its question by the channel that its queries ask for. */
export function answersFor(goal: Goal, vocabulary: Vocabulary): string {
  const view = viewOf(goal, vocabulary)
  return view.length > 1 ? view.join() : `${view} ${queriesOf(goal).join()}`
}

/**
 * How many people it takes until all of several goals are settled, sorted. People are asked for what is not settled yet: goals of the same
 * answers take as many as that which takes most, and others add up.
 */
export function peopleTogether(goals: readonly PlannedAlone[], rng: SeededRng): Float64Array {
  const byAnswers = new Map<string, Float64Array>()
  for (const { answers, counts } of goals) {
    const known = byAnswers.get(answers)
    // Both are sorted: what takes one goal long, takes the other.
    byAnswers.set(
      answers,
      known ? known.map((count, i) => Math.max(count, at(counts, i, known.length))) : counts,
    )
  }
  const parts = [...byAnswers.values()]
  const { length } = parts[0]
  const total = new Float64Array(length)
  for (const counts of parts) {
    // In no order, as different answers have nothing to do with each other.
    for (let i = 0; i < length; i++) total[i] += counts[rng.integer(counts.length)]
  }
  return total.sort()
}

/** The entry of a sorted list that stands where the i-th of so many does. */
function at(counts: Float64Array, i: number, length: number): number {
  return counts[Math.floor(((i + 0.5) / length) * counts.length)]
}
