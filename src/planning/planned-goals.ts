import { refuse } from '../check/check.ts'
import {
  type GivenGoal,
  type Goal,
  listOfGoals,
  OPEN,
  rangeOf,
  readOpenGoal,
  type ValueGoal,
  withWidth,
} from '../query/parse-goal.ts'
import type { Query } from '../query/query.ts'
import type { Vocabulary } from '../query/vocabulary.ts'

/** Placeholder for an unknown margin, as a share of the largest possible one. */
const ANY_WIDTH = 1 / 4

/** The goals of a plan. */
export interface PlannedGoals {
  readonly goals: readonly Goal[]
  /** Index of the goal whose width is unknown; −1 if there is none. Until it is solved for, the goal has a placeholder. */
  readonly open: number
}

/** @throws RangeError if both `goal` and `goals` are given, if a goal is invalid, or if several widths are unknown */
export function readPlannedGoals(
  given: { readonly goal?: GivenGoal | undefined; readonly goals?: readonly GivenGoal[] | undefined },
  vocabulary: Vocabulary,
): PlannedGoals {
  const isOpen: boolean[] = []
  const goals = listOfGoals(given, (one, argument) => {
    const goal = readOpenGoal(one, vocabulary, argument)
    const asksWithin = 'within' in goal && goal.within === OPEN
    isOpen.push(asksWithin)
    return asksWithin ? withAnyWidth(goal, vocabulary) : (goal as Goal)
  })
  const open = isOpen.indexOf(true)
  if (open !== isOpen.lastIndexOf(true))
    refuse('goals', goals.map(String), 'goals of which at most one has a width that is left open')
  return { goals, open }
}

function withAnyWidth(goal: { readonly query: Query }, vocabulary: Vocabulary): ValueGoal {
  const [low, high] = rangeOf(goal.query, vocabulary)
  return withWidth(goal, ANY_WIDTH * (high - low), vocabulary)
}
