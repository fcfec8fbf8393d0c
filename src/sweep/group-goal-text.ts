import { refuse } from '../check/check.ts'
import { decimal } from '../data/decimal.ts'
import { type GroupDecision, type GroupGoal, requireGroupGoal } from '../goal/group-goal.ts'
import { type IsName, placeOf, readingOf, splitGoal } from './goal-text.ts'

/** How goals about groups are written on the command line. */
export const GROUP_GOAL_FORMS = 'within:CATEGORY:GROUP:WIDTH or compare:CATEGORY:GROUP:GROUP[:MARGIN]'

/**
 * The goal about groups that a text stands for.
 *
 * @throws RangeError if the text is not a goal about these categories and groups, or can be read as more than one
 * @example
 * readGroupGoal('within:ill:north:0.03', ['well', 'ill'], ['north', 'south']) // { category: 1, group: 'north', within: 0.03 }
 */
export function readGroupGoal(
  text: unknown,
  categories: readonly string[],
  groups: readonly string[],
): GroupGoal {
  const { kind, parts } = splitGoal(text)
  const isCategory = (name: string) => categories.includes(name)
  const isGroup = (name: string) => groups.includes(name)
  const require = (goal: object) => requireGroupGoal(goal, categories.length, groups)
  if (kind === 'within') {
    const pieces = parts[0].split(':').concat(parts[1])
    const [name, group, within] = namesOf(text, pieces, [isCategory, isGroup], 'needed')
    return require({ category: placeOf(name, categories), group, within: decimal(within) })
  }
  if (kind === 'compare') {
    const [name, one, other, margin] = namesOf(text, parts, [isCategory, isGroup, isGroup], 'optional')
    return require({
      category: placeOf(name, categories),
      compare: { groups: [one, other] },
      ...(margin !== undefined && { margin: decimal(margin) }),
    })
  }
  return refuse('goal', text, GROUP_GOAL_FORMS)
}

/** The names, and the number if there is one. If no names are known, but there are as many pieces, each is refused by itself. */
function namesOf(
  text: unknown,
  pieces: readonly string[],
  known: readonly IsName[],
  number: 'needed' | 'optional',
): readonly string[] {
  const reading = readingOf(text, pieces, known, number)
  if (reading) return reading
  const numbers = pieces.length - known.length
  const isPlain = numbers === 1 || (number === 'optional' && numbers === 0)
  return isPlain ? pieces : refuse('goal', text, GROUP_GOAL_FORMS)
}

/** The names of categories that have none but their numbers. */
export function numbersUpTo(categories: number): string[] {
  return Array.from({ length: categories }, (_, x) => String(x))
}

/** The text of a goal about groups, with its category's number: `compare:0:north:south:0.05`. */
export function groupGoalText(goal: GroupGoal): string {
  const { category } = goal
  if ('group' in goal) return `within:${category}:${goal.group}:${goal.within}`
  const margin = goal.margin === undefined ? '' : `:${goal.margin}`
  return `compare:${category}:${goal.compare.groups.join(':')}${margin}`
}

/** The answer to a goal about groups, in a word or two. */
export function groupAnswerText(answer: GroupDecision['answer']): string {
  return typeof answer === 'number' ? answer.toFixed(4) : answer
}
