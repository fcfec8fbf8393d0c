import { Domain, type Questions } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { CONFIDENCE, type GoalGuarantee } from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { labelsOf, type Truth, variableOf } from './truth.ts'

/** The goals of a run, which ends when all are settled, with the required confidence and the guarantee. */
export interface AskedGoals {
  /** Canonical texts of the goals. */
  readonly goals: readonly string[]
  readonly confidence: number
  readonly guarantee: GoalGuarantee
}

/** Text in place of a goal in rows without one. */
export const NO_GOAL = 'none'

/** The name of goals: `top(1) by 0.01`, or `top(1) by 0.01@0.99+anytime` if confidence and guarantee differ from the defaults. */
export function goalName({ goals, confidence, guarantee }: AskedGoals): string {
  const sure = confidence === CONFIDENCE ? '' : `@${confidence}`
  return `${goals.join('; ')}${sure}${guarantee === 'posterior' ? '' : `+${guarantee}`}`
}

/** The people of a setting, as goals need them. */
export interface People {
  readonly truth: Truth
  readonly categories: number
  readonly question?: OrderedQuestion
  readonly by?: readonly string[]
  readonly questions?: Questions
}

/**
 * The names that goals may use. With a file, a single question may have the name of its column, and the public variable has the name of its
 * column. Otherwise the public variable is called `group`.
 */
export function vocabularyOfPeople({ truth, categories, question, by, questions }: People): Vocabulary {
  const labels = question ? undefined : labelsOf(truth)
  return {
    domain: Domain.from({
      categories: labels ?? categories,
      question,
      questions,
    }),
    public: by && { variable: variableOf(truth), groups: by },
    name: 'column' in truth ? truth.column : undefined,
  }
}
