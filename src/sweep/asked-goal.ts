import { CONFIDENCE, type Goal, type GoalGuarantee } from '../goal/goal.ts'
import type { NumericGoal } from '../goal/numeric-goal.ts'
import { goalText } from './goal-text.ts'
import { isNumericGoal, numericGoalText } from './numeric-goal-text.ts'

/** A goal, how sure its answer has to be, and what that promises. */
export interface AskedGoal {
  readonly goal: Goal | NumericGoal
  readonly confidence: number
  readonly guarantee: GoalGuarantee
}

/** What rows without a goal have in its place. */
export const NO_GOAL = 'none'

/** The name of a goal: `top:1:0.01`, or `top:1:0.01@0.99+anytime` if confidence and guarantee differ from the defaults. */
export function goalName({ goal, confidence, guarantee }: AskedGoal): string {
  const sure = confidence === CONFIDENCE ? '' : `@${confidence}`
  const text = isNumericGoal(goal) ? numericGoalText(goal) : goalText(goal)
  return `${text}${sure}${guarantee === 'posterior' ? '' : `+${guarantee}`}`
}
