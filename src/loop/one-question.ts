import { requireInteger } from '../check/check.ts'
import { Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { MOST_CATEGORIES } from '../mechanism/mechanism.ts'
import type { Vocabulary } from '../query/vocabulary.ts'

/** Options with the names of the categories. */
export interface Labelled {
  /** The name of each category, if they have names. */
  readonly labels?: readonly string[]
}

/** A question, read: the number of cells of its channels and, for an ordered one, its kind. */
interface OneQuestion {
  readonly categories: number
  readonly range: OrderedKind | undefined
}

/** Names that goals and queries about one question may use. */
export function vocabularyOfOne({
  labels,
  ...options
}: Parameters<typeof readOneQuestion>[0] & Labelled): Vocabulary {
  return { domain: labels ? Domain.one(labels) : Domain.from(options) }
}

/**
 * Reads the options that describe a question. In addition to `question`, `categories` may be the number of its cells, as in snapshots.
 *
 * @throws RangeError unless it has at least two categories, or a range
 */
export function readOneQuestion(options: {
  readonly categories?: number
  readonly question?: OrderedQuestion
}): OneQuestion {
  const { categories, question } = options
  if (question === undefined) {
    const K = requireInteger('categories', categories, 2)
    return { categories: requireInteger('categories', K, 2, MOST_CATEGORIES), range: undefined }
  }
  const range = orderedQuestion(question)
  requireInteger('categories', categories ?? range.cells, range.cells, range.cells)
  return { categories: range.cells, range }
}
