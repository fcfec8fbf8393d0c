import { refuse } from '../check/check.ts'
import { decimal } from '../data/decimal.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { Answer, Goal } from '../goal/goal.ts'
import { type NumericGoal, requireNumericGoal } from '../goal/numeric-goal.ts'
import { splitGoal } from './goal-text.ts'

/** How goals about numbers are written on the command line. */
export const NUMERIC_GOAL_FORMS = 'quantile:P:WIDTH, mean:WIDTH or above:VALUE:THRESHOLD'

/**
 * The goal about numbers that a text stands for, in the units of the range.
 *
 * @throws RangeError if the text is not a goal about numbers in this range
 * @example
 * readNumericGoal('quantile:0.5:1', orderedQuestion({ from: 0, to: 120, bins: 120 })) // { quantile: 0.5, within: 1 }
 */
export function readNumericGoal(text: unknown, range: OrderedKind): NumericGoal {
  const { kind, parts } = splitGoal(text)
  const [first, second] = parts.map(decimal)
  const goal =
    kind === 'quantile'
      ? { quantile: first, within: second }
      : kind === 'mean'
        ? { mean: true, within: first }
        : kind === 'above'
          ? { above: { value: first, threshold: second } }
          : refuse('goal', text, NUMERIC_GOAL_FORMS)
  return requireNumericGoal(goal, range)
}

/** Whether a goal is about numbers. */
export function isNumericGoal(goal: Goal | NumericGoal): goal is NumericGoal {
  return 'above' in goal ? 'value' in goal.above : 'quantile' in goal || 'mean' in goal
}

/** A goal about numbers as text, which `readNumericGoal` reads. */
export function numericGoalText(goal: NumericGoal): string {
  if ('above' in goal) return `above:${goal.above.value}:${goal.above.threshold}`
  return 'mean' in goal ? `mean:${goal.within}` : `quantile:${goal.quantile}:${goal.within}`
}

/** The answer to a goal about numbers, in a word or two. */
export function numericAnswerText(goal: NumericGoal, answer: Answer): string {
  if ('above' in goal) return answer ? 'above' : 'not above'
  return Number((answer as number).toPrecision(6)).toString()
}
