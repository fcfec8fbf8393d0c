import { refuse } from '../check/check.ts'
import { decimal } from '../data/decimal.ts'
import { type Answer, CONFIDENCE, type Goal, type GoalGuarantee, requireGoal } from '../loop/goal/goal.ts'

/** How goals are written at the command line and in plans. */
export const GOAL_FORMS =
  'within:CATEGORY:WIDTH, above:CATEGORY:THRESHOLD, compare:CATEGORY:CATEGORY[:MARGIN] or top:K[:MARGIN]'

/** The parts of a goal that is written down, before it is known what its categories are. */
interface WrittenGoal {
  readonly kind: string
  readonly parts: readonly string[]
}

/** What stands before and after the last colon: the name of a category may have colons of its own. */
const NAMED = /^(within|above):(.*):([^:]*)$/s
const LISTED = /^(?:(compare):([^:]+):([^:]+)|(top):([^:]+))(?::([^:]+))?$/s

/**
 * The parts of a goal as it is written.
 *
 * @throws RangeError if it has none of the forms
 */
export function splitGoal(text: unknown): WrittenGoal {
  const found = typeof text === 'string' ? (NAMED.exec(text) ?? LISTED.exec(text)) : null
  if (found === null) refuse('goal', text, GOAL_FORMS)
  const [kind, ...parts] = found.slice(1).filter(part => part !== undefined)
  return { kind, parts }
}

/**
 * The goal that a text stands for, over so many categories.
 *
 * @param numberOf the number of a category from its name; default: names are numbers, from 0
 * @throws RangeError if it is none
 * @example
 * readGoal('within:3:0.03', 20) // { category: 3, within: 0.03 }
 * readGoal('top:3:0.01', 20) // { top: 3, margin: 0.01 }
 */
export function readGoal(
  text: unknown,
  categories: number,
  numberOf: (name: string) => number = decimal,
): Goal {
  const { kind, parts } = splitGoal(text)
  const [first, second, third] = parts
  const margin = (written: string | undefined) => (written === undefined ? {} : { margin: decimal(written) })
  switch (kind) {
    case 'within':
      return requireGoal({ category: numberOf(first), within: decimal(second) }, categories)
    case 'above':
      return requireGoal({ above: { category: numberOf(first), threshold: decimal(second) } }, categories)
    case 'compare':
      return requireGoal({ compare: [numberOf(first), numberOf(second)], ...margin(third) }, categories)
    default:
      return requireGoal({ top: decimal(first), ...margin(second) }, categories)
  }
}

/** A goal as it is written: what `readGoal` reads. */
export function goalText(goal: Goal): string {
  if ('category' in goal) return `within:${goal.category}:${goal.within}`
  if ('above' in goal) return `above:${goal.above.category}:${goal.above.threshold}`
  const margin = goal.margin === undefined ? '' : `:${goal.margin}`
  return 'compare' in goal ? `compare:${goal.compare.join(':')}${margin}` : `top:${goal.top}${margin}`
}

/** A goal, how sure its answer is to be, and what that promises. */
export interface AskedGoal {
  readonly goal: Goal
  readonly confidence: number
  readonly guarantee: GoalGuarantee
}

/** What rows say that have no goal. */
export const NO_GOAL = 'none'

/** What is asked, in a word: `top:1:0.01`, or with what is not usual, `top:1:0.01@0.99+anytime`. */
export function goalName({ goal, confidence, guarantee }: AskedGoal): string {
  const sure = confidence === CONFIDENCE ? '' : `@${confidence}`
  return `${goalText(goal)}${sure}${guarantee === 'posterior' ? '' : `+${guarantee}`}`
}

/** What answers a goal, in a word or two. */
export function answerText(
  goal: Goal,
  answer: Answer,
  nameOf: (category: number) => string = String,
): string {
  if ('category' in goal) return (answer as number).toFixed(4)
  if ('above' in goal) return answer ? 'above' : 'not above'
  if ('top' in goal) return (answer as readonly number[]).map(nameOf).join(', ')
  return answer === 'tie' ? 'tie' : nameOf(answer as number)
}
