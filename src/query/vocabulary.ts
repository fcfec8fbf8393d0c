import type { Categories } from '../check/categories.ts'
import { isObject, refuse } from '../check/check.ts'
import type { Questions } from '../domain/domain.ts'
import { Domain } from '../domain/domain.ts'
import type { By } from '../domain/groups.ts'
import { requireGroups, variableOf } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'

/** Names that a query may use. */
export interface Vocabulary {
  readonly domain: Domain
  /** The public variable and its groups, if people belong to some. */
  readonly public?: { readonly variable: string; readonly groups: readonly string[] } | undefined
  /** Name of a single question: its column's name, if it has one. */
  readonly name?: string | undefined
}

/** The questions, and the public groups of people. */
export interface Asked {
  /** Short form of a question about categories: their number, or their names. */
  readonly categories?: Categories
  /** The question. */
  readonly question?: Question
  /** Several questions, by name. */
  readonly questions?: Questions
  /** The names of the public groups; or one public variable with its groups. */
  readonly by?: By
}

/** The vocabulary of these questions and groups. @throws RangeError on a bad name */
export function vocabularyOf(asked: Asked): Vocabulary {
  if (!isObject(asked)) refuse('asked', asked, 'an object with categories, question or questions')
  const { by } = asked
  return {
    domain: Domain.from(asked),
    public: by && { variable: variableOf(by), groups: requireGroups(by) },
  }
}
