import { requireInteger } from '../check/check.ts'
import { Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { MOST_CATEGORIES } from '../mechanism/mechanism.ts'
import type { Vocabulary } from '../query/vocabulary.ts'

/** The names of the categories, if they were given. */
export interface Labelled {
  /** Category x is the x-th of them. */
  readonly labels?: readonly string[]
}

/** What people hold by one question, read: the number of cells that channels are over and, for numbers, the range that they are cells of. */
interface OneQuestion {
  readonly categories: number
  readonly range: OrderedKind | undefined
}

/** The names that goals and queries about one question may use. */
export function vocabularyOfOne({
  labels,
  ...options
}: Parameters<typeof readOneQuestion>[0] & Labelled): Vocabulary {
  return { domain: labels ? Domain.one(labels) : Domain.from(options) }
}

/**
 * Reads what people hold. Beside `question`, `categories` may be the number of its cells, as snapshots have both.
 *
 * @throws RangeError unless it is at least two categories, or a range
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
