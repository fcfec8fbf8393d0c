import { Domain, type Questions } from '../domain/domain.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { CONFIDENCE, type GoalGuarantee } from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { labelsOf, type Truth, variableOf } from './truth.ts'

/** The goals that end a run when all of them are settled, how sure their answers have to be, and what that promises. */
export interface AskedGoals {
  /** Their canonical texts. */
  readonly goals: readonly string[]
  readonly confidence: number
  readonly guarantee: GoalGuarantee
}

/** What rows without a goal have in its place. */
export const NO_GOAL = 'none'

/** The name of goals: `top(1) by 0.01`, or `top(1) by 0.01@0.99+anytime` if confidence and guarantee differ from the defaults. */
export function goalName({ goals, confidence, guarantee }: AskedGoals): string {
  const sure = confidence === CONFIDENCE ? '' : `@${confidence}`
  return `${goals.join('; ')}${sure}${guarantee === 'posterior' ? '' : `+${guarantee}`}`
}

/** What goals are about: the people of a setting. */
export interface People {
  readonly truth: Truth
  readonly categories: number
  readonly question?: OrderedQuestion
  readonly by?: readonly string[]
  readonly questions?: Questions
}

/**
 * The names that goals about people may use: where they are the rows of a file, a single question may have the name of its column, and the
 * public variable has that of its own; otherwise that is `group`.
 */
export function vocabularyOfPeople({ truth, categories, question, by, questions }: People): Vocabulary {
  const labels = question ? undefined : labelsOf(truth)
  return {
    domain: Domain.from({
      categories: labels ?? categories,
      ...(question && { question }),
      ...(questions && { questions }),
    }),
    public: by && { variable: variableOf(truth), groups: by },
    name: 'column' in truth ? truth.column : undefined,
  }
}
