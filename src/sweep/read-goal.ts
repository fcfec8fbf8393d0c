import type { Questions } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import type { Goal } from '../goal/goal.ts'
import type { GroupGoal } from '../goal/group-goal.ts'
import type { NumericGoal } from '../goal/numeric-goal.ts'
import type { RecordsGoal } from '../goal/records-goal.ts'
import { readGoal } from './goal-text.ts'
import { GROUP_GOAL_FORMS, numbersUpTo, readGroupGoal } from './group-goal-text.ts'
import { NUMERIC_GOAL_FORMS, readNumericGoal } from './numeric-goal-text.ts'
import { RECORDS_GOAL_FORMS, readRecordsGoal } from './records-goal-text.ts'

/** A question about what people hold, whatever that is. */
export type AnyGoal = Goal | NumericGoal | GroupGoal | RecordsGoal

/** What people hold, as far as goals are about it. */
interface Held {
  readonly categories: number
  readonly question?: OrderedQuestion
  readonly by?: readonly string[]
  readonly questions?: Questions
}

/** How goals about something are read. */
export interface GoalReader {
  /** What they have to be, in words. */
  readonly allowed: string
  /** @throws RangeError if the text is not such a goal */
  read(text: string): AnyGoal
}

/** How goals about what people hold are read. */
export function goalReader({ categories, question, by, questions }: Held): GoalReader {
  if (questions) {
    const names = Object.keys(questions)
    return { allowed: RECORDS_GOAL_FORMS, read: text => readRecordsGoal(text, names) }
  }
  if (by) {
    const names = numbersUpTo(categories)
    return { allowed: GROUP_GOAL_FORMS, read: text => readGroupGoal(text, names, by) }
  }
  if (question) {
    const range = orderedQuestion(question)
    return { allowed: NUMERIC_GOAL_FORMS, read: text => readNumericGoal(text, range) }
  }
  return { allowed: `a goal over ${categories} categories`, read: text => readGoal(text, categories) }
}
