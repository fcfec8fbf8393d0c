import { refuse } from '../check/check.ts'
import { decimal } from '../data/decimal.ts'
import { type RecordsDecision, type RecordsGoal, requireRecordsGoal } from '../goal/records-goal.ts'
import { readingOf, splitGoal } from './goal-text.ts'

/** How goals about two questions are written. */
export const RECORDS_GOAL_FORMS = 'table:QUESTION:QUESTION:WIDTH or associated:QUESTION:QUESTION[:THRESHOLD]'

/** A goal about two questions, or a table whose width is left open. */
type OpenGoal = RecordsGoal | { readonly table: readonly [string, string] }

/**
 * The goal about two questions that a text stands for; the width of a table may be missing.
 *
 * @throws RangeError if the text is not such a goal, or can be read as more than one
 * @example
 * readOpenRecordsGoal('table:age:sex', ['age', 'sex']) // { table: ['age', 'sex'] }
 */
export function readOpenRecordsGoal(text: unknown, questions: readonly string[]): OpenGoal {
  const { kind, parts } = splitGoal(text)
  const isQuestion = (name: string) => questions.includes(name)
  const reading = readingOf(text, parts, [isQuestion, isQuestion], 'optional')
  if (reading === undefined) return refuse('goal', text, RECORDS_GOAL_FORMS)
  const [a, b, number] = reading
  const value = number === undefined ? undefined : decimal(number)
  if (kind === 'table') return { table: [a, b], ...(value !== undefined && { within: value }) }
  if (kind === 'associated') return { associated: [a, b], ...(value !== undefined && { threshold: value }) }
  return refuse('goal', text, RECORDS_GOAL_FORMS)
}

/**
 * The goal about two questions that a text stands for.
 *
 * @throws RangeError if the text is not such a goal, or can be read as more than one
 * @example
 * readRecordsGoal('associated:age:sex', ['age', 'sex', 'ill']) // { associated: ['age', 'sex'], threshold: 0.1 }
 */
export function readRecordsGoal(text: unknown, questions: readonly string[]): RecordsGoal {
  const goal = readOpenRecordsGoal(text, questions)
  if ('table' in goal && !('within' in goal)) return refuse('goal', text, RECORDS_GOAL_FORMS)
  return requireRecordsGoal(goal, questions)
}

/** A goal about two questions as text, which `readRecordsGoal` reads. */
export function recordsGoalText(goal: RecordsGoal): string {
  if ('table' in goal) return `table:${goal.table.join(':')}:${goal.within}`
  return `associated:${goal.associated.join(':')}:${goal.threshold}`
}

/** The answer to a goal about two questions, in a word or two. */
export function recordsAnswerText(answer: RecordsDecision['answer']): string {
  if (typeof answer === 'boolean') return answer ? 'associated' : 'not associated'
  return `a table of ${answer.length} × ${answer[0].length}`
}
