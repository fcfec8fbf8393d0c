import { CONFIDENCE, type Goal, type GoalGuarantee } from '../goal/goal.ts'
import { type GroupGoal, isGroupGoal } from '../goal/group-goal.ts'
import type { NumericGoal } from '../goal/numeric-goal.ts'
import { goalText } from './goal-text.ts'
import { groupGoalText } from './group-goal-text.ts'
import { isNumericGoal, numericGoalText } from './numeric-goal-text.ts'

/** A goal, how sure its answer has to be, and what that promises. */
export interface AskedGoal {
  readonly goal: Goal | NumericGoal | GroupGoal
  readonly confidence: number
  readonly guarantee: GoalGuarantee
}

/** What rows without a goal have in its place. */
export const NO_GOAL = 'none'

/** The name of a goal: `top:1:0.01`, or `top:1:0.01@0.99+anytime` if confidence and guarantee differ from the defaults. */
export function goalName({ goal, confidence, guarantee }: AskedGoal): string {
  const sure = confidence === CONFIDENCE ? '' : `@${confidence}`
  return `${textOf(goal)}${sure}${guarantee === 'posterior' ? '' : `+${guarantee}`}`
}

function textOf(goal: AskedGoal['goal']): string {
  if (isGroupGoal(goal)) return groupGoalText(goal)
  return isNumericGoal(goal) ? numericGoalText(goal) : goalText(goal)
}
