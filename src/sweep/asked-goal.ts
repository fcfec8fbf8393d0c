import { CONFIDENCE, type GoalGuarantee } from '../goal/goal.ts'
import { isGroupGoal } from '../goal/group-goal.ts'
import { isRecordsGoal } from '../goal/records-goal.ts'
import { goalText } from './goal-text.ts'
import { groupGoalText } from './group-goal-text.ts'
import { isNumericGoal, numericGoalText } from './numeric-goal-text.ts'
import type { AnyGoal } from './read-goal.ts'
import { recordsGoalText } from './records-goal-text.ts'

/** A goal, how sure its answer has to be, and what that promises. */
export interface AskedGoal {
  readonly goal: AnyGoal
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
  if (isRecordsGoal(goal)) return recordsGoalText(goal)
  if (isGroupGoal(goal)) return groupGoalText(goal)
  return isNumericGoal(goal) ? numericGoalText(goal) : goalText(goal)
}
