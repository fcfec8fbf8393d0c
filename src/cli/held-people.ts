import type { People } from '../data/read-people.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { Goal } from '../goal/goal.ts'
import type { GroupDecision } from '../goal/group-goal.ts'
import type { NumericGoal } from '../goal/numeric-goal.ts'
import type { RecordsDecision } from '../goal/records-goal.ts'
import { answerText, readGoal } from '../sweep/goal-text.ts'
import { groupAnswerText, readGroupGoal } from '../sweep/group-goal-text.ts'
import { numericAnswerText, readNumericGoal } from '../sweep/numeric-goal-text.ts'
import { readRecordsGoal, recordsAnswerText } from '../sweep/records-goal-text.ts'
import { groupMembers, peopleRecords } from './held.ts'
import { aboutText } from './numeric.ts'

/** What people hold, and how it is read and written. */
export interface ReadHeld {
  readonly categories: readonly string[]
  readonly cells: number
  readonly about: string
  goal(text: string): object
  answer(goal: object, answer: never): string
}

/** The people as options of `simulate`; the name of the column, if it is one. */
export function heldOf(
  people: People<number>,
  by: string | undefined,
  range: OrderedKind | undefined,
): { readonly held: object; readonly name?: string; readonly read: ReadHeld } {
  const { columns } = people
  const groups = by === undefined ? undefined : groupMembers(people)
  const inGroups = groups ? `, ${groups.by.length} groups` : ''
  if (columns.length > 1) {
    const { questions, data } = peopleRecords(people)
    const members = groups && data.map((record, t) => ({ group: groups.data[t].group, ...record }))
    const isLacking = columns.some(({ data }) => Array.from(data).includes(null as never))
    return {
      held: {
        questions,
        ...(isLacking && { missing: 'public' }),
        ...(groups ? { by: groups.by, data: members } : { data }),
      },
      read: {
        ...{ categories: [], cells: 0, about: `${columns.length} columns${inGroups}` },
        goal: text => readRecordsGoal(text, Object.keys(questions)),
        answer: (_, answer) => recordsAnswerText(answer as RecordsDecision['answer']),
      },
    }
  }
  const [{ name, categories, data }] = columns
  const question = range ? { question: range.toJSON() } : { categories: categories.length }
  return {
    held: { ...question, ...(groups ?? { data }) },
    name,
    read: readOne(range ? range.names : categories, range, groups?.by),
  }
}

/** How one question of people is read and written: of categories with these names, or of a scale or a number. */
export function readOne(
  categories: readonly string[],
  range: OrderedKind | undefined,
  by?: readonly string[],
): ReadHeld {
  const cells = categories.length
  const about = `${range ? aboutText(range) : `${cells} categories`}${by ? `, ${by.length} groups` : ''}`
  const own = { categories, cells, about }
  if (range) {
    return {
      ...own,
      goal: text => readNumericGoal(text, range),
      answer: (goal, answer) => numericAnswerText(goal as NumericGoal, answer),
    }
  }
  if (by) {
    return {
      ...own,
      goal: text => readGroupGoal(text, categories, by),
      answer: (_, answer) => groupAnswerText(answer as GroupDecision['answer']),
    }
  }
  const label = (x: number) => categories[x] || '(missing)'
  return {
    ...own,
    goal: text => readGoal(text, cells, categories),
    answer: (goal, answer) => answerText(goal as Goal, answer, label),
  }
}
