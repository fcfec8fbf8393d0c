import type { Categories } from '../check/categories.ts'
import { isObject, refuse } from '../check/check.ts'
import type { Questions } from '../domain/domain.ts'
import { Domain } from '../domain/domain.ts'
import type { By } from '../domain/groups.ts'
import { requireGroups, variableOf } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'

/** The names that a query may use. */
export interface Vocabulary {
  readonly domain: Domain
  /** The public variable and its groups, if people belong to some. */
  readonly public?: { readonly variable: string; readonly groups: readonly string[] } | undefined
  /** What a single question may be called, where it has a name: that of its column. */
  readonly name?: string | undefined
}

/** What people hold, and the public groups that they belong to. */
export interface Asked {
  /** The number of categories or their names, the short form of such a question. */
  readonly categories?: Categories
  /** The question. */
  readonly question?: Question
  /** Several questions, each by its name. */
  readonly questions?: Questions
  /** The public groups, by their names; or one public variable with its groups. */
  readonly by?: By
}

/** The names that these questions and groups give. @throws RangeError on a bad one */
export function vocabularyOf(asked: Asked): Vocabulary {
  if (!isObject(asked)) refuse('asked', asked, 'an object with categories, question or questions')
  const { by } = asked
  return {
    domain: Domain.from(asked),
    public: by && { variable: variableOf(by), groups: requireGroups(by) },
  }
}
